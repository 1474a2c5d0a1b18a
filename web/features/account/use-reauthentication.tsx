import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import type { ReauthenticateThen, Reauthenticating } from '../../api/reauthentication.ts'
import { PasswordDialog } from './password-dialog.tsx'

const asksForPassword = (error: unknown) => error instanceof ApiError && error.code === 'reauthentication_required'

type PendingCall = { repeat: () => void; giveUp?: () => void }

/**
 * Asks for the password in a dialog if the server requires it.
 *
 * - `confirm`: takes the error of a call. If the server required the password, opens the dialog and returns true.
 * - `reauthenticating`: runs a call, and opens the dialog in the same case. A form that awaits the call keeps its
 *   input.
 * - `dialog`: must be rendered.
 */
export function useReauthentication(email: string): {
  confirm: ReauthenticateThen
  reauthenticating: Reauthenticating
  dialog: ReactNode
} {
  const [pending, setPending] = useState<PendingCall>()
  const open = useRef<PendingCall>(undefined)
  /** Opens the dialog for one call at a time. A new call rejects the waiting one, which could not settle otherwise. */
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
