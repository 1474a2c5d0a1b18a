import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import { CopyLink, CopyLinks } from './copy-link.tsx'
import type { Outcome } from './queries.ts'

/** Shows the result for each address of a list: first those that were not invited, then the links to pass on. */
export function OutcomeList({ outcomes }: { outcomes: Outcome[] }) {
  const t = useTranslations('team')
  const sentence = ({ invitation, error }: Outcome) => {
    if (invitation) return t(invitation.link ? 'outcomeCreated' : 'outcomeSent')
    return error === 'invalid_email' ? t('outcomeInvalid') : (serverMessage(error) ?? t('inviteFailed'))
  }
  const inOrder = outcomes.toSorted((a, b) => Number(Boolean(a.invitation)) - Number(Boolean(b.invitation)))
  const left = outcomes.filter(({ invitation }) => !invitation).length
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
          <li key={outcome.email} className="flex items-start gap-2 border-b border-rule py-2">
            {outcome.invitation ? (
              <CircleCheck size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-success-solid" aria-hidden />
            ) : (
              <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-error-text" aria-hidden />
            )}
            <p className="flex min-w-0 flex-1 flex-wrap gap-x-3">
              <bdi className="min-w-0 wrap-anywhere">{outcome.email}</bdi>
              <span className={outcome.invitation ? 'text-text-2' : 'text-error-text'}>{sentence(outcome)}</span>
            </p>
            {outcome.invitation?.link && <CopyLink link={outcome.invitation.link} email={outcome.email} />}
          </li>
        ))}
      </ul>
      {links.length > 1 && (
        <div className="mt-3">
          <CopyLinks links={links} />
        </div>
      )}
    </div>
  )
}
