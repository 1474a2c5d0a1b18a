import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Invitation } from '#contract/invitations.ts'
import { serverMessage } from '../../api/errors.ts'
import { type DialogEnds, FormDialog, formOf } from '../../ui/form-dialog.tsx'
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
  const words = {
    title: t('cancelTitle', { email }),
    submit: t('cancelInvitation'),
    sending: t('cancelling'),
    failed: t('cancelFailed'),
  }
  const form = formOf(cancel, () => cancel.mutate(id, { onSuccess }))
  return (
    <FormDialog form={form} words={words} kind="danger" reason={serverMessage(cancel.error)} onClose={onClose}>
      <p className="t-14 text-text-2">{t('cancelAbout')}</p>
    </FormDialog>
  )
}
