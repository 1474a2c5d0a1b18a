import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearchParams } from 'wouter'
import type { Me } from '#contract/users.ts'
import { teamPath } from '../app/paths.ts'
import { membersQuery } from '../features/members/queries.ts'
import { languageNames } from '../features/profile/language-names.ts'
import { useSession } from '../features/session/session.tsx'
import { emptyDraft, InviteForm } from '../features/team/invite-form.tsx'
import { invitationsQuery, meQuery, useIsInviting } from '../features/team/queries.ts'
import { SearchBox } from '../features/team/search-box.tsx'
import { SlackPanel } from '../features/team/slack-panel.tsx'
import { InvitationList, MemberList } from '../features/team/team-lists.tsx'
import { teamMemberOf } from '../features/team/team-member.ts'
import { TeamTab } from '../features/team/team-tab.tsx'
import { useLoadFailure } from '../features/team/use-load-failure.ts'
import { useSlackPanel } from '../features/team/use-slack-panel.ts'
import { BackupLine } from '../features/team-settings/backup-line.tsx'
import { TeamCard } from '../features/team-settings/team-card.tsx'
import { UndeliveredCard } from '../features/team-settings/undelivered-card.tsx'
import { useOnline } from '../lib/online.ts'
import { useTitle } from '../lib/title.ts'
import { SlackMark } from '../ui/brand-marks.tsx'
import { Button } from '../ui/button.tsx'
import { Tabs } from '../ui/tabs.tsx'

const tabs = ['members', 'pending', 'settings'] as const
type Tab = (typeof tabs)[number]

/** Who is in the team, who is invited, and what belongs to all of them (design: team). */
export default function TeamScreen() {
  const t = useTranslations('team')
  useTitle(t('title'))
  const session = useSession()
  // The three at once: none waits for another (S7.02).
  const members = useQuery(membersQuery)
  const invitations = useQuery(invitationsQuery)
  const me = useQuery(meQuery)
  const user = me.data ?? session.user
  const offline = !useOnline()
  useLoadFailure(members.error ?? invitations.error ?? me.error, offline)

  const [params] = useSearchParams()
  const [, go] = useLocation()
  const selected = tabs.find((tab) => tab === params.get('tab')) ?? 'members'
  const select = (tab: Tab) => go(teamPath(tab === 'members' ? undefined : tab), { replace: true })

  const [search, setSearch] = useState('')
  const [inviting, setInviting] = useState(false)
  const sending = useIsInviting()
  const [draft, setDraft] = useState(emptyDraft)
  /** Never stored: they let whoever holds them in. */
  const [links, setLinks] = useState<Record<string, string>>({})
  const keepLink = (id: string, link: string) => setLinks((before) => ({ ...before, [id]: link }))
  const slack = useSlackPanel()
  const formId = useId()
  const slackId = useId()
  const inviteButton = useRef<HTMLButtonElement>(null)
  const slackButton = useRef<HTMLButtonElement>(null)

  const closeForm = () => {
    setInviting(false)
    inviteButton.current?.focus()
  }
  const closeSlack = () => {
    slack.close()
    slackButton.current?.focus()
  }
  const inviteAction = !inviting && (
    <Button kind="line" onClick={() => setInviting(true)}>
      <UserPlus size={16} strokeWidth={1.75} aria-hidden />
      {t('invite')}
    </Button>
  )
  const team = useMemo(() => members.data?.map(teamMemberOf), [members.data])

  return (
    <div className="mx-auto w-full max-w-(--content) px-4 pt-6 pb-24 md:px-10 md:pt-8">
      <header className="flex flex-col gap-x-6 gap-y-4 lg:flex-row lg:items-end lg:justify-between">
        <div className="min-w-0">
          <h1 className="d-26">{t('title')}</h1>
          <p className="t-14 text-text-2">{user?.team.name}</p>
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2 md:flex lg:shrink-0">
          {user?.is_slack_available && (
            <Button
              ref={slackButton}
              kind="line"
              aria-expanded={slack.state === 'open'}
              aria-controls={slack.state === 'open' ? slackId : undefined}
              busy={slack.state === 'loading' ? t('slackLoading') : undefined}
              onClick={slack.state === 'open' ? closeSlack : slack.open}
            >
              <SlackMark />
              {t('inviteBySlack')}
            </Button>
          )}
          <Button
            ref={inviteButton}
            kind="primary"
            aria-expanded={inviting}
            aria-controls={inviting ? formId : undefined}
            onClick={inviting ? () => !sending && closeForm() : () => setInviting(true)}
          >
            <UserPlus size={16} strokeWidth={1.75} aria-hidden />
            {t('invite')}
          </Button>
        </div>
      </header>
      {inviting && (
        <InviteForm
          id={formId}
          draft={draft}
          onDraft={setDraft}
          onClose={closeForm}
          onInvited={({ id, link }) => {
            if (id && link) keepLink(id, link)
            setDraft(emptyDraft)
            closeForm()
            select('pending')
          }}
        />
      )}
      {slack.state === 'open' && user?.is_slack_available && (
        <SlackPanel id={slackId} users={slack.users} onClose={closeSlack} />
      )}
      <div className="mt-5">
        <Tabs
          wide
          label={t('title')}
          selected={selected}
          onSelect={select}
          aside={
            selected !== 'settings' && (
              <SearchBox
                label={t(selected === 'members' ? 'searchMembers' : 'searchPending')}
                value={search}
                onChange={setSearch}
              />
            )
          }
          items={[
            {
              id: 'members',
              title: t('members'),
              count: team?.filter(({ isActive }) => isActive).length,
              content: (
                <TeamTab query={members} offline={offline}>
                  {team && (
                    <MemberList
                      members={team}
                      ownId={user?.id}
                      isAdmin={user?.is_admin === true}
                      search={search}
                      action={inviteAction}
                    />
                  )}
                </TeamTab>
              ),
            },
            {
              id: 'pending',
              title: t('pending'),
              count: invitations.data?.length,
              content: (
                <TeamTab query={invitations} offline={offline}>
                  {invitations.data && (
                    <InvitationList
                      invitations={invitations.data}
                      search={search}
                      links={links}
                      onLink={keepLink}
                      action={inviteAction}
                    />
                  )}
                </TeamTab>
              ),
            },
            { id: 'settings', title: t('settings'), content: user && <TeamSettings user={user} /> },
          ]}
        />
      </div>
    </div>
  )
}

/** Everybody reads them; what could not be delivered is for who can do something about it. */
function TeamSettings({ user }: { user: Me }) {
  const { userChanged } = useSession()
  return (
    <div className="grid max-w-184 grid-cols-1 gap-6">
      {user.is_admin && <UndeliveredCard />}
      <TeamCard
        known={user.team}
        mayChange={user.is_admin}
        languageNames={languageNames}
        onSaved={(team) => userChanged({ ...user, team })}
      />
      {user.is_admin && <BackupLine />}
    </div>
  )
}
