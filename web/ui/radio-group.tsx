import { type ReactNode, useId } from 'react'

const looks = {
  stacked: { group: 'flex flex-col gap-2', box: 'min-h-12' },
  side: { group: 'grid gap-3 sm:grid-cols-2', box: 'min-h-11' },
} as const

/** One of several, each in a box that shows which is chosen. */
export function RadioGroup<Value extends string>({
  legend,
  look = 'stacked',
  values,
  value: chosen,
  disabled = false,
  hint,
  onChange,
  children,
}: {
  legend: ReactNode
  look?: keyof typeof looks
  values: readonly Value[]
  value: Value
  disabled?: boolean
  /** What is said below a choice. */
  hint?: (value: Value) => ReactNode
  onChange: (value: Value) => void
  children: (value: Value) => ReactNode
}) {
  const name = useId()
  return (
    <fieldset disabled={disabled}>
      {legend}
      <div className={looks[look].group}>
        {values.map((value) => (
          <label key={value} className={`choice-box ${looks[look].box}`}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChange(value)}
              className="choice-dot"
            />
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">{children(value)}</span>
            {hint && <span className="col-start-2 t-12 text-text-2">{hint(value)}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
