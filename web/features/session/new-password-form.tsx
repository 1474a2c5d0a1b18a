import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import { PasswordReset } from '#contract/users.ts'
import { ApiError } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { hasRoom } from '../../lib/has-room.ts'
import { useCheck } from '../../lib/use-check.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FormFailure, useReason } from './form-failure.tsx'
import { resetPassword } from './queries.ts'

/** @param token from the mail's link @param onInvalid the link is spent, expired or none of ours */
export function NewPasswordForm({
  token,
  onDone,
  onInvalid,
}: {
  token: string
  onDone: () => void
  onInvalid: () => void
}) {
  const t = useTranslations('entrance')
  const check = useCheck()
  const reasonOf = useReason()
  const { busy, failure, props, field } = useForm({
    start: { new_password: '', confirm_password: '' },
    check: (words) => check(PasswordReset, { token, ...words }),
    send: (words) => resetPassword({ token, ...words }),
    onSent: onDone,
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'link_invalid') onInvalid()
    },
  })
  return (
    <form {...props} className="flex flex-col gap-4">
      <TextField
        {...field('new_password')}
        tall
        type="password"
        label={t('labels.newPassword')}
        hint={t('labels.minimum', { minimum: limits.password })}
        autoComplete="new-password"
        autoFocus={hasRoom()}
      />
      <TextField
        {...field('confirm_password')}
        tall
        type="password"
        label={t('labels.confirmPassword')}
        autoComplete="new-password"
      />
      <FormFailure failure={failure !== undefined && t('reset.saveFailed')} reason={reasonOf(failure)} />
      <Button kind="primary" wide type="submit" busy={busy ? t('reset.saving') : undefined}>
        {t('reset.save')}
      </Button>
    </form>
  )
}
