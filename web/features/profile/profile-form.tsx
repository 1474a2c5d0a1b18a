import { useLocale, useTranslations } from 'use-intl'
import { displayNameFor, nameOrder } from '#contract/names.ts'
import { Reauthentication } from '#contract/sessions.ts'
import { type Me, Profile } from '#contract/users.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../lib/use-check.ts'
import { SaveOrCancel } from '../../ui/save-or-cancel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { CurrentPasswordField, isOtherFailure, SignInAgain, useCurrentPassword } from './current-password.tsx'
import { addressOf, useSaveProfile } from './queries.ts'
import { onEscape } from '../../lib/use-editing.ts'

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
  const language = useLocale()
  const check = useCheck()
  const save = useSaveProfile(onSaved)
  const current = useCurrentPassword()
  const { words, busy, failure, props, field } = useForm({
    start: { ...start, current_password: '' },
    check: (words) => ({ ...check(Profile, words), ...(current.isAsked && check(Reauthentication, words)) }),
    send: async ({ current_password, ...profile }) => {
      const preferred_name = displayNameFor(language, profile)
      await save.mutateAsync({ ...profile, preferred_name, ...(current.isAsked && { current_password }) })
      toast.success(t('userInfoUpdated'))
    },
    fieldOf: {
      email_taken: 'email',
      email_domain_refused: 'email',
      wrong_password: 'current_password',
      too_many_attempts: 'current_password',
    },
    onSent: onClose,
    onFailed: current.onFailed,
  })
  const failed = isOtherFailure(failure) && t('userInfoUpdateFailed')
  const cancel = () => {
    if (!busy) onCancel(words)
  }
  return (
    <form {...props} onKeyDown={onEscape(cancel)} className="grid gap-5 sm:grid-cols-2">
      {nameOrder(language).map((part, index) => (
        <TextField
          key={part}
          {...field(part)}
          label={t(part === 'family_name' ? 'profile.familyName' : 'profile.firstName')}
          autoComplete={part === 'family_name' ? 'family-name' : 'given-name'}
          autoFocus={index === 0}
        />
      ))}
      <div className="sm:col-span-2">
        <TextField
          {...field('preferred_name')}
          label={t('profile.displayName')}
          hint={t('profile.optional')}
          autoComplete="nickname"
        />
      </div>
      <div className="sm:col-span-2">
        <TextField {...field('email')} type="email" label={t('profile.email')} autoComplete="email" />
      </div>
      <SignInAgain failure={failure} />
      {current.isAsked && (
        <div className="grid gap-3 sm:col-span-2">
          <CurrentPasswordField field={field('current_password')} />
        </div>
      )}
      <SaveOrCancel isSaving={busy} failure={failed} cause={failure} onCancel={cancel} />
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
