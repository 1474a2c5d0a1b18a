import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError, fieldMessages } from './errors.ts'

type Sentences<Words> = { [Name in keyof Words]?: string | undefined }
type Status<Words> = { busy: boolean; errors: Sentences<Words>; failure?: unknown }

/** What a control takes from its form. */
export type FieldProps<Value = string> = {
  name: string
  value: Value
  error: string | undefined
  readOnly: boolean
  onChange: (value: Value) => void
}

/**
 * A form: what is typed, what is wrong with it, and one submit at a time. A refusal loses nothing of what was typed.
 *
 * `failure` is the last refusal that is about no field, until the next edit or submit.
 * @param start what stands in the fields at first, by their names
 * @param check what the server would refuse, in sentences
 * @param send rejects where it is refused; it goes on though the form may leave the page meanwhile
 * @param fieldOf the field that an error of the server is about, where the server names none
 * @param onSent told the answer, unless the form has left the page
 * @param onFailed told a refusal that is about no field
 * @param onChange told every edit, for whoever keeps what is typed longer than the form
 */
export function useForm<Words extends Record<string, unknown>, Answer>({
  start,
  check,
  send,
  fieldOf,
  onSent,
  onFailed,
  onChange,
}: {
  start: Words
  check: (words: Words) => Sentences<Words>
  send: (words: Words) => Promise<Answer>
  fieldOf?: Partial<Record<ErrorCode, keyof Words & string>>
  onSent?: (answer: Answer) => void
  onFailed?: (error: unknown) => void
  onChange?: (words: Words) => void
}) {
  const [words, setWords] = useState(start)
  const [{ busy, errors, failure }, setStatus] = useState<Status<Words>>({ busy: false, errors: {} })

  /** Shows what is wrong and leads to the first such field; false where nothing concerns a field on the page. */
  const show = (found: Sentences<Words>, form: HTMLFormElement) => {
    const first = [...form.elements].find((control) => found[control.getAttribute('name') ?? ''])
    if (!(first instanceof HTMLElement)) return false
    // Drawn first: a disabled field takes no focus, and this one is to be announced with its sentence.
    flushSync(() => setStatus({ busy: false, errors: found }))
    first.focus()
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
      if (show(refusals(error), form)) return
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
        setStatus({ busy, errors: { ...errors, [name]: undefined } })
        onChange?.({ ...words, [name]: value })
      },
    }),
  }
}
