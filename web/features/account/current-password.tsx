import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../api/errors.ts'
import type { FieldProps } from '../../ui/controlled-props.ts'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined)

/**
 * Tells a form whether to show the field for the current password. The server requires the password if the last sign-in
 * was too long ago.
 */
export function useCurrentPassword() {
  const [isRequired, setRequired] = useState(false)
  const onFailed = (error: unknown) => {
    if (codeOf(error) === 'reauthentication_required') setRequired(true)
  }
  return { isRequired, onFailed }
}

/** Returns whether the request failed for another reason than a missing reauthentication. */
export const isOtherFailure = (failure: unknown) =>
  failure !== undefined && !['reauthentication_required', 'sign_in_again'].includes(codeOf(failure) ?? '')

/** Tells a member without a password to sign in again. */
export function SignInAgain({ failure }: { failure: unknown }) {
  return (
    <div role="alert" className="col-span-full empty:hidden">
      {failure instanceof ApiError && failure.code === 'sign_in_again' && (
        <Note kind="warn">{failure.serverMessage}</Note>
      )}
    </div>
  )
}

export function CurrentPasswordField({ field }: { field: FieldProps }) {
  const t = useTranslations('settings.password')
  return (
    <>
      <div role="status">
        <Note>{t('currentReason')}</Note>
      </div>
      <TextField {...field} type="password" label={t('current')} autoComplete="current-password" autoFocus />
    </>
  )
}
