import type { FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Invitation } from '#contract/invitations.ts'
import { serverMessage } from '../../api/errors.ts'
import { type DialogEnds, FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useCancelInvitation } from './queries.ts'

/** The last step before an invitation is taken back. */
export function CancelDialog({ invitation: { id, email }, onDone, onClose }: DialogEnds & { invitation: Invitation }) {
  const t = useTranslations('team')
  const cancel = useCancelInvitation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    cancel.mutate(id, {
      onSuccess: () => {
        toast.success(t('inviteCancelled', { email }))
        flushSync(onClose) // nothing else can take the focus until it is closed
        onDone()
      },
    })
  }
  return (
    <FormDialog
      title={t('cancelTitle', { email })}
      form={{ onSubmit: submit }}
      submit={t('cancelInvitation')}
      kind="danger"
      busy={cancel.isPending ? t('cancelling') : undefined}
      failure={cancel.isError && t('cancelFailed')}
      reason={serverMessage(cancel.error)}
      cause={cancel.error}
      onClose={onClose}
    >
      <p className="t-14 text-text-2">{t('cancelAbout')}</p>
    </FormDialog>
  )
}
