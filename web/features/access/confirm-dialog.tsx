import { useTranslations } from 'use-intl'
import { Reauthentication } from '#contract/sessions.ts'
import { serverMessage } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../lib/use-check.ts'
import { type DialogEnds, FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useConfirm } from './queries.ts'

/** Asks for the current password before something goes on. @param email whose it is, for the browser's password store */
export function ConfirmDialog({ email, onDone, onClose }: DialogEnds & { email: string }) {
  const t = useTranslations('access.confirm')
  const check = useCheck()
  const confirm = useConfirm()
  const { words, busy, failure, props, field } = useForm({
    start: { current_password: '' },
    check: (words) => check(Reauthentication, words),
    send: (words) => confirm.mutateAsync(words),
    fieldOf: { wrong_password: 'current_password', too_many_attempts: 'current_password' },
    onSent: onDone,
  })
  return (
    <FormDialog
      title={t('title')}
      form={props}
      submit={t('confirm')}
      busy={busy ? t('confirming') : undefined}
      disabled={words.current_password === ''}
      cause={failure}
      failure={failure !== undefined && (serverMessage(failure) ?? t('failed'))}
      onClose={onClose}
    >
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <p className="t-13 text-text-2">{t('reason')}</p>
      <TextField {...field('current_password')} type="password" label={t('password')} autoComplete="current-password" />
    </FormDialog>
  )
}
