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

/** Tabs for the three places of settings. Each setting is in exactly one (E5.06). */
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
          // Each place starts at its top, however far the previous one was scrolled.
          onClick={() => document.documentElement.scrollTo?.({ top: 0 })}
        >
          {t(place)}
        </Link>
      ))}
    </nav>
  )
}
