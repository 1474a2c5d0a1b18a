import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Destination } from '#contract/connections.ts'
import type { Settings } from '#contract/users.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Unplugged } from '../../ui/unplugged.tsx'
import { DestinationChoice } from './destination-choice.tsx'
import { destinations } from './destinations.ts'
import { storeCopy } from './stored-copy.ts'

type Notifications = Settings['notifications']

/**
 * Whether the team is told of reports, and where.
 * @param connected the team's places that somebody has connected; undefined while nobody knows
 * @param unknown what stands in place of the warning meanwhile
 * @param toAccounts a link to the accounts, around its words
 */
export function NotificationsCard({
  settings,
  onChange,
  connected,
  unknown,
  toAccounts,
}: {
  settings: Notifications
  onChange: (settings: Notifications) => void
  connected: readonly Destination[] | undefined
  unknown: ReactNode
  toAccounts: (words: string) => ReactNode
}) {
  const t = useTranslations('notifications')
  const { daily_report, destination } = settings
  useEffect(() => storeCopy({ daily_report, destination }), [daily_report, destination])
  const chosen = destinations.find(({ id }) => id === destination) ?? destinations[0]
  const reachable = connected?.includes(chosen.id)
  return (
    <Card
      title={t('title')}
      action={
        <Switch
          label={t('title')}
          checked={daily_report}
          onChange={(checked) => onChange({ ...settings, daily_report: checked })}
        />
      }
    >
      <p className="-mt-3 t-14 text-pretty [word-break:auto-phrase] text-text-2">{t('about')}</p>
      <DestinationChoice
        chosen={destination}
        connected={connected}
        onChoose={(id) => onChange({ ...settings, destination: id })}
      />
      <div role="status">
        {reachable === false && (
          <Unplugged link={toAccounts(t('toAccounts'))}>
            {t('notConnectedWarning', { provider: chosen.name })}
          </Unplugged>
        )}
      </div>
      {!connected && unknown && <div className="mt-4">{unknown}</div>}
    </Card>
  )
}
