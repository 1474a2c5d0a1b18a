import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import type { ReauthenticateThen, Reauthenticating } from '../../api/reauthentication.ts'
import { useScrollToHash } from '../../hooks/use-scroll-to-hash.ts'
import { Card, type Help } from '../../ui/card.tsx'
import { CardRowsSkeleton } from '../../ui/card-rows.tsx'
import { useLoads } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Accounts } from './accounts.tsx'
import type { ConnectionOwner } from './kinds.ts'
import { deploymentQuery } from '../../entities/deployment.ts'
import { connectionsQuery } from './queries.ts'

/** @param onUser receives the updated member */
export function ConnectionsCard({
  place,
  user,
  onUser,
  confirm,
  reauthenticating,
  help,
}: {
  place: ConnectionOwner
  user: Me
  onUser: (user: Me) => void
  confirm: ReauthenticateThen
  reauthenticating: Reauthenticating
  help: Help
}) {
  const t = useTranslations('connections')
  const connections = useQuery(connectionsQuery)
  const deployment = useQuery(deploymentQuery)
  const both = connections.data && deployment.data && { connections: connections.data, deployment: deployment.data }
  useScrollToHash('connections', both !== undefined)
  return (
    <Card id="connections-card" title={t(place === 'team' ? 'chats' : 'title')} help={help}>
      {place === 'team' && <p className="-mt-2 mb-4 t-14 text-text-2">{t('chatsAbout')}</p>}
      <Loaded
        load={useLoads(both, connections, deployment)}
        failed={t('fetchError')}
        skeleton={<CardRowsSkeleton />}
        inCard
      >
        {(all) => (
          <Accounts
            place={place}
            accounts={new Map(all.connections.map((connection) => [connection.provider, connection]))}
            deployment={all.deployment}
            user={user}
            onUser={onUser}
            confirm={confirm}
            reauthenticating={reauthenticating}
          />
        )}
      </Loaded>
    </Card>
  )
}
