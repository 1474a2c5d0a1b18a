import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import { PasswordChange } from '#contract/users.ts'
import { ApiError, fieldMessages } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { failuresOf, useSentences } from '../../lib/field-errors.ts'
import { useChangePassword } from './queries.ts'
import { useErrors } from '../../lib/use-errors.ts'
import { onEscape } from './use-editing.ts'

const names = ['current_password', 'new_password', 'confirm_password'] as const
const empty = { current_password: '', new_password: '', confirm_password: '' }

/** @param email for the browser's password store: whose password it is */
export function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations('settings')
  const sentences = useSentences()
  const change = useChangePassword()
  const [words, setWords] = useState(empty)
  // The server wants the current password where the sign-in is some time ago, and says so when it is tried without.
  const [asksCurrent, setAsksCurrent] = useState(false)
  const [reason, setReason] = useState<string>()
  const { errors, show, clear } = useErrors(names)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { current_password, ...chosen } = words
    const failures = failuresOf(PasswordChange, chosen)
    const missing = asksCurrent && current_password === '' ? { current_password: 'required' as const } : {}
    if (show(sentences({ ...missing, ...failures }, words), form)) return
    setReason(undefined)
    change.mutate(asksCurrent ? words : chosen, {
      onSuccess: () => {
        toast.success(t('passwordChanged'))
        onClose()
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'reauthentication_required') return setAsksCurrent(true)
        if (error instanceof ApiError && error.code === 'sign_in_again') return setReason(error.serverMessage)
        if (!show(refusals(error), form)) toast.error(t('passwordChangeFailed'))
      },
    })
  }

  const field = (name: (typeof names)[number], label: string, hint?: string, autoFocus = false) => (
    <TextField
      name={name}
      type="password"
      label={label}
      hint={hint}
      autoComplete={name === 'current_password' ? 'current-password' : 'new-password'}
      autoFocus={autoFocus}
      readOnly={change.isPending}
      value={words[name]}
      error={errors[name]}
      onChange={(value) => {
        setWords((before) => ({ ...before, [name]: value }))
        clear(name)
      }}
    />
  )

  const cancel = () => {
    if (!change.isPending) onClose()
  }
  return (
    <form noValidate onSubmit={submit} onKeyDown={onEscape(cancel)} className="grid gap-5" aria-busy={change.isPending}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <div role="alert" className="empty:hidden">
        {reason && <Note kind="warn">{reason}</Note>}
      </div>
      {asksCurrent && (
        <>
          <div role="status">
            <Note>{t('password.currentReason')}</Note>
          </div>
          {field('current_password', t('password.current'), undefined, true)}
        </>
      )}
      {field('new_password', t('password.new'), t('password.newHint', { minimum: limits.password }), true)}
      {field('confirm_password', t('password.confirm'))}
      <p className="t-13 text-text-2">{t('password.otherSessions')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="ghost" onClick={cancel}>
          {t('cancel')}
        </Button>
        <Button kind="primary" type="submit" busy={change.isPending ? t('saving') : undefined}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

/** What the server refused, at the field that it is about; too many wrong tries are about the current password. */
function refusals(error: unknown): Record<string, string> {
  const about = error instanceof ApiError && (error.code === 'wrong_password' || error.code === 'too_many_attempts')
  return about && error.serverMessage ? { current_password: error.serverMessage } : fieldMessages(error)
}
