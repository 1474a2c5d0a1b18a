import { useTranslations } from 'use-intl'
import type { Invitation } from '#contract/invitations.ts'
import { serverMessage } from '../../api/errors.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useResend } from './queries.ts'

/** The last step before a new link ends the earlier one of an invitation. */
export function RenewDialog({
  invitation: { id, email },
  onRenewed,
  onClose,
}: {
  invitation: Pick<Invitation, 'id' | 'email'>
  onRenewed: (renewed: Partial<Invitation>) => void
  onClose: () => void
}) {
  const t = useTranslations('team')
  const resend = useResend()
  const onSuccess = (renewed: Partial<Invitation>) => {
    toast.success(renewed.link ? t('linkRenewed', { email }) : t('resendSent', { email }))
    onClose()
    onRenewed({ ...renewed, id })
  }
  return (
    <ConfirmDialog
      title={t('renewTitle', { email })}
      about={t('renewAbout')}
      submit={t('renew')}
      kind="primary"
      busy={resend.isPending && t('creating')}
      failed={resend.isError && t('resendFailed')}
      reason={serverMessage(resend.error)}
      cause={resend.error}
      onConfirm={() => resend.mutate(id, { onSuccess })}
      onClose={onClose}
    />
  )
}
