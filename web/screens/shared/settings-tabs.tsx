import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { settingsPath } from '../../app/paths.ts'
import { isServerShown } from '../../features/deployment/queries.ts'
import { useSession } from '../../features/session/session.tsx'
import { teamPath } from '../../app/members-paths.ts'

type SettingsTab = 'account' | 'team' | 'server'

const hrefs: Record<SettingsTab, string> = {
  account: settingsPath(),
  team: teamPath('settings'),
  server: settingsPath('server'),
}

/** Links to the three pages with settings: of the account, the team and the server. Each setting is on one (E5.06). */
export function SettingsTabs({ current }: { current: SettingsTab }) {
  const t = useTranslations('settings.places')
  const { user } = useSession()
  const places = (['account', 'team', 'server'] as const).filter((place) => place !== 'server' || isServerShown(user))
  return (
    <nav aria-label={t('label')} className="flex w-fit max-w-full rounded-2 border border-rule-strong bg-surface">
      {places.map((place) => (
        <Link
          key={place}
          href={hrefs[place]}
          aria-current={place === current ? 'page' : undefined}
          className="place-segment"
          // Scrolls to the top, however far the previous page was scrolled.
          onClick={() => document.documentElement.scrollTo?.({ top: 0 })}
        >
          {t(place)}
        </Link>
      ))}
    </nav>
  )
}
