import { type Ref, useId } from 'react'
import { describe, Field } from '../../ui/field.tsx'
import { submitByKeys } from '../../ui/submit-by-keys.ts'

/** A field for one address or a list. Enter starts a new line for the next address; Ctrl+Enter or ⌘+Enter submits. */
export function AddressField({
  ref,
  name,
  label,
  note,
  keysNote,
  value,
  error,
  disabled,
  onChange,
}: {
  ref: Ref<HTMLTextAreaElement>
  name: string
  label: string
  note: string
  /** The hint about the keys. Shown on devices with a mouse, because they probably have a keyboard. */
  keysNote: string
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error}>
      <textarea
        ref={ref}
        id={id}
        name={name}
        rows={1}
        value={value}
        disabled={disabled}
        inputMode="email"
        enterKeyHint="enter"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        aria-describedby={`${id}-note`}
        {...describe(id, error)}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={submitByKeys}
        className={`text-box field-sizing-content block max-h-60 min-h-control resize-none py-1.5 t-14 max-md:text-[16px] ${error ? 'border-error-solid' : 'border-rule-strong'}`}
      />
      {!error && (
        <p id={`${id}-note`} className="t-12 text-text-3">
          {note} <span className="hidden whitespace-nowrap pointer-fine:inline">{keysNote}</span>
        </p>
      )}
    </Field>
  )
}
