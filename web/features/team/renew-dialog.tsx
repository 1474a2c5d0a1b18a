import { useTranslations } from 'use-intl'
import type { Invitation } from '#contract/invitations.ts'
import { ActDialog } from '../../api/act-dialog.tsx'
import { useResend } from './queries.ts'

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
  return (
    <ActDialog
      kind="primary"
      words={{
        title: t('renewTitle', { email }),
        about: t('renewAbout'),
        submit: t('renew'),
        busy: t('creating'),
        failed: () => t('resendFailed'),
        done: ({ link }) => (link ? t('linkRenewed', { email }) : t('resendSent', { email })),
      }}
      act={() => resend.mutateAsync(id)}
      onDone={(renewed) => {
        onClose()
        onRenewed({ ...renewed, id })
      }}
      onClose={onClose}
    />
  )
}
