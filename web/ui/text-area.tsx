import { CircleAlert } from 'lucide-react'
import { useId } from 'react'

/** A labelled field that grows with what is written; `hint` stands beside the label (必須, あれば). */
export function TextArea({
  name,
  label,
  hint,
  value,
  onChange,
  error,
  required = false,
  readOnly = false,
}: {
  name: string
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  required?: boolean
  readOnly?: boolean
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="t-13b">
        {label} <span className="ml-1 t-12 text-text-3">{hint}</span>
      </label>
      <textarea
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        readOnly={readOnly}
        rows={2}
        className={`mt-1.5 block field-sizing-content min-h-16 w-full resize-none rounded-2 border bg-surface px-3 py-2 t-15 text-pretty max-md:text-[16px] ${error ? 'border-error-solid' : 'border-rule-strong'}`}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 flex items-start gap-1 t-12 text-error-text">
          <CircleAlert size={14} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </div>
  )
}
