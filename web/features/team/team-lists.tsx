import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Invitation } from '#contract/invitations.ts'
import { useToday } from '../../dates/today.ts'
import { Empty } from '../../ui/states.tsx'
import { cards } from './card-styles.ts'
import { InvitationCard } from './invitation-card.tsx'
import { InactiveMembers } from './inactive-members.tsx'
import { MemberCard } from './member-card.tsx'
import { MemberMenu } from './member-menu.tsx'
import { StepDownMenu } from './step-down-menu.tsx'
import { PasswordLinkDialog } from './password-link-dialog.tsx'
import type { ReauthenticateThen } from '../../api/reauthentication.ts'
import { matcherOf } from '../../domain/matcher.ts'
import { sortMembers, type TeamMember } from './team-member.ts'

export function MemberList({
  members,
  ownId,
  isAdmin,
  search,
  confirm,
  hasPasswords,
  isNamedByCompany,
  action,
}: {
  members: TeamMember[]
  ownId: string | undefined
  isAdmin: boolean
  search: string
  confirm: ReauthenticateThen
  /** Whether members log in with passwords. */
  hasPasswords: boolean
  /** Whether the company's sign-in decides who is an administrator (N17.02). */
  isNamedByCompany: boolean
  /** A button for the next step, shown if the list of members is empty. */
  action: ReactNode
}) {
  const t = useTranslations('team')
  const language = useLocale()
  const today = useToday()
  const place = useRef<HTMLDivElement>(null)
  // If a menu disappears with its card, the list takes the focus.
  const focusList = () => place.current?.focus()
  const [linkFor, setLinkFor] = useState<TeamMember>()
  const wanted = useDeferredValue(search)
  const administrators = members.filter((member) => member.isActive && member.isAdmin).length
  const found = useMemo(() => {
    const matches = matcherOf(wanted)
    return sortMembers(members, ownId, language).filter(({ name, email }) => matches(name, email))
  }, [members, ownId, language, wanted])
  if (members.length === 0)
    return (
      <Empty title={t('noMembers')} actions={action}>
        {t('noMembersHint')}
      </Empty>
    )
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Found search={wanted} count={found.length} />
      <ul aria-label={t('members')} className={cards}>
        {found
          .filter(({ isActive }) => isActive)
          .map((member) => (
            <MemberCard
              key={member.id}
              member={member}
              today={today}
              isSelf={member.id === ownId}
              menu={
                isAdmin &&
                (member.id === ownId ? (
                  <StepDownMenu
                    member={member}
                    isLastAdministrator={administrators === 1}
                    isNamedByCompany={isNamedByCompany}
                    onGone={focusList}
                  />
                ) : (
                  <MemberMenu
                    member={member}
                    isLastAdministrator={member.isAdmin && administrators === 1}
                    isNamedByCompany={isNamedByCompany}
                    confirm={confirm}
                    onPasswordLink={hasPasswords ? () => setLinkFor(member) : undefined}
                    onGone={focusList}
                  />
                ))
              }
            />
          ))}
      </ul>
      {members.length === 1 && members[0]?.id === ownId && <p className="mt-6 t-14 text-text-2">{t('aloneHint')}</p>}
      <InactiveMembers
        members={found.filter(({ isActive }) => !isActive)}
        today={today}
        isSearching={wanted.trim() !== ''}
        mayChange={isAdmin}
      />
      {linkFor && <PasswordLinkDialog member={linkFor} confirm={confirm} onClose={() => setLinkFor(undefined)} />}
    </div>
  )
}

export function InvitationList({
  invitations,
  search,
  links,
  sendsMail,
  onLink,
  action,
}: {
  invitations: Invitation[]
  search: string
  links: Record<string, string>
  sendsMail: boolean
  onLink: (id: string, link: string) => void
  action: ReactNode
}) {
  const t = useTranslations('team')
  const place = useRef<HTMLDivElement>(null)
  const wanted = useDeferredValue(search)
  const matches = matcherOf(wanted)
  const found = invitations.filter(({ email }) => matches(email))
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {invitations.length === 0 ? (
        <Empty title={t('noPending')} actions={action}>
          {t('noPendingHint')}
        </Empty>
      ) : (
        <>
          <Found search={wanted} count={found.length} />
          <ul aria-label={t('pending')} className={cards}>
            {found.map((invitation) => (
              <InvitationCard
                key={invitation.id}
                invitation={invitation}
                link={links[invitation.id]}
                sendsMail={sendsMail}
                onLink={onLink}
                // The pressed button is removed with its card, so the list takes the focus.
                onCancelled={() => place.current?.focus()}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Announces the number of results. If there is no result, also shows this on the screen. */
function Found({ search, count }: { search: string; count: number }) {
  const t = useTranslations('team')
  const searching = search.trim() !== ''
  const nobody = searching && count === 0
  return (
    <p role="status" className={nobody ? 'py-10 text-center t-14 text-text-2' : 'sr-only'}>
      {searching && (nobody ? t('noMatch', { search: search.trim() }) : t('found', { count }))}
    </p>
  )
}
