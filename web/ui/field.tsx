import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const errorId = (id: string) => `${id}-error`

/** A form field: label, control and error. Pass `id` and the attributes of `describe` to the control. */
export function Field({
  id,
  label,
  hint,
  required = false,
  error,
  children,
}: {
  id: string
  label: string
  hint?: string | undefined
  /**
   * Whether the control is marked as required. If so, the hint is hidden from screen readers, because it would repeat
   * this.
   */
  required?: boolean | undefined
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="t-13b">
        {label}
        {hint && (
          <span aria-hidden={required || undefined} className="ml-2 t-12 text-text-3">
            {hint}
          </span>
        )}
      </label>
      {children}
      <FieldError id={id} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return
  return (
    <p id={errorId(id)} className="flex items-start gap-1 t-12 text-error-text">
      <CircleAlert size={14} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
      {error}
    </p>
  )
}

/** Returns the attributes that link a control to its error for assistive technology. */
export const describe = (id: string, error: string | undefined) =>
  error ? ({ 'aria-invalid': true, 'aria-describedby': errorId(id) } as const) : {}
