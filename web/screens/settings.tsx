import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation, useSearchParams } from 'wouter'
import { paths, settingsPath } from '../app/paths.ts'
import { AppInfoCard } from '../features/profile/app-info-card.tsx'
import { LanguageCard } from '../features/profile/language-card.tsx'
import { PasswordCard } from '../features/profile/password-card.tsx'
import { ProfileCard } from '../features/profile/profile-card.tsx'
import { useSession } from '../features/session/session.tsx'
import { useTitle } from '../lib/title.ts'
import { Tabs } from '../ui/tabs.tsx'

/** One tab a line, in the order of the specification; `?tab=` opens one directly, the first where it names none. */
const tabs = [
  { id: 'user-info', title: 'userInfo', Content: UserInfo },
  { id: 'language', title: 'language', Content: LanguageTab },
  { id: 'app-info', title: 'appInfo', Content: AppInfo },
] as const

export default function SettingsScreen() {
  const t = useTranslations('settings')
  useTitle(t('title'))
  const [search] = useSearchParams()
  const [, go] = useLocation()
  const selected = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0]
  return (
    <div className="px-4 pt-6 pb-24 md:px-10 md:pt-8">
      <h1 className="d-26">{t('title')}</h1>
      <div className="mt-2">
        <Tabs
          label={t('tabs.label')}
          items={tabs.map(({ id, title, Content }) => ({ id, title: t(`tabs.${title}`), content: <Content /> }))}
          selected={selected.id}
          onSelect={(id) => go(settingsPath(id), { replace: true })}
        />
      </div>
    </div>
  )
}

function UserInfo() {
  const { user, refreshUser } = useSession()
  if (!user) return
  return (
    <div className="grid gap-6">
      <ProfileCard user={user} onSaved={refreshUser} />
      <PasswordCard email={user.email} />
    </div>
  )
}

function LanguageTab() {
  const { user } = useSession()
  return user && <LanguageCard user={user} />
}

function AppInfo() {
  const licence = (words: string): ReactNode => (
    <Link href={paths.licence} className="text-ai-text underline underline-offset-3">
      {words}
    </Link>
  )
  return <AppInfoCard licence={licence} />
}
