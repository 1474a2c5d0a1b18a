import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Link, Redirect, useLocation, useSearchParams } from 'wouter'
import type { Me } from '#contract/users.ts'
import { connectionsPath, paths, settingsPath } from '../../app/paths.ts'
import { useReauthentication } from '../../features/account/use-reauthentication.tsx'
import { ConnectionsCard } from '../../features/connections/connections-card.tsx'
import { deploymentQuery } from '../../entities/deployment.ts'
import { isServerShown } from '../../features/deployment/queries.ts'
import { AppInfoCard } from '../../features/account/app-info-card.tsx'
import { CalendarCard } from '../../features/account/calendar-card.tsx'
import { LanguageCard } from '../../features/account/language-card.tsx'
import { PasswordCard } from '../../features/account/password-card.tsx'
import { ProfileCard } from '../../features/account/profile-card.tsx'
import { useSettings } from '../../features/account/use-settings.ts'
import { useSession } from '../../features/session/session.tsx'
import { OwnWorkingDaysCard } from '../../features/account/own-working-days-card.tsx'
import { FrequentTasksCard } from '../../features/frequent-tasks/frequent-tasks-card.tsx'
import { CardsTogether } from '../../ui/cards-together.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { textLink } from '../../ui/text-link.ts'
import { HelpLink } from '../shared/help-link.tsx'
import { Access } from './settings-access.tsx'
import { BacklogSettings } from './settings-backlog.tsx'
import { NotificationSettings } from './settings-notifications.tsx'
import { SettingsTabs } from '../shared/settings-tabs.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { WhoJoinsCard } from '../shared/who-joins.tsx'

/**
 * The tabs of the account, in the order of S2.80. `?tab=` selects a tab; without a valid value, the first one.
 * `?tab=server` shows the server's settings instead.
 */
const tabs = [
  { id: 'user-info', title: 'userInfo', Content: UserInfo },
  { id: 'access', title: 'access', Content: Access },
  { id: 'notifications', title: 'notifications', Content: Notifications },
  { id: 'frequent-tasks', title: 'frequentTasks', Content: FrequentTasks },
  { id: 'backlog-settings', title: 'backlogSettings', Content: Backlog },
  { id: 'language', title: 'language', Content: LanguageAndCalendar },
  { id: 'app-info', title: 'appInfo', Content: AppInfo },
] as const

export default function SettingsScreen() {
  const t = useTranslations('settings')
  const [search] = useSearchParams()
  const [, go] = useLocation()
  const { user } = useSession()
  const tab = search.get('tab')
  if (tab === 'state') return <Redirect to={settingsPath('server')} replace />
  if (tab === 'server' && isServerShown(user))
    return (
      <Screen look="tabs" title={t('title')} below={<TabsBelow current="server" />}>
        <div className="mt-6 max-w-184">
          <Server />
        </div>
      </Screen>
    )
  const selected = tabs.find(({ id }) => id === tab) ?? tabs[0]
  return (
    <Screen look="tabs" title={t('title')} below={<TabsBelow current="account" />}>
      <div className="mt-2">
        <Tabs
          label={t('tabs.label')}
          items={tabs.map(({ id, title, Content }) => ({ id, title: t(`tabs.${title}`), content: <Content /> }))}
          selected={selected.id}
          onSelect={(id) => go(settingsPath(id), { replace: true })}
        />
      </div>
    </Screen>
  )
}

const TabsBelow = (props: ComponentProps<typeof SettingsTabs>) => (
  <div className="mt-4">
    <SettingsTabs {...props} />
  </div>
)

function UserInfo() {
  const { user, refreshUser, userChanged } = useSession()
  const { dialog, ...reauthentication } = useReauthentication(user?.email ?? '')
  const deployment = useQuery(deploymentQuery)
  if (!user) return
  return (
    <div className="grid grid-cols-1 gap-6">
      <ProfileCard user={user} onSaved={refreshUser} />
      <OwnWorkingDaysCard user={user} onSaved={userChanged} help={about('your-own-days-and-hours')} />
      <CardsTogether queries={[deployment]}>
        {!deployment.data?.oidc?.only && <PasswordCard email={user.email} />}
        <ConnectionsCard
          place="account"
          user={user}
          onUser={userChanged}
          {...reauthentication}
          help={about('connected-accounts')}
        />
      </CardsTogether>
      {dialog}
    </div>
  )
}

/** Returns a function that renders the help link beside the title of a card. */
const about = (section: ComponentProps<typeof HelpLink>['section']) => (title: string) => (
  <HelpLink section={section} title={title} />
)

const toAccounts = (words: string) => (
  <Link href={connectionsPath} className={textLink}>
    {words}
  </Link>
)

function Notifications() {
  const { user } = useSession()
  return user && <NotificationSettings user={user} toAccounts={toAccounts} help={about('notifications')} />
}

function FrequentTasks() {
  const { user } = useSession()
  return user && <FrequentTasksCard userId={user.id} />
}

function Backlog() {
  const { user } = useSession()
  return user && <BacklogSettings user={user} toAccounts={toAccounts} help={about('dashboard-and-backlog')} />
}

function LanguageAndCalendar() {
  const { user } = useSession()
  return user && <LanguageAndCalendarOf user={user} />
}

function LanguageAndCalendarOf({ user }: { user: Me }) {
  const { settings, change } = useSettings(user, useSession().userChanged)
  return (
    <div className="grid grid-cols-1 gap-6">
      <LanguageCard />
      <CalendarCard
        value={settings.first_day_of_week}
        onChange={(first_day_of_week) => change({ first_day_of_week })}
      />
    </div>
  )
}

function AppInfo() {
  const licence = (words: string): ReactNode => (
    <Link href={paths.licence} className={textLink}>
      {words}
    </Link>
  )
  return <AppInfoCard licence={licence} />
}

/** Shows administrators the state of the server, the services and the sign-ins. */
const DeploymentState = lazyPart(async () => ({
  default: (await import('../../features/deployment/deployment-state.tsx')).DeploymentStateCards,
}))

function Server() {
  const { user } = useSession()
  const deployment = useQuery(deploymentQuery)
  return (
    <div className="grid grid-cols-1 gap-6">
      <CardsTogether queries={[deployment]}>
        {user && <WhoJoinsCard user={user} />}
        <Suspense>
          <DeploymentState />
        </Suspense>
      </CardsTogether>
    </div>
  )
}
