import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Leaving } from '#contract/users.ts'
import { serverMessage } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../lib/use-check.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useLeave } from './queries.ts'

const choices = [
  { id: 'keep', hint: 'keepHint' },
  { id: 'erase', hint: 'eraseHint' },
] as const

const atFirst: { reports: Leaving['reports']; password: string } = { reports: 'keep', password: '' }

/** The last step before an account is deleted. @param email for the browser's password store: whose password it is */
export function LeaveDialog({ email, onLeft, onClose }: { email: string; onLeft: () => void; onClose: () => void }) {
  const t = useTranslations('access.leave')
  const [id, radio] = [useId(), useId()]
  const check = useCheck()
  const leave = useLeave()
  const { busy, props, field } = useForm({
    start: atFirst,
    check: (words) => check(Leaving, words),
    send: async ({ reports, password }) => {
      await leave.mutateAsync({ reports, ...(password && { password }) })
      toast.success(t('left'))
      onLeft()
    },
    fieldOf: {
      wrong_password: 'password',
      too_many_attempts: 'password',
      reauthentication_required: 'password',
      sign_in_again: 'password',
    },
    onFailed: (error) => toast.error(serverMessage(error) ?? t('leaveFailed')),
  })

  const reports = field('reports')
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
          <Button kind="danger" type="submit" form={id} busy={busy ? t('leaving') : undefined}>
            {t('leave')}
          </Button>
        </div>
      }
    >
      <form {...props} id={id} className="grid gap-5">
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <fieldset disabled={busy} className="flex flex-col gap-2">
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
                checked={id === reports.value}
                onChange={() => reports.onChange(id)}
                className="size-4.5 shrink-0 cursor-pointer appearance-none rounded-full border border-rule-strong bg-surface outline-none checked:border-5 checked:border-ai forced-colors:appearance-auto"
              />
              <span className="t-14">{t(id)}</span>
              <span className="col-start-2 t-12 text-text-2">{t(hint)}</span>
            </label>
          ))}
        </fieldset>
        <TextField
          {...field('password')}
          type="password"
          label={t('password')}
          hint={t('passwordHint')}
          autoComplete="current-password"
        />
      </form>
    </Dialog>
  )
}
