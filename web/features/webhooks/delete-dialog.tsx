import { useTranslations } from 'use-intl'
import type { Webhook } from '#contract/webhooks.ts'
import { serverMessage } from '../../api/errors.ts'
import { type DialogEnds, FormDialog, formOf } from '../../ui/form-dialog.tsx'
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
  const failed = serverMessage(end.error) ?? t('deleteFailed')
  const words = { title: t('deleteTitle'), submit: t('delete'), sending: t('deleting'), failed }
  return (
    <FormDialog form={formOf(end, () => end.mutate(id, { onSuccess }))} words={words} kind="danger" onClose={onClose}>
      <p className="t-14 text-text-2">{t('deleteAbout')}</p>
    </FormDialog>
  )
}
