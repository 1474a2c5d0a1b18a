import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Me, Profile } from '#contract/users.ts'
import { ApiError, fieldMessages } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
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

const names = fields.map(({ name }) => name)

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
  const { errors, show, clear } = useErrors(names)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (show(sentences(failuresOf(Profile, profile), profile), form)) return
    save.mutate(profile, {
      onSuccess: () => {
        toast.success(t('userInfoUpdated'))
        onClose()
      },
      onError: (error) => {
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
  const about = error instanceof ApiError && (error.code === 'email_taken' || error.code === 'email_domain_refused')
  return about && error.serverMessage ? { email: error.serverMessage } : fieldMessages(error)
}
