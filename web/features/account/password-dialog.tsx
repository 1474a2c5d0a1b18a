import { useTranslations } from 'use-intl'
import { Reauthentication } from '#contract/sessions.ts'
import { serverMessage } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { type DialogCallbacks, FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useConfirm } from './access-queries.ts'

/** @param email the username for the browser's password manager */
export function PasswordDialog({ email, onDone, onClose }: DialogCallbacks & { email: string }) {
  const t = useTranslations('reauthentication')
  const check = useCheck()
  const confirm = useConfirm()
  const form = useForm({
    start: { current_password: '' },
    check: (words) => check(Reauthentication, words),
    send: (words) => confirm.mutateAsync(words),
    fieldOf: { wrong_password: 'current_password', too_many_attempts: 'current_password' },
    onSent: onDone,
  })
  const failed = serverMessage(form.failure) ?? t('failed')
  const words = { title: t('title'), submit: t('confirm'), sending: t('confirming'), failed }
  return (
    <FormDialog form={form} words={words} disabled={form.words.current_password === ''} onClose={onClose}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <p className="t-13 text-text-2">{t('reason')}</p>
      <TextField
        {...form.field('current_password')}
        type="password"
        label={t('password')}
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
