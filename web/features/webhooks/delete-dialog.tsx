import { useTranslations } from 'use-intl'
import type { Webhook } from '#contract/webhooks.ts'
import { serverMessage } from '../../api/errors.ts'
import { type DialogEnds, FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDeleteWebhook } from './queries.ts'

/** The last step before a webhook ends. */
export function DeleteDialog({ webhook: { id }, onDone, onClose }: DialogEnds & { webhook: Webhook }) {
  const t = useTranslations('webhooks')
  const { isPending, isError, error, mutate } = useDeleteWebhook()
  const told = () => {
    toast.success(t('deleted'))
    onDone()
  }
  return (
    <FormDialog
      title={t('deleteTitle')}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          mutate(id, { onSuccess: told })
        },
      }}
      submit={t('delete')}
      kind="danger"
      busy={isPending ? t('deleting') : undefined}
      cause={error}
      failure={isError && (serverMessage(error) ?? t('deleteFailed'))}
      onClose={onClose}
    >
      <p className="t-14 text-text-2">{t('deleteAbout')}</p>
    </FormDialog>
  )
}
