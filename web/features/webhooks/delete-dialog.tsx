import { useTranslations } from 'use-intl'
import type { Webhook } from '#contract/webhooks.ts'
import { serverMessage } from '../../api/errors.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DialogEnds } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDeleteWebhook } from './queries.ts'

/** The last step before a webhook ends. */
export function DeleteDialog({ webhook: { id }, onDone, onClose }: DialogEnds & { webhook: Webhook }) {
  const t = useTranslations('webhooks')
  const end = useDeleteWebhook()
  const onSuccess = () => {
    toast.success(t('deleted'))
    onDone()
  }
  return (
    <ConfirmDialog
      title={t('deleteTitle')}
      about={t('deleteAbout')}
      submit={t('delete')}
      busy={end.isPending && t('deleting')}
      failed={end.isError && (serverMessage(end.error) ?? t('deleteFailed'))}
      cause={end.error}
      onConfirm={() => end.mutate(id, { onSuccess })}
      onClose={onClose}
    />
  )
}
