import { useId } from 'react'
import { describe, Field } from './field.tsx'

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
    <Field id={id} label={label} hint={hint} required={required} error={error}>
      <textarea
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-required={required || undefined}
        {...describe(id, error)}
        readOnly={readOnly}
        rows={2}
        className={`text-box block field-sizing-content min-h-16 resize-none py-2 t-15 text-pretty max-md:text-[16px] ${error ? 'border-error-solid' : 'border-rule-strong'}`}
      />
    </Field>
  )
}
