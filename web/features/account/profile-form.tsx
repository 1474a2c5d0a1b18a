import { useLocale, useTranslations } from 'use-intl'
import { displayNameFor, nameOrder } from '#contract/names.ts'
import { Reauthentication } from '#contract/sessions.ts'
import { type Me, Profile } from '#contract/users.ts'
import { useFormKey, useStoredForm } from '../../api/use-stored-form.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { DraftNotes } from '../../ui/draft-notes.tsx'
import { SaveOrCancel } from '../../ui/save-or-cancel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDiscard } from '../../ui/use-discard.ts'
import { CurrentPasswordField, isOtherFailure, SignInAgain, useCurrentPassword } from './current-password.tsx'
import { addressOf, changeOfProfile, useSaveProfile } from './queries.ts'
import { onEscape } from '../../hooks/use-editing.ts'

export function ProfileForm({
  start,
  onSaved,
  onClose,
  onReopen,
}: {
  start: Profile
  onSaved: () => Promise<unknown>
  onClose: () => void
  onReopen: () => void
}) {
  const t = useTranslations('settings')
  const language = useLocale()
  const check = useCheck()
  const save = useSaveProfile(onSaved)
  const current = useCurrentPassword()
  const changeTo = (profile: Profile): Profile & { before: Profile } => ({
    ...profile,
    preferred_name: displayNameFor(language, profile),
    // The profile as it was when the member began to edit, even if the page has refetched the profile since.
    before: draft.baseVersion === null ? start : (JSON.parse(draft.baseVersion) as Profile),
  })
  const { busy, failure, props, field, draft } = useStoredForm({
    key: useFormKey('profile'),
    secrets: ['current_password'],
    version: JSON.stringify(start),
    start: { ...start, current_password: '' },
    check: (words) => ({ ...check(Profile, words), ...(current.isRequired && check(Reauthentication, words)) }),
    send: async ({ current_password, ...profile }) => {
      await save.mutateAsync({ ...changeTo(profile), ...(current.isRequired && { current_password }) })
      toast.success(t('userInfoUpdated'))
    },
    later: ({ current_password: _secret, ...profile }) =>
      current.isRequired ? undefined : changeOfProfile(changeTo(profile)),
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
  const cancel = useDiscard(draft, onClose, onReopen)
  return (
    <form {...props} onKeyDown={onEscape(() => busy || onClose())} className="grid gap-5 two-columns">
      <DraftNotes
        draft={draft}
        elsewhere={draft.isWritten && draft.baseVersion !== JSON.stringify(start) ? 'changed' : undefined}
      />
      {nameOrder(language).map((part, index) => (
        <TextField
          key={part}
          {...field(part)}
          label={t(part === 'family_name' ? 'profile.familyName' : 'profile.firstName')}
          autoComplete={part === 'family_name' ? 'family-name' : 'given-name'}
          autoFocus={index === 0}
        />
      ))}
      <div className="col-span-full">
        <TextField
          {...field('preferred_name')}
          label={t('profile.displayName')}
          hint={t('profile.optional')}
          autoComplete="nickname"
        />
      </div>
      <div className="col-span-full">
        <TextField {...field('email')} type="email" label={t('profile.email')} autoComplete="email" />
      </div>
      <SignInAgain failure={failure} />
      {current.isRequired && (
        <div className="grid gap-3 col-span-full">
          <CurrentPasswordField field={field('current_password')} />
        </div>
      )}
      <SaveOrCancel isSaving={busy} failure={failed} cause={failure} onCancel={busy ? onClose : cancel} />
    </form>
  )
}

export const profileOf = (user: Me): Profile => ({
  first_name: user.first_name,
  family_name: user.family_name,
  preferred_name: user.preferred_name,
  email: addressOf(user),
})
