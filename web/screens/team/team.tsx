import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ComponentProps, useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearchParams } from 'wouter'
import { paths } from '../../app/paths.ts'
import { deploymentQuery } from '../../entities/deployment.ts'
import { membersQuery } from '../../entities/members.ts'
import { useSession } from '../../features/session/session.tsx'
import { useFreshMember } from '../../features/session/use-fresh-member.ts'
import { InviteForm } from '../../features/team/invite-form.tsx'
import { invitationsQuery, useIsInviting } from '../../features/team/queries.ts'
import { SearchBox } from '../../features/team/search-box.tsx'
import { SlackButton } from '../../features/team/slack-button.tsx'
import { SlackPanel } from '../../features/team/slack-panel.tsx'
import { InvitationList } from '../../features/team/team-lists.tsx'
import { teamMemberOf } from '../../features/team/team-member.ts'
import { MemberCardsSkeleton } from '../../features/team/member-cards-skeleton.tsx'
import { useLoadFailure } from '../../features/team/use-load-failure.ts'
import { useSlackPanel } from '../../features/team/use-slack-panel.ts'
import { useOnline } from '../../platform/online.ts'
import { Button } from '../../ui/button.tsx'
import { pendingUntil, useAreAnswered, useLoad, useLoads } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { HelpLink } from '../shared/help-link.tsx'
import { TeamCalendar } from './team-calendar.tsx'
import { TeamMembers } from './team-members.tsx'
import { TeamSettings } from './team-settings.tsx'
import { teamPath } from '../../app/members-paths.ts'

const tabs = ['members', 'pending', 'calendar', 'settings'] as const
type Tab = (typeof tabs)[number]
const searchLabels = { members: 'searchMembers', pending: 'searchPending', calendar: 'searchNames' } as const

/** The team screen: members, invitations and the team's settings (design: team). */
export default function TeamScreen() {
  const t = useTranslations('team')
  const session = useSession()
  // Starts the requests in parallel (S7.02).
  const members = useQuery(membersQuery)
  const invitations = useQuery(invitationsQuery)
  const me = useFreshMember({ staleTime: 15_000 })
  const deployment = useQuery(deploymentQuery)
  const sendsMail = deployment.data?.mail !== false
  const { user } = session
  const { retry } = useLoads(members.data, members, invitations, me)
  const isShown = useAreAnswered([deployment])
  const load = pendingUntil(isShown, useLoad(members))
  // If other data of the team cannot be loaded now, members that another screen has fetched may be stale as well.
  const mayBeOld = !members.isFetchedAfterMount && (invitations.isError || me.isError)
  const memberLoad = mayBeOld && !load.stale ? { ...load, stale: 'error' as const, retry } : load
  const invitationLoad = pendingUntil(isShown, useLoad(invitations))
  useLoadFailure(members.error ?? invitations.error ?? me.error, !useOnline())

  const [params] = useSearchParams()
  const [, go] = useLocation()
  const selected = tabs.find((tab) => tab === params.get('tab')) ?? 'members'
  const select = (tab: Tab) => go(teamPath(tab === 'members' ? undefined : tab), { replace: true })

  const [search, setSearch] = useState('')
  const [inviting, setInviting] = useState(params.has('invite'))
  const sending = useIsInviting()
  /** The links of invitations, by id. They are kept in memory only, because anyone with a link can join. */
  const [links, setLinks] = useState<Record<string, string>>({})
  const showLink = (id: string, link: string) => setLinks((before) => ({ ...before, [id]: link }))
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
  const list = { search, action: !inviting && <InviteButton kind="line" onClick={() => setInviting(true)} /> }
  const team = useMemo(() => members.data?.map(teamMemberOf), [members.data])

  return (
    <Screen
      look="tabs"
      title={t('title')}
      help={<HelpLink section="team-and-invitations" title={t('title')} />}
      lead={<p className="t-14 text-text-2">{user?.team.name}</p>}
      aside={
        <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2 max-lg:w-full md:flex lg:shrink-0">
          {user?.is_slack_available && (
            <SlackButton ref={slackButton} panel={slack} panelId={slackId} onClose={closeSlack} />
          )}
          <InviteButton
            ref={inviteButton}
            kind="primary"
            aria-expanded={inviting}
            aria-controls={inviting ? formId : undefined}
            onClick={inviting ? () => !sending && closeForm() : () => setInviting(true)}
          />
        </div>
      }
    >
      {inviting && (
        <InviteForm
          id={formId}
          sendsMail={sendsMail}
          onInvited={() => {
            closeForm()
            if (params.has('invite')) go(paths.home)
            else select('pending')
          }}
          onClose={closeForm}
          onLink={showLink}
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
            // The settings have no search. The invisible box still takes its space, because otherwise the tabs would
            // move.
            <div className={selected === 'settings' ? 'max-lg:hidden lg:invisible' : 'contents'}>
              <SearchBox
                label={t(searchLabels[selected === 'settings' ? 'members' : selected])}
                value={search}
                onChange={setSearch}
              />
            </div>
          }
          items={[
            {
              id: 'members',
              title: t('members'),
              count: team?.filter(({ isActive }) => isActive).length ?? null,
              content: (
                <Loaded load={{ ...memberLoad, data: team }} failed={t('error')} skeleton={<MemberCardsSkeleton />}>
                  {(all) => <TeamMembers members={all} user={user} {...list} />}
                </Loaded>
              ),
            },
            {
              id: 'pending',
              title: t('pending'),
              count: invitations.data?.length ?? null,
              content: (
                <Loaded load={invitationLoad} failed={t('error')} skeleton={<MemberCardsSkeleton />}>
                  {(all) => (
                    <InvitationList invitations={all} links={links} sendsMail={sendsMail} onLink={showLink} {...list} />
                  )}
                </Loaded>
              ),
            },
            {
              id: 'calendar',
              title: t('calendar'),
              content: user && <TeamCalendar load={memberLoad} user={user} search={search} />,
            },
            { id: 'settings', title: t('settings'), content: user && <TeamSettings user={user} /> },
          ]}
        />
      </div>
    </Screen>
  )
}

function InviteButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  const t = useTranslations('team')
  return (
    <Button {...props}>
      <UserPlus size={16} strokeWidth={1.75} aria-hidden />
      {t('invite')}
    </Button>
  )
}
