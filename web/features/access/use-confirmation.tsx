import { type ReactNode, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks for the password where the server wants it, and then goes on. */
export type Confirm = (error: unknown, goOn: () => void) => boolean

/** @returns `confirm` takes a failure and tells whether the password is asked for because of it; `dialog` is to be shown */
export function useConfirmation(email: string): { confirm: Confirm; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ goOn: () => void }>()
  const confirm: Confirm = (error, goOn) => {
    if (!(error instanceof ApiError) || error.code !== 'reauthentication_required') return false
    setAsked({ goOn })
    return true
  }
  const confirmed = () => {
    setAsked(undefined)
    asked?.goOn()
  }
  const dialog = asked && <ConfirmDialog email={email} onDone={confirmed} onClose={() => setAsked(undefined)} />
  return { confirm, dialog }
}
