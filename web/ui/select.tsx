import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

type SelectProps<Value> = Omit<ComponentProps<'select'>, 'id' | 'className' | 'children' | 'value' | 'onChange'> & {
  label: string
  hint?: ReactNode
  value: Value
  options: readonly { value: Value; name: string; lang?: string }[]
  onChange: (value: Value) => void
}

export function Select<Value extends string>({ label, hint, options, onChange, ...select }: SelectProps<Value>) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="t-13b">
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={id}
          onChange={(event) => onChange(event.target.value as Value)} // every option has a value of this type
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="text-box h-control appearance-none text-ellipsis border-rule-strong pr-8 t-14 disabled:border-transparent max-md:text-[16px]"
        >
          {options.map(({ value, name, lang }) => (
            <option key={value} value={value} lang={lang}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          strokeWidth={1.75}
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-text-3"
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="t-12 text-text-3">
          {hint}
        </p>
      )}
    </div>
  )
}
