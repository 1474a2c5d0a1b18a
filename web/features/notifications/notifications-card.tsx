import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { type Destination, providers } from '#contract/providers.ts'
import type { Settings } from '#contract/users.ts'
import type { Chosen } from '../../lib/chosen.ts'
import type { Help } from '../../ui/card.tsx'
import type { Load } from '../../ui/load.ts'
import { LoadNote } from '../../ui/loaded.tsx'
import { SwitchCard } from '../../ui/switch-card.tsx'
import { Unplugged } from '../../ui/unplugged.tsx'
import { DestinationChoice } from './destination-choice.tsx'
import { storeCopy } from './stored-copy.ts'

/**
 * Whether the team is told of reports, and where.
 * @param reachable the team's places that somebody has connected
 * @param toAccounts a link to the accounts, around its words
 */
export function NotificationsCard({
  value: settings,
  onChange,
  reachable,
  toAccounts,
  help,
}: Chosen<Settings['notifications']> & {
  reachable: Load<readonly Destination[]>
  toAccounts: (words: string) => ReactNode
  help: Help
}) {
  const t = useTranslations('notifications')
  const connections = useTranslations('connections')
  const { daily_report, destination } = settings
  useEffect(() => storeCopy({ daily_report, destination }), [daily_report, destination])
  const connected = reachable.data
  return (
    <SwitchCard
      title={t('title')}
      help={help}
      about={t('about')}
      checked={daily_report}
      onChange={(checked) => onChange({ ...settings, daily_report: checked })}
    >
      <DestinationChoice
        chosen={destination}
        connected={connected}
        onChoose={(id) => onChange({ ...settings, destination: id })}
      />
      <div role="status">
        {connected?.includes(destination) === false && (
          <Unplugged link={toAccounts(t('toAccounts'))}>
            {t('notConnectedWarning', { provider: providers[destination].name })}
          </Unplugged>
        )}
      </div>
      <div className="mt-4 empty:hidden">
        {!connected && <LoadNote load={reachable} failed={connections('fetchError')} />}
      </div>
    </SwitchCard>
  )
}
