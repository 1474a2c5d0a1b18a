import { useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A form's sentences by field.
 * @param fields in the order in which they stand
 */
export function useErrors<Field extends string>(fields: readonly Field[]) {
  type Errors = Partial<Record<Field, string>>
  const [errors, setErrors] = useState<Errors>({})

  /** Shows what is wrong and leads to the first such field; false where nothing concerns a field of this form. */
  const show = (found: Errors, form: HTMLFormElement) => {
    const first = fields.find((field) => found[field])
    if (!first) return false
    flushSync(() => setErrors(found)) // so that the field is announced with its sentence
    const control = form.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
    return true
  }

  const clear = (field: Field) => setErrors((before) => ({ ...before, [field]: undefined }))

  return { errors, show, clear }
}
