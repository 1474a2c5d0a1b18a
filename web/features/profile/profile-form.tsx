import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Me, Profile } from '#contract/users.ts'
import { ApiError, fieldMessages } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { failuresOf, useSentences } from '../../lib/field-errors.ts'
import { addressOf, useSaveProfile } from './queries.ts'
import { onEscape } from './use-editing.ts'
import { useErrors } from '../../lib/use-errors.ts'

const fields = [
  { name: 'family_name', label: 'familyName', autoComplete: 'family-name', half: true },
  { name: 'first_name', label: 'firstName', autoComplete: 'given-name', half: true },
  { name: 'preferred_name', label: 'displayName', autoComplete: 'nickname', half: false },
  { name: 'email', label: 'email', autoComplete: 'email', half: false },
] as const

const names = [...fields.map(({ name }) => name), 'current_password' as const]

export function ProfileForm({
  start,
  onSaved,
  onClose,
  onCancel,
}: {
  start: Profile
  onSaved: () => Promise<unknown>
  onClose: () => void
  /** Left without saving what stands in the form. */
  onCancel: (left: Profile) => void
}) {
  const t = useTranslations('settings')
  const sentences = useSentences()
  const save = useSaveProfile(onSaved)
  const [profile, setProfile] = useState(start)
  // The server wants it for a new e-mail where the sign-in is some time ago, and says so when it is tried without.
  const [asksCurrent, setAsksCurrent] = useState(false)
  const [current, setCurrent] = useState('')
  const [reason, setReason] = useState<string>()
  const { errors, show, clear } = useErrors(names)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const missing = asksCurrent && current === '' ? { current_password: 'required' as const } : {}
    if (
      show(sentences({ ...failuresOf(Profile, profile), ...missing }, { ...profile, current_password: current }), form)
    )
      return
    setReason(undefined)
    save.mutate(asksCurrent ? { ...profile, current_password: current } : profile, {
      onSuccess: () => {
        toast.success(t('userInfoUpdated'))
        onClose()
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'reauthentication_required') return setAsksCurrent(true)
        if (error instanceof ApiError && error.code === 'sign_in_again') return setReason(error.serverMessage)
        if (!show(refusals(error), form)) toast.error(t('userInfoUpdateFailed'))
      },
    })
  }

  const cancel = () => {
    if (!save.isPending) onCancel(profile)
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={onEscape(cancel)}
      className="grid gap-5 sm:grid-cols-2"
      aria-busy={save.isPending}
    >
      {fields.map(({ name, label, autoComplete, half }, index) => (
        <div key={name} className={half ? '' : 'sm:col-span-2'}>
          <TextField
            name={name}
            label={t(`profile.${label}`)}
            hint={name === 'preferred_name' ? t('profile.optional') : undefined}
            type={name === 'email' ? 'email' : 'text'}
            autoComplete={autoComplete}
            autoFocus={index === 0}
            readOnly={save.isPending}
            value={profile[name]}
            error={errors[name]}
            onChange={(value) => {
              setProfile((before) => ({ ...before, [name]: value }))
              clear(name)
            }}
          />
        </div>
      ))}
      <div role="alert" className="empty:hidden sm:col-span-2">
        {reason && <Note kind="warn">{reason}</Note>}
      </div>
      {asksCurrent && (
        <div className="grid gap-3 sm:col-span-2">
          <div role="status">
            <Note>{t('password.currentReason')}</Note>
          </div>
          <TextField
            name="current_password"
            type="password"
            label={t('password.current')}
            autoComplete="current-password"
            autoFocus
            readOnly={save.isPending}
            value={current}
            error={errors.current_password}
            onChange={(value) => {
              setCurrent(value)
              clear('current_password')
            }}
          />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2 sm:col-span-2">
        <Button kind="ghost" onClick={cancel}>
          {t('cancel')}
        </Button>
        <Button kind="primary" type="submit" busy={save.isPending ? t('saving') : undefined}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

/** What the form shows of a member. */
export const profileOf = (user: Me): Profile => ({
  first_name: user.first_name,
  family_name: user.family_name,
  preferred_name: user.preferred_name,
  email: addressOf(user),
})

/** What the server refused, at the field that it is about. */
function refusals(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !error.serverMessage) return fieldMessages(error)
  const { code, serverMessage } = error
  if (code === 'email_taken' || code === 'email_domain_refused') return { email: serverMessage }
  if (code === 'wrong_password' || code === 'too_many_attempts') return { current_password: serverMessage }
  return fieldMessages(error)
}
