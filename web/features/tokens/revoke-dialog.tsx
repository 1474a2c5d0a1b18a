import { useTranslations } from 'use-intl'
import type { AccessToken } from '#contract/tokens.ts'
import { serverMessage } from '../../api/errors.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DialogEnds } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useRevokeToken } from './queries.ts'

/** The last step before a token ends. */
export function RevokeDialog({ token: { id, name }, onDone, onClose }: DialogEnds & { token: AccessToken }) {
  const t = useTranslations('tokens')
  const revoke = useRevokeToken()
  const onSuccess = () => {
    toast.success(t('revoked', { name }))
    onDone()
  }
  return (
    <ConfirmDialog
      title={t('revokeTitle', { name })}
      about={t('revokeAbout')}
      submit={t('revoke')}
      busy={revoke.isPending && t('revoking')}
      failed={revoke.isError && (serverMessage(revoke.error) ?? t('revokeFailed'))}
      cause={revoke.error}
      onConfirm={() => revoke.mutate(id, { onSuccess })}
      onClose={onClose}
    />
  )
}
