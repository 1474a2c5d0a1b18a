import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import { Reauthentication } from '#contract/sessions.ts'
import { PasswordChange } from '#contract/passwords.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SaveOrCancel } from '../../ui/save-or-cancel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { CurrentPasswordField, isOtherFailure, SignInAgain, useCurrentPassword } from './current-password.tsx'
import { useChangePassword } from './queries.ts'
import { onEscape } from '../../hooks/use-editing.ts'

/** @param email the username for the browser's password manager */
export function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations('settings')
  const check = useCheck()
  const change = useChangePassword()
  const current = useCurrentPassword()
  const { busy, failure, props, field } = useForm({
    start: { current_password: '', new_password: '', confirm_password: '', end_lasting_access: true },
    check: (words) => ({ ...check(PasswordChange, words), ...(current.isRequired && check(Reauthentication, words)) }),
    send: async ({ current_password, ...chosen }) => {
      await change.mutateAsync({ ...chosen, ...(current.isRequired && { current_password }) })
      toast.success(t('passwordChanged'))
    },
    fieldOf: { wrong_password: 'current_password', too_many_attempts: 'current_password' },
    onSent: onClose,
    onFailed: current.onFailed,
  })
  const ends = field('end_lasting_access')
  const failed = isOtherFailure(failure) && t('passwordChangeFailed')
  const cancel = () => {
    if (!busy) onClose()
  }
  return (
    <form {...props} onKeyDown={onEscape(cancel)} className="grid gap-5">
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <SignInAgain failure={failure} />
      {current.isRequired && <CurrentPasswordField field={field('current_password')} />}
      <TextField
        {...field('new_password')}
        type="password"
        label={t('password.new')}
        hint={t('password.newHint', { minimum: limits.password })}
        autoComplete="new-password"
        autoFocus
      />
      <TextField
        {...field('confirm_password')}
        type="password"
        label={t('password.confirm')}
        autoComplete="new-password"
      />
      <p className="t-13 text-text-2">{t('password.otherSessions')}</p>
      <Checkbox name={ends.name} checked={ends.value} onChange={ends.onChange}>
        {t('password.endLasting')}
      </Checkbox>
      <SaveOrCancel isSaving={busy} failure={failed} cause={failure} onCancel={cancel} />
    </form>
  )
}
