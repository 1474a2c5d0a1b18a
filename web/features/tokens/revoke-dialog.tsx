import { useTranslations } from 'use-intl'
import type { AccessToken } from '#contract/tokens.ts'
import { serverMessage } from '../../api/errors.ts'
import { type DialogEnds, FormDialog, formOf } from '../../ui/form-dialog.tsx'
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
  const failed = serverMessage(revoke.error) ?? t('revokeFailed')
  const words = { title: t('revokeTitle', { name }), submit: t('revoke'), sending: t('revoking'), failed }
  const form = formOf(revoke, () => revoke.mutate(id, { onSuccess }))
  return (
    <FormDialog form={form} words={words} kind="danger" onClose={onClose}>
      <p className="t-14 text-text-2">{t('revokeAbout')}</p>
    </FormDialog>
  )
}
