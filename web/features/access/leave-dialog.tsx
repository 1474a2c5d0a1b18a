import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Leaving } from '#contract/users.ts'
import { ApiError, serverMessage } from '../../api/errors.ts'
import { useErrors } from '../../lib/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useLeave } from './queries.ts'

const choices = [
  { id: 'keep', hint: 'keepHint' },
  { id: 'erase', hint: 'eraseHint' },
] as const

/** The last step before an account is deleted. @param email for the browser's password store: whose password it is */
export function LeaveDialog({ email, onLeft, onClose }: { email: string; onLeft: () => void; onClose: () => void }) {
  const t = useTranslations('access.leave')
  const [form, radio] = [useId(), useId()]
  const leave = useLeave()
  const [reports, setReports] = useState<Leaving['reports']>('keep')
  const [password, setPassword] = useState('')
  const { errors, show, clear } = useErrors(['password'] as const)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (leave.isPending) return
    leave.mutate(password === '' ? { reports } : { reports, password }, {
      onSuccess: () => {
        toast.success(t('left'))
        onLeft()
      },
      onError: (error) => {
        const sentence = serverMessage(error)
        if (isAboutPassword(error) && sentence) show({ password: sentence }, element)
        else toast.error(sentence ?? t('leaveFailed'))
      },
    })
  }

  return (
    <Dialog
      title={t('leave')}
      meta={t('choice')}
      closeLabel={t('close')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button kind="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="danger" type="submit" form={form} busy={leave.isPending ? t('leaving') : undefined}>
            {t('leave')}
          </Button>
        </div>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-5" aria-busy={leave.isPending}>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <fieldset disabled={leave.isPending} className="flex flex-col gap-2">
          <legend className="sr-only">{t('choice')}</legend>
          {choices.map(({ id, hint }) => (
            <label
              key={id}
              className="grid min-h-12 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-2 border border-rule bg-surface px-4 py-2 hover:bg-hover has-checked:border-ai has-checked:bg-ai-soft has-checked:ring-1 has-checked:ring-ai has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={radio}
                value={id}
                checked={id === reports}
                onChange={() => setReports(id)}
                className="size-4.5 shrink-0 cursor-pointer appearance-none rounded-full border border-rule-strong bg-surface outline-none checked:border-5 checked:border-ai forced-colors:appearance-auto"
              />
              <span className="t-14">{t(id)}</span>
              <span className="col-start-2 t-12 text-text-2">{t(hint)}</span>
            </label>
          ))}
        </fieldset>
        <TextField
          name="password"
          type="password"
          label={t('password')}
          hint={t('passwordHint')}
          autoComplete="current-password"
          readOnly={leave.isPending}
          value={password}
          error={errors.password}
          onChange={(value) => {
            setPassword(value)
            clear('password')
          }}
        />
      </form>
    </Dialog>
  )
}

const codes = ['wrong_password', 'too_many_attempts', 'reauthentication_required', 'sign_in_again']
const isAboutPassword = (error: unknown) => error instanceof ApiError && codes.some((code) => code === error.code)
