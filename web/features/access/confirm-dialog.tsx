import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Reauthentication } from '#contract/sessions.ts'
import { serverMessage } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../lib/use-check.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useConfirm } from './queries.ts'

/** Asks for the current password before something goes on. @param email whose it is, for the browser's password store */
export function ConfirmDialog({
  email,
  onConfirmed,
  onClose,
}: {
  email: string
  onConfirmed: () => void
  onClose: () => void
}) {
  const t = useTranslations('access.confirm')
  const id = useId()
  const check = useCheck()
  const confirm = useConfirm()
  const { words, busy, props, field } = useForm({
    start: { current_password: '' },
    check: (words) => check(Reauthentication, words),
    send: (words) => confirm.mutateAsync(words),
    fieldOf: { wrong_password: 'current_password', too_many_attempts: 'current_password' },
    onSent: onConfirmed,
    onFailed: (error) => toast.error(serverMessage(error) ?? t('failed')),
  })
  return (
    <Dialog
      title={t('title')}
      closeLabel={t('close')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button kind="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={id}
            disabled={words.current_password === ''}
            busy={busy ? t('confirming') : undefined}
          >
            {t('confirm')}
          </Button>
        </div>
      }
    >
      <form {...props} id={id} className="grid gap-5">
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <p className="t-13 text-text-2">{t('reason')}</p>
        <TextField
          {...field('current_password')}
          type="password"
          label={t('password')}
          autoComplete="current-password"
        />
      </form>
    </Dialog>
  )
}
