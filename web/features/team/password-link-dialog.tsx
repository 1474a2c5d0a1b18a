import { useLocale, useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import type { ReauthenticateThen } from '../../api/reauthentication.ts'
import { formatTime } from '../../dates/format-date.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog, formOf } from '../../ui/form-dialog.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { useMakePasswordLink } from './queries.ts'
import type { TeamMember } from './team-member.ts'

/** Creates a link with which a member can set a new password, and shows it once (E1.06). */
export function PasswordLinkDialog({
  member: { id, name },
  confirm,
  onClose,
}: {
  member: TeamMember
  confirm: ReauthenticateThen
  onClose: () => void
}) {
  const t = useTranslations('team')
  const common = useTranslations('common')
  const language = useLocale()
  const make = useMakePasswordLink()
  const send = () => make.mutate(id, { onError: (error) => confirm(error, () => make.mutate(id)) && make.reset() })
  const title = t('passwordLinkFor', { name })
  if (make.data)
    return (
      <Dialog title={title} closeLabel={common('close')} onClose={onClose}>
        <ShownOnce
          about={t('passwordLinkReady', { name, time: formatTime(language, new Date(make.data.expires_at)) })}
          value={make.data.url}
        />
      </Dialog>
    )
  return (
    <FormDialog
      form={formOf(make, send)}
      words={{
        title,
        submit: t('passwordLinkCreate'),
        sending: t('passwordLinkCreating'),
        failed: t('passwordLinkFailed'),
      }}
      reason={serverMessage(make.error)}
      onClose={onClose}
    >
      <p className="t-14 text-pretty">{t('passwordLinkAbout', { name })}</p>
    </FormDialog>
  )
}
