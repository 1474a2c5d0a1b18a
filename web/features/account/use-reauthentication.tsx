import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import type { ReauthenticateThen, Reauthenticating } from '../../api/reauthentication.ts'
import { PasswordDialog } from './password-dialog.tsx'

const asksForPassword = (error: unknown) => error instanceof ApiError && error.code === 'reauthentication_required'

type PendingCall = { repeat: () => void; giveUp?: () => void }

/**
 * Asks for the password in a dialog if the server requires it.
 *
 * - `confirm`: takes an error. Returns true if it asks for the password because of that error.
 * - `reauthenticating`: wraps a call in the same way, so that a form keeps its input.
 * - `dialog`: must be rendered.
 */
export function useReauthentication(email: string): {
  confirm: ReauthenticateThen
  reauthenticating: Reauthenticating
  dialog: ReactNode
} {
  const [pending, setPending] = useState<PendingCall>()
  const open = useRef<PendingCall>(undefined)
  /** Asks one question at a time. A new question rejects the previous one, or its call would never settle. */
  const ask = (next: PendingCall | undefined) => {
    const before = open.current
    open.current = next
    setPending(next)
    if (next) before?.giveUp?.()
  }
  const confirm: ReauthenticateThen = (error, repeat) => {
    if (!asksForPassword(error)) return false
    ask({ repeat })
    return true
  }
  const reauthenticating: Reauthenticating = async (act) => {
    try {
      return await act()
    } catch (error) {
      if (!asksForPassword(error)) throw error
      await new Promise<void>((repeat, reject) => ask({ repeat, giveUp: () => reject(error) }))
      return act()
    }
  }
  const confirmed = () => {
    ask(undefined)
    pending?.repeat()
  }
  const close = () => {
    ask(undefined)
    pending?.giveUp?.()
  }
  const dialog = pending && <PasswordDialog email={email} onDone={confirmed} onClose={close} />
  return { confirm, reauthenticating, dialog }
}
