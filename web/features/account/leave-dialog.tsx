import { useTranslations } from 'use-intl'
import { Leaving } from '#contract/leaving.ts'
import { serverMessage } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { type DialogCallbacks, FormDialog } from '../../ui/form-dialog.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useLeave } from './access-queries.ts'

const choices = ['keep', 'erase'] as const

const atFirst: { reports: Leaving['reports']; password: string } = { reports: 'keep', password: '' }

/**
 * @param email the username for the browser's password manager
 * @param isAdmin warns administrators that their webhooks will stop
 */
export function LeaveDialog({
  email,
  isAdmin,
  onDone,
  onClose,
}: DialogCallbacks & { email: string; isAdmin: boolean }) {
  const t = useTranslations('access.leave')
  const check = useCheck()
  const leave = useLeave()
  const form = useForm({
    start: atFirst,
    check: (words) => check(Leaving, words),
    send: async ({ reports, password }) => {
      await leave.mutateAsync({ reports, ...(password && { password }) })
      toast.success(t('left'))
      onDone()
    },
    fieldOf: {
      wrong_password: 'password',
      too_many_attempts: 'password',
      reauthentication_required: 'password',
      sign_in_again: 'password',
    },
  })
  const failed = serverMessage(form.failure) ?? t('leaveFailed')
  const words = { title: t('leave'), meta: t('choice'), submit: t('leave'), sending: t('leaving'), failed }
  return (
    <FormDialog form={form} words={words} kind="danger" onClose={onClose}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <RadioGroup
        legend={t('choice')}
        unseen
        values={choices}
        {...form.field('reports')}
        hint={(choice) => t(choice === 'keep' ? 'keepHint' : 'eraseHint')}
      >
        {(choice) => <span className="t-14">{t(choice)}</span>}
      </RadioGroup>
      {isAdmin && <p className="t-13 text-text-2">{t('webhooks')}</p>}
      <TextField
        {...form.field('password')}
        type="password"
        label={t('password')}
        hint={t('passwordHint')}
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
