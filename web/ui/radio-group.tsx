import { type ReactNode, useId } from 'react'

const looks = {
  stacked: { fieldset: '', group: 'flex flex-col gap-2', choice: 'choice-box min-h-12', input: 'choice-dot' },
  side: { fieldset: '', group: 'grid gap-3 two-columns', choice: 'choice-box min-h-11', input: 'choice-dot' },
  /** A row of options without radio dots. */
  segments: {
    fieldset: 'max-w-full min-w-0 max-md:w-full',
    group: 'flex flex-wrap rounded-2 border border-rule-strong bg-surface segments',
    choice: 'choice-segment wrap-normal',
    input: 'absolute inset-0 cursor-pointer opacity-0',
  },
} as const

export function RadioGroup<Value extends string>({
  legend,
  unseen = false,
  look = 'stacked',
  values,
  value: chosen,
  disabled = false,
  readOnly = false,
  hint,
  onChange,
  children,
}: {
  legend: string
  /** Hides the legend visually, but not from screen readers. */
  unseen?: boolean
  look?: keyof typeof looks
  values: readonly Value[]
  value: Value
  disabled?: boolean
  /** Whether the options cannot be changed because the form is being sent. */
  readOnly?: boolean
  hint?: (value: Value) => ReactNode
  onChange: (value: Value) => void
  children: (value: Value) => ReactNode
}) {
  const name = useId()
  const { fieldset, group, choice, input } = looks[look]
  return (
    <fieldset disabled={disabled || readOnly} className={fieldset}>
      <legend className={unseen ? 'sr-only' : 'mb-1.5 t-13b'}>{legend}</legend>
      <div className={group}>
        {values.map((value) => (
          <label key={value} className={choice}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChange(value)}
              className={input}
            />
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">{children(value)}</span>
            {hint && <span className="col-start-2 t-12 text-text-2">{hint(value)}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
