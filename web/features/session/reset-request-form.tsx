import { useTranslations } from 'use-intl'
import { PasswordResetRequest } from '#contract/users.ts'
import { useForm } from '../../api/use-form.ts'
import { hasRoom } from '../../lib/has-room.ts'
import { useCheck } from '../../lib/use-check.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FormFailure, useReason } from './form-failure.tsx'
import { requestPasswordReset } from './queries.ts'

/** Asks for the mail with the link. @param onSent told the address, whether it has an account or not */
export function ResetRequestForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const t = useTranslations('entrance')
  const check = useCheck()
  const reasonOf = useReason()
  const { busy, failure, props, field } = useForm({
    start: { email },
    check: ({ email }) => check(PasswordResetRequest, { email: email.trim() }),
    send: async ({ email }) => {
      await requestPasswordReset(email.trim())
      return email.trim()
    },
    onSent,
  })
  return (
    <form {...props} className="flex flex-col gap-4">
      <TextField
        {...field('email')}
        tall
        type="email"
        label={t('labels.email')}
        autoComplete="username"
        autoFocus={hasRoom()}
      />
      <FormFailure failure={failure !== undefined && t('reset.sendFailed')} reason={reasonOf(failure)} />
      <Button kind="primary" wide type="submit" busy={busy ? t('reset.sending') : undefined}>
        {t('reset.send')}
      </Button>
    </form>
  )
}
