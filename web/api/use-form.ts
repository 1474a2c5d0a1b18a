import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ErrorCode } from '#contract/errors.ts'
import { normalized } from '#contract/normalized.ts'
import { ApiError, fieldMessages, formLevelError } from './errors.ts'
import type { FieldProps } from '../ui/controlled-props.ts'

type Sentences<Words> = { [Name in keyof Words]?: string | undefined }
type Status<Words> = { busy: boolean; errors: Sentences<Words>; failure?: unknown; language?: string }

export type FormOptions<Words, Answer> = {
  start: Words
  check: (words: Words) => Sentences<Words>
  send: (words: Words) => Promise<Answer>
  fieldOf?: Partial<Record<ErrorCode, keyof Words & string>>
  onSent?: (answer: Answer) => void
  onFailed?: (error: unknown) => void
  onChange?: (words: Words) => void
}

/**
 * Manages a form: its values, their errors, and one submit at a time. A rejection keeps everything that was typed.
 * `failure` is the last rejection that concerns no field of the form. The next edit or submit clears it.
 * On submit, full-width letters in an email address become half-width, because Japanese keyboards can type both.
 * @param start the initial values by field name
 * @param check returns error sentences for values that the server would reject
 * @param send sends the values, and rejects if the server does; continues even if the form leaves the page
 * @param fieldOf maps error codes to fields, for errors without a field name
 * @param onSent called with the response, unless the form has left the page
 * @param onFailed called with a rejection that concerns no field
 * @param onChange called on every edit
 * @param stored the values and their setter, if the values outlive the form
 */
export function useForm<Words extends Record<string, unknown>, Answer>({
  start,
  check,
  send,
  fieldOf,
  onSent,
  onFailed,
  onChange,
  stored,
}: FormOptions<Words, Answer> & { stored?: readonly [Words, (change: (before: Words) => Words) => void] }) {
  const own = useState(start)
  const [words, setWords] = stored ?? own
  const language = document.documentElement.lang
  const [status, storeStatus] = useState<Status<Words>>({ busy: false, errors: {} })
  // Hides error sentences in the previous language of the page.
  const current = (some: Status<Words>): Status<Words> =>
    some.language === language ? some : { busy: some.busy, errors: {} }
  const { busy, errors, failure } = current(status)
  const setStatus = (next: Status<Words>) => storeStatus({ ...next, language: document.documentElement.lang })

  /** Shows errors and focuses the first field with one. Returns false if no field on the page has an error. */
  const show = (found: Sentences<Words>, form: HTMLFormElement, beside?: unknown) => {
    const first = fieldsOf(form).find(({ name }) => found[name])
    if (!first) return false
    // Renders first: a disabled field cannot take the focus, and a screen reader must announce the field with its
    // error.
    flushSync(() => setStatus({ busy: false, errors: found, failure: beside }))
    first.control.focus()
    return true
  }
  const refusals = (error: unknown) => {
    const field = error instanceof ApiError && error.code && fieldOf?.[error.code]
    return field && error.serverMessage ? { [field]: error.serverMessage } : fieldMessages(error)
  }

  const submit = async (form: HTMLFormElement) => {
    const corrected = correctedEmails(form, words)
    const read = { ...words, ...corrected }
    if (Object.keys(corrected).length > 0) setWords(() => read)
    if (show(check(read), form)) return
    setStatus({ busy: true, errors: {} })
    try {
      const answer = await send(read)
      setStatus({ busy: false, errors: {} })
      if (form.isConnected) onSent?.(answer)
    } catch (error) {
      // The form has left the page, so the error is shown like every unhandled error (S2.47).
      if (!form.isConnected) throw error
      const names = new Set(fieldsOf(form).map(({ name }) => name))
      const found = refusals(error)
      const isAtField = Object.keys(found).every((name) => names.has(name))
      if (show(found, form, isAtField ? undefined : formLevelError(error, (field) => names.has(field)))) return
      setStatus({ busy: false, errors: {}, failure: error })
      onFailed?.(error)
    }
  }

  return {
    words,
    busy,
    failure,
    props: {
      noValidate: true,
      'aria-busy': busy,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!busy) void submit(event.currentTarget)
      },
    },
    field: <Name extends keyof Words & string>(name: Name): FieldProps<Words[Name]> => ({
      name,
      value: words[name],
      error: errors[name],
      readOnly: busy,
      onChange: (value) => {
        setWords((before) => ({ ...before, [name]: value })) // one event can change two fields
        storeStatus((before) => {
          const now = current(before)
          return { busy: now.busy, errors: { ...now.errors, [name]: undefined }, language }
        })
        onChange?.({ ...words, [name]: value })
      },
    }),
  }
}

/** Returns corrected email addresses by field name: half-width letters, no blanks around them. Omits correct ones. */
const correctedEmails = (form: HTMLFormElement, words: Record<string, unknown>) =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('input[type="email"]')].flatMap(({ name }) => {
      const typed = words[name]
      const read = typeof typed === 'string' ? normalized(typed, 'NFKC').trim() : typed
      return read === typed ? [] : [[name, read]]
    }),
  )

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements]
    .filter((control): control is HTMLElement => control instanceof HTMLElement)
    .map((control) => ({ control, name: control.getAttribute('name') ?? '' }))
