import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import type { Confirm, Confirming } from '../../api/confirming.ts'
import { useLinked } from '../../hooks/use-scroll-to-hash.ts'
import { Card, type Help } from '../../ui/card.tsx'
import { CardRowsSkeleton } from '../../ui/card-rows.tsx'
import { useLoads } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Accounts } from './accounts.tsx'
import type { Place } from './kinds.ts'
import { connectionsQuery, deploymentQuery } from './queries.ts'

/** @param onUser receives the updated member */
export function ConnectionsCard({
  place,
  user,
  onUser,
  confirm,
  confirming,
  help,
}: {
  place: Place
  user: Me
  onUser: (user: Me) => void
  confirm: Confirm
  confirming: Confirming
  help: Help
}) {
  const t = useTranslations('connections')
  const connections = useQuery(connectionsQuery)
  const deployment = useQuery(deploymentQuery)
  const both = connections.data && deployment.data && { connections: connections.data, deployment: deployment.data }
  useLinked('connections', both !== undefined)
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
            confirming={confirming}
          />
        )}
      </Loaded>
    </Card>
  )
}
