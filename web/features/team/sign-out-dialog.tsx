import { useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import { FormDialog, formOf } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useEndSessions } from './queries.ts'
import type { TeamMember } from './team-member.ts'

/** Asks for confirmation before a member is logged out everywhere. Lists what ends with the sessions (E1.08). */
export function SignOutDialog({
  member: { id, name },
  onClose,
}: {
  member: Pick<TeamMember, 'id' | 'name'>
  onClose: () => void
}) {
  const t = useTranslations('team')
  const end = useEndSessions()
  const onSuccess = () => {
    toast.success(t('sessionsEnded', { name }))
    onClose()
  }
  const words = {
    title: t('signOut.title', { name }),
    submit: t('signOut.submit'),
    sending: t('signOut.sending'),
    failed: t('changeFailed', { name }),
  }
  const form = formOf(end, () => end.mutate(id, { onSuccess }))
  return (
    <FormDialog form={form} words={words} kind="danger" reason={serverMessage(end.error)} onClose={onClose}>
      <p className="t-14 text-pretty text-text-2">{t('signOut.about')}</p>
    </FormDialog>
  )
}
