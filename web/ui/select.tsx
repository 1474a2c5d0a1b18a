import { ChevronDown } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'

type SelectProps = ComponentProps<'select'> & { label: string; hint?: ReactNode }

/** The platform's select under a label, with a line of help below it. */
export function Select({ label, hint, children, ...select }: SelectProps) {
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
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="text-box h-control appearance-none border-rule-strong pr-9 t-14 disabled:border-transparent max-md:text-[16px]"
        >
          {children}
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
