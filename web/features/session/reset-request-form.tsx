import { useTranslations } from 'use-intl'
import { PasswordResetRequest } from '#contract/passwords.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { EntranceField, EntranceForm } from './entrance-form.tsx'
import { requestPasswordReset } from './sign-in-queries.ts'

/** @param onSent called with the address, whether or not it has an account */
export function ResetRequestForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const t = useTranslations('entrance.reset')
  const labels = useTranslations('entrance.labels')
  const check = useCheck()
  const form = useForm({
    start: { email },
    check: ({ email }) => check(PasswordResetRequest, { email }),
    send: async ({ email }) => {
      await requestPasswordReset(email)
      return email
    },
    onSent,
  })
  return (
    <EntranceForm form={form} failed={t('sendFailed')} submit={t('send')} sending={t('sending')}>
      <EntranceField
        {...form.field('email')}
        type="email"
        label={labels('email')}
        autoComplete="username"
        startsFocused
      />
    </EntranceForm>
  )
}
