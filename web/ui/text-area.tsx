import { use, useId } from 'react'
import { describe, Field } from './field.tsx'
import { NameList, UnknownNames } from './names.tsx'
import { offersNothing, OffersContext, useNames } from './use-names.ts'

/** A labelled textarea that grows with its text. `hint`: a word beside the label, such as 必須 or あれば. */
export function TextArea({
  name,
  label,
  hint,
  value,
  onChange,
  error,
  required = false,
  readOnly = false,
  onPick,
}: {
  name: string
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  required?: boolean
  readOnly?: boolean
  /** If present, the field offers the names of members after an "@". */
  onPick?: (picked: { id: string; name: string }) => void
}) {
  const id = useId()
  const offers = use(OffersContext)
  const names = useNames({
    id,
    value,
    offers: onPick ? offers : offersNothing,
    onChange,
    onPick: (next, picked) => {
      onChange(next)
      onPick?.(picked)
    },
  })
  return (
    <Field id={id} label={label} hint={hint} required={required} error={error}>
      <div className="relative">
        <textarea
          id={id}
          name={name}
          aria-required={required || undefined}
          {...describe(id, error)}
          readOnly={readOnly}
          rows={2}
          {...names.textArea}
          onKeyDown={names.onKeyDown}
          className={`text-box w-full block field-sizing-content min-h-16 resize-none py-2 t-15 text-pretty max-md:text-[16px] ${error ? 'border-error-solid' : 'border-rule-strong'}`}
        />
        <NameList names={names} />
      </div>
      <UnknownNames names={names} />
    </Field>
  )
}
