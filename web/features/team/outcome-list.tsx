import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Mail } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Invitation } from '#contract/invitations.ts'
import { serverMessage } from '../../api/errors.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { LocalAddressWarning } from '../../ui/local-address-warning.tsx'
import { CopyLink, CopyLinks } from './copy-link.tsx'
import { invitationsQuery, isInvitedAlready, type Outcome } from './queries.ts'

/** Returns the position in the list: failures first, then addresses that were already invited, then successes. */
const rank = (outcome: Outcome) => (outcome.invitation ? 2 : isInvitedAlready(outcome) ? 1 : 0)

/** Shows the result for each address of a list: first the failures, then links for the administrator to send. */
export function OutcomeList({
  outcomes,
  onRenew,
}: {
  outcomes: Outcome[]
  onRenew: (email: string, invitation: Invitation) => void
}) {
  const t = useTranslations('team')
  const sentence = ({ invitation, error }: Outcome) => {
    if (invitation) return t(invitation.link ? 'outcomeCreated' : 'outcomeSent')
    return error === 'invalid_email' ? t('outcomeInvalid') : (serverMessage(error) ?? t('inviteFailed'))
  }
  const inOrder = outcomes.toSorted((a, b) => rank(a) - rank(b))
  const left = outcomes.filter((outcome) => rank(outcome) === 0).length
  const links = outcomes.flatMap(({ email, invitation }) =>
    invitation?.link ? [{ email, link: invitation.link }] : [],
  )
  return (
    <div className="col-span-full">
      {left > 0 && (
        <p role="alert" className="pb-2 t-13b text-error-text">
          {t('invitesLeft', { count: left })}
        </p>
      )}
      <ul aria-label={t('outcomes')} className="border-t border-rule t-13">
        {inOrder.map((outcome) => (
          <li key={outcome.email} className="flex flex-wrap items-center gap-2 border-b border-rule py-2">
            {outcome.invitation ? (
              <CircleCheck size={16} strokeWidth={1.75} className="shrink-0 text-success-solid" aria-hidden />
            ) : rank(outcome) === 1 ? (
              <Mail size={16} strokeWidth={1.75} className="shrink-0 text-text-2" aria-hidden />
            ) : (
              <CircleAlert size={16} strokeWidth={1.75} className="shrink-0 text-error-text" aria-hidden />
            )}
            <p className="flex min-w-0 flex-1 flex-wrap gap-x-3">
              <span className="min-w-0">
                <Address>{outcome.email}</Address>
              </span>
              <span className={rank(outcome) === 0 ? 'text-error-text' : 'text-text-2'}>{sentence(outcome)}</span>
            </p>
            {rank(outcome) === 1 && (
              <NewLink email={outcome.email} onRenew={(invitation) => onRenew(outcome.email, invitation)} />
            )}
            {outcome.invitation?.link && (
              <div className="flex min-w-0 basis-full md:max-w-120">
                <CopyLink link={outcome.invitation.link} email={outcome.email} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {links[0] && (
        <div className="mt-3 empty:hidden">
          <LocalAddressWarning address={links[0].link} />
        </div>
      )}
      {links.length > 1 && (
        <div className="mt-3">
          <CopyLinks links={links} />
        </div>
      )}
    </div>
  )
}

function NewLink({ email, onRenew }: { email: string; onRenew: (invitation: Invitation) => void }) {
  const t = useTranslations('team')
  const { data: invitations } = useQuery(invitationsQuery)
  const invitation = invitations?.find((one) => one.email.toLowerCase() === email.toLowerCase())
  return (
    invitation && (
      <Button small kind="line" aria-label={t('newLinkFor', { email })} onClick={() => onRenew(invitation)}>
        {t('newLink')}
      </Button>
    )
  )
}
