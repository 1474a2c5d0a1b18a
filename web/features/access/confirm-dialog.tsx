import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, serverMessage } from '../../api/errors.ts'
import { useErrors } from '../../lib/use-errors.ts'
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
  const form = useId()
  const confirm = useConfirm()
  const [password, setPassword] = useState('')
  const { errors, show, clear } = useErrors(['current_password'] as const)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (confirm.isPending || password === '') return
    confirm.mutate(
      { current_password: password },
      {
        onSuccess: onConfirmed,
        onError: (error) => {
          const sentence = serverMessage(error)
          if (error instanceof ApiError && sentence) show({ current_password: sentence }, element)
          else toast.error(t('failed'))
        },
      },
    )
  }

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
            form={form}
            disabled={password === ''}
            busy={confirm.isPending ? t('confirming') : undefined}
          >
            {t('confirm')}
          </Button>
        </div>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-5" aria-busy={confirm.isPending}>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <p className="t-13 text-text-2">{t('reason')}</p>
        <TextField
          name="current_password"
          type="password"
          label={t('password')}
          autoComplete="current-password"
          readOnly={confirm.isPending}
          value={password}
          error={errors.current_password}
          onChange={(value) => {
            setPassword(value)
            clear('current_password')
          }}
        />
      </form>
    </Dialog>
  )
}
