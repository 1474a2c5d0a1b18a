import { Mail, MailX, Send } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocale, useTranslations } from 'use-intl'
import type { Invitation } from '#contract/invitations.ts'
import { ActDialog } from '../../api/act-dialog.tsx'
import { formatDateTime } from '../../dates/format-date.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { card } from './card-styles.ts'
import { LocalAddressWarning } from '../../ui/local-address-warning.tsx'
import { CopyLink } from './copy-link.tsx'
import { useCancelInvitation, useResend } from './queries.ts'
import { RenewDialog } from './renew-dialog.tsx'
import { useRoleName } from './use-role-name.ts'
import { useFailureToast } from './use-failure-toast.ts'

export function InvitationCard({
  invitation,
  link,
  sendsMail,
  onLink,
  onCancelled,
}: {
  invitation: Invitation
  /** The link for the invited person. Undefined after a reload, because the server sends it only once. */
  link: string | undefined
  /**
   * Whether invitations are sent by email. If not, a renewed invitation returns a link for the administrator to send.
   */
  sendsMail: boolean
  onLink: (id: string, link: string) => void
  onCancelled: () => void
}) {
  const t = useTranslations('team')
  const roleName = useRoleName()
  const resend = useResend()
  const cancel = useCancelInvitation()
  const [cancelling, setCancelling] = useState(false)
  const [renewing, setRenewing] = useState(false)
  const { id, email, role, invited_by } = invitation
  const expired = invitation.status === 'expired'
  const Icon = expired ? MailX : Mail
  const toastFailure = useFailureToast()

  // `mutateAsync` resolves even if a search has unmounted this card. This matters: the server sends the link only once.
  const onResend = () =>
    void resend.mutateAsync(id).then(
      ({ link: fresh }) => {
        if (fresh) onLink(id, fresh)
        toast.success(fresh ? t('linkRenewed', { email }) : t('resendSent', { email }))
      },
      (error: unknown) => toastFailure(t('resendFailed'), error),
    )

  return (
    <li className={card}>
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full border border-dashed border-rule-strong text-text-2"
      >
        <Icon size={16} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="t-14b">
          <Address>{email}</Address>
        </h2>
        <p className="mt-0.5 t-12 text-text-3">
          <Expiry time={invitation.expires_at} expired={expired} />
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 t-12 text-text-3">
          <span>{roleName(role)}</span>
          {invited_by && <span>{t('invitedBy', { name: invited_by })}</span>}
        </p>
        {!sendsMail && !expired && !link && <p className="mt-0.5 t-12 text-text-3">{t('linkStands')}</p>}
        <div className="mt-3 flex flex-wrap items-start gap-2">
          <Button
            small
            kind="line"
            aria-label={t(sendsMail ? 'resendTo' : 'newLinkFor', { email })}
            disabled={resend.isPending}
            busy={resend.isPending ? t('resending') : undefined}
            onClick={sendsMail ? onResend : () => setRenewing(true)}
          >
            <Send size={16} strokeWidth={1.75} aria-hidden />
            {t(sendsMail ? 'resend' : 'newLink')}
          </Button>
          <Button
            kind="danger"
            small
            disabled={resend.isPending}
            aria-label={t('cancelOf', { email })}
            onClick={() => setCancelling(true)}
          >
            {t('cancelInvitation')}
          </Button>
        </div>
        {link && (
          <div className="mt-2">
            <CopyLink key={link} link={link} email={email} />
            <LocalAddressWarning address={link} />
          </div>
        )}
      </div>
      {renewing && (
        <RenewDialog
          invitation={invitation}
          onRenewed={({ link: fresh }) => fresh && onLink(id, fresh)}
          onClose={() => setRenewing(false)}
        />
      )}
      {cancelling && (
        <ActDialog
          words={{
            title: t('cancelTitle', { email }),
            about: t('cancelAbout'),
            submit: t('cancelInvitation'),
            busy: t('cancelling'),
            failed: () => t('cancelFailed'),
            done: () => t('inviteCancelled', { email }),
          }}
          act={() => cancel.mutateAsync(id)}
          onDone={() => {
            flushSync(() => setCancelling(false)) // first close the dialog, which would hold the focus
            onCancelled()
          }}
          onClose={() => setCancelling(false)}
        />
      )}
    </li>
  )
}

/** Shows when the invitation expires, or N/A if the time is missing or invalid (D2.10). */
function Expiry({ time, expired }: { time: string | null | undefined; expired: boolean }) {
  const t = useTranslations('team')
  const language = useLocale()
  const instant = new Date(time ?? '')
  if (Number.isNaN(instant.getTime())) return t('expiresUnknown')
  const words = formatDateTime(language, instant)
  return (
    <time dateTime={instant.toISOString()}>
      {expired ? t('expiredAt', { time: words }) : t('validUntil', { time: words })}
    </time>
  )
}
