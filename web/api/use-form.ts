import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError, fieldMessages, refusalBeside } from './errors.ts'

type Sentences<Words> = { [Name in keyof Words]?: string | undefined }
type Status<Words> = { busy: boolean; errors: Sentences<Words>; failure?: unknown; language?: string }

/** What a control takes from its form. */
export type FieldProps<Value = string> = {
  name: string
  value: Value
  error: string | undefined
  readOnly: boolean
  onChange: (value: Value) => void
}

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
 * A form: what is typed, what is wrong with it, and one submit at a time. A refusal loses nothing of what was typed.
 *
 * `failure` is the last refusal that is about no field of the form, until the next edit or submit.
 * @param start what stands in the fields at first, by their names
 * @param check what the server would refuse, in sentences
 * @param send rejects where it is refused; it goes on though the form may leave the page meanwhile
 * @param fieldOf the field that an error of the server is about, where the server names none
 * @param onSent told the answer, unless the form has left the page
 * @param onFailed told a refusal that is about no field
 * @param onChange told every edit
 * @param kept the words and what changes them, of a form whose words outlive it
 */
export function useForm<Words extends Record<string, unknown>, Answer>({
  start,
  check,
  send,
  fieldOf,
  onSent,
  onFailed,
  onChange,
  kept,
}: FormOptions<Words, Answer> & { kept?: readonly [Words, (change: (before: Words) => Words) => void] }) {
  const own = useState(start)
  const [words, setWords] = kept ?? own
  const language = document.documentElement.lang
  const [status, storeStatus] = useState<Status<Words>>({ busy: false, errors: {} })
  // Sentences in an earlier language of the page would be out of place.
  const current = (some: Status<Words>): Status<Words> =>
    some.language === language ? some : { busy: some.busy, errors: {} }
  const { busy, errors, failure } = current(status)
  const setStatus = (next: Status<Words>) => storeStatus({ ...next, language: document.documentElement.lang })

  /** Shows what is wrong and leads to the first such field; false where nothing concerns a field on the page. */
  const show = (found: Sentences<Words>, form: HTMLFormElement, beside?: unknown) => {
    const first = fieldsOf(form).find(({ name }) => found[name])
    if (!first) return false
    // Drawn first: a disabled field takes no focus, and this one is to be announced with its sentence.
    flushSync(() => setStatus({ busy: false, errors: found, failure: beside }))
    first.control.focus()
    return true
  }
  const refusals = (error: unknown) => {
    const field = error instanceof ApiError && error.code && fieldOf?.[error.code]
    return field && error.serverMessage ? { [field]: error.serverMessage } : fieldMessages(error)
  }

  const submit = async (form: HTMLFormElement) => {
    if (show(check(words), form)) return
    setStatus({ busy: true, errors: {} })
    try {
      const answer = await send(words)
      setStatus({ busy: false, errors: {} })
      if (form.isConnected) onSent?.(answer)
    } catch (error) {
      // Nobody would see it in the form: it is said as every other error (S2.47).
      if (!form.isConnected) throw error
      const names = new Set(fieldsOf(form).map(({ name }) => name))
      const found = refusals(error)
      const isAtField = Object.keys(found).every((name) => names.has(name))
      if (show(found, form, isAtField ? undefined : refusalBeside(error, (field) => names.has(field)))) return
      setStatus({ busy: false, errors: {}, failure: error })
      onFailed?.(error)
    }
  }

  return {
    words,
    busy,
    failure,
    /** What the form itself takes. */
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
        setWords((before) => ({ ...before, [name]: value })) // one edit may change two fields
        storeStatus((before) => {
          const now = current(before)
          return { busy: now.busy, errors: { ...now.errors, [name]: undefined }, language }
        })
        onChange?.({ ...words, [name]: value })
      },
    }),
  }
}

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements]
    .filter((control): control is HTMLElement => control instanceof HTMLElement)
    .map((control) => ({ control, name: control.getAttribute('name') ?? '' }))
