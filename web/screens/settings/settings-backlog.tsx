import { useQuery } from '@tanstack/react-query'
import { sources } from '#contract/backlogs.ts'
import { IssueImportCard } from '../../features/backlog/issue-import-card.tsx'
import { importsQuery, syncsQuery } from '../../features/backlog/queries.ts'
import { SyncCard } from '../../features/backlog/sync-card.tsx'
import { deploymentQuery } from '../../entities/deployment.ts'
import { connectionsQuery } from '../../features/connections/queries.ts'
import { useSettings } from '../../features/account/use-settings.ts'
import { useSession } from '../../features/session/session.tsx'
import { CardsTogether } from '../../ui/cards-together.tsx'
import type { SettingsTabProps } from './tab-props.ts'

/** The settings for issues from trackers. */
export function BacklogSettings({ user, toAccounts, help }: SettingsTabProps) {
  const { settings, change } = useSettings(user, useSession().userChanged)
  const deployment = useQuery(deploymentQuery)
  const connections = useQuery(connectionsQuery)
  const imports = [useQuery(syncsQuery), useQuery(importsQuery)]
  const connected = connections.data?.map(({ provider }) => provider)
  return (
    <div className="grid grid-cols-1 gap-6">
      <CardsTogether queries={[deployment, connections, ...imports]}>
        <SyncCard
          value={settings.backlog}
          onChange={(backlog) => change({ backlog })}
          help={help}
          hasSource={!connected || sources.some((source) => connected.includes(source))}
          toAccounts={toAccounts}
        />
        {sources
          .filter((source) => source === 'github' || connected?.includes(source))
          .map((source) => (
            <IssueImportCard
              key={source}
              source={source}
              connected={connected?.includes(source)}
              isOnServer={source !== 'github' || deployment.data?.providers.includes('github') !== false}
              toAccounts={toAccounts}
            />
          ))}
      </CardsTogether>
    </div>
  )
}
