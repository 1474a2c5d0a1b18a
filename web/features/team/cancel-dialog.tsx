import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Invitation } from '#contract/invitations.ts'
import { serverMessage } from '../../api/errors.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DialogEnds } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useCancelInvitation } from './queries.ts'

/** The last step before an invitation is taken back. */
export function CancelDialog({ invitation: { id, email }, onDone, onClose }: DialogEnds & { invitation: Invitation }) {
  const t = useTranslations('team')
  const cancel = useCancelInvitation()
  const onSuccess = () => {
    toast.success(t('inviteCancelled', { email }))
    flushSync(onClose) // nothing else can take the focus until it is closed
    onDone()
  }
  return (
    <ConfirmDialog
      title={t('cancelTitle', { email })}
      about={t('cancelAbout')}
      submit={t('cancelInvitation')}
      busy={cancel.isPending && t('cancelling')}
      failed={cancel.isError && t('cancelFailed')}
      reason={serverMessage(cancel.error)}
      cause={cancel.error}
      onConfirm={() => cancel.mutate(id, { onSuccess })}
      onClose={onClose}
    />
  )
}
