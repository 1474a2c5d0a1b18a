import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { type Destination, providers } from '#contract/providers.ts'
import type { Settings } from '#contract/users.ts'
import type { ControlledProps } from '../../ui/controlled-props.ts'
import type { Load } from '../../ui/load.ts'
import { LoadNote } from '../../ui/loaded.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Switch } from '../../ui/switch.tsx'
import { NotConnectedNotice } from '../../domain/not-connected-notice.tsx'
import { DestinationChoice } from './destination-choice.tsx'
import { storeCopy } from './stored-copy.ts'

/**
 * @param reachable the channels that the team has connected
 * @param reaches false if no channel can bring reports and reminders to any member
 * @param toTeam renders a link to the team's settings, where administrators connect channels, around its text
 */
export function ReportsRow({
  value: settings,
  onChange,
  reachable,
  reaches,
  toTeam,
}: ControlledProps<Settings['notifications']> & {
  reachable: Load<readonly Destination[]>
  reaches: boolean
  toTeam: ((words: string) => ReactNode) | undefined
}) {
  const t = useTranslations('notifications')
  const connections = useTranslations('connections')
  const { daily_report, destination } = settings
  useEffect(() => storeCopy({ daily_report, destination }), [daily_report, destination])
  const connected = reachable.data
  return (
    <SettingRow
      title={t('title')}
      about={t('about')}
      control={
        <Switch
          label={t('title')}
          checked={daily_report && reaches}
          disabled={!reaches}
          onChange={(checked) => onChange({ ...settings, daily_report: checked })}
        />
      }
    >
      {reaches && (
        <DestinationChoice
          chosen={destination}
          connected={connected}
          onChoose={(id) => onChange({ ...settings, destination: id })}
        />
      )}
      <div role="status">
        {connected?.includes(destination) === false && (
          <NotConnectedNotice link={toTeam ? toTeam(t('toTeam')) : <p>{t('askAdministrator')}</p>}>
            {reaches ? t('notConnectedWarning', { provider: providers[destination].name }) : t('nothingToReach')}
          </NotConnectedNotice>
        )}
      </div>
      <div className="mt-4 empty:hidden">
        {!connected && <LoadNote load={reachable} failed={connections('fetchError')} />}
      </div>
    </SettingRow>
  )
}
