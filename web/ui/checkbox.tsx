import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { describe, FieldError } from './field.tsx'

const touched =
  'pointer-coarse:before:absolute pointer-coarse:before:-inset-y-[13px] pointer-coarse:before:right-[-8px] pointer-coarse:before:left-[-18px]'

/** The native checkbox, styled with the tokens. Its label can contain a link. The touch target is 44 px. */
export function Checkbox({
  name,
  checked,
  disabled,
  onChange,
  error,
  children,
}: {
  name: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-start gap-2 t-13">
        <span className="relative mt-px grid size-4.5 shrink-0 place-items-center">
          <input
            id={id}
            name={name}
            type="checkbox"
            checked={checked}
            disabled={disabled}
            onChange={(event) => onChange(event.target.checked)}
            {...describe(id, error)}
            className={`peer size-4.5 cursor-pointer appearance-none rounded-1 border bg-surface checked:border-ai checked:bg-ai disabled:cursor-default disabled:opacity-50 ${touched} ${error ? 'border-error-solid' : 'border-rule-strong'}`}
          />
          <Check
            size={14}
            strokeWidth={2.25}
            className="pointer-events-none invisible absolute text-on-ai peer-checked:visible"
            aria-hidden
          />
        </span>
        <label htmlFor={id} className="cursor-pointer">
          {children}
        </label>
      </div>
      <FieldError id={id} error={error} />
    </div>
  )
}
