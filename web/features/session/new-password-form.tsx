import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import { PasswordReset } from '#contract/passwords.ts'
import { ApiError } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { EntranceForm } from './entrance-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { resetPassword } from './sign-in-queries.ts'

type Props = { token: string; onDone: () => void; onInvalid: () => void }

/**
 * @param token the token of the link in the email
 * @param onInvalid called if the link was used, has expired or is unknown
 */
export function NewPasswordForm({ token, onDone, onInvalid }: Props) {
  const t = useTranslations('entrance.reset')
  const labels = useTranslations('entrance.labels')
  const check = useCheck()
  const form = useForm({
    start: { new_password: '', confirm_password: '' },
    check: (words) => check(PasswordReset, { token, ...words }),
    send: (words) => resetPassword({ token, ...words }),
    onSent: onDone,
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'link_invalid') onInvalid()
    },
  })
  return (
    <EntranceForm form={form} failed={t('saveFailed')} submit={t('save')} sending={t('saving')}>
      <NewPasswordField
        {...form.field('new_password')}
        label={labels('newPassword')}
        hint={labels('minimum', { minimum: limits.password })}
        startsFocused
      />
      <NewPasswordField {...form.field('confirm_password')} label={labels('confirmPassword')} />
    </EntranceForm>
  )
}
