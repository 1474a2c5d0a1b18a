import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { AccessToken } from '#contract/tokens.ts'
import { serverMessage } from '../../api/errors.ts'
import { type DialogEnds, FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useRevokeToken } from './queries.ts'

/** The last step before a token ends. */
export function RevokeDialog({ token: { id, name }, onDone, onClose }: DialogEnds & { token: AccessToken }) {
  const t = useTranslations('tokens')
  const revoke = useRevokeToken()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    revoke.mutate(id, {
      onSuccess: () => {
        toast.success(t('revoked', { name }))
        onDone()
      },
    })
  }
  return (
    <FormDialog
      title={t('revokeTitle', { name })}
      form={{ onSubmit: submit }}
      submit={t('revoke')}
      kind="danger"
      busy={revoke.isPending ? t('revoking') : undefined}
      cause={revoke.error}
      failure={revoke.isError && (serverMessage(revoke.error) ?? t('revokeFailed'))}
      onClose={onClose}
    >
      <p className="t-14 text-text-2">{t('revokeAbout')}</p>
    </FormDialog>
  )
}
