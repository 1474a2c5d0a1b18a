import { type FormEvent, useState } from 'react'

/** A form's submit: one at a time, with `busy` while it lasts. `send` takes care of its own failures. */
export function useSubmit(send: (form: HTMLFormElement) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    void send(event.currentTarget).finally(() => setBusy(false))
  }
  return { busy, onSubmit }
}
