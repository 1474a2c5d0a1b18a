import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Connection } from '#contract/connections.ts'
import { type Deployment, offerable } from '#contract/deployment.ts'
import {
  type FormProvider,
  type Provider,
  providerIds,
  providers,
  type WebhookProvider,
  webhookProviders,
} from '#contract/providers.ts'
import type { Me } from '#contract/users.ts'
import { ApiError, serverMessage } from '../../api/errors.ts'
import type { Confirm, Confirming } from '../../lib/confirming.ts'
import { BrandMark } from '../../ui/brand-marks.tsx'
import { Card, type Help } from '../../ui/card.tsx'
import { useLoads } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { toast } from '../../ui/toast.tsx'
import { AccountRow } from './account-row.tsx'
import { AccountsSkeleton } from './accounts-skeleton.tsx'
import { connectionsQuery, deploymentQuery, useDisconnect, useLeaveToConnect } from './queries.ts'
import { useConnectFailure } from './use-connect-failure.ts'
import { useTabEnds } from './use-tab-ends.ts'
import { TrackerDialog } from './tracker-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** The member's accounts elsewhere, to connect and to disconnect. @param onUser receives the member when they change */
export function ConnectionsCard({
  user,
  onUser,
  confirm,
  confirming,
  help,
}: {
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
  return (
    <Card title={t('title')} help={help}>
      <Loaded
        load={useLoads(both, connections, deployment)}
        failed={t('fetchError')}
        skeleton={<AccountsSkeleton />}
        inCard
      >
        {(all) => (
          <Accounts
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

/** That it is their only way in, or that they should sign in again, the server says. */
const isSaid = (error: unknown) =>
  error instanceof ApiError && (error.code === 'last_way_in' || error.code === 'sign_in_again')

function Accounts({
  accounts,
  deployment: { oidc, providers: offered },
  user,
  onUser,
  confirm,
  confirming,
}: {
  accounts: Map<string, Connection>
  deployment: Deployment
  user: Me
  onUser: (user: Me) => void
  confirm: Confirm
  confirming: Confirming
}) {
  const t = useTranslations('connections')
  const readOnly = useTranslations('teamSettings')('readOnly')
  const failure = useConnectFailure()
  const leave = useLeaveToConnect()
  const disconnect = useDisconnect(onUser)
  useTabEnds(onUser)
  const [form, setForm] = useState<FormProvider | WebhookProvider>()

  const nameOf = (id: Provider) => (id === 'oidc' && oidc ? oidc.name : providers[id].name)
  const isMissing = (id: Provider) => isElsewhere(id) && !offered.includes(id)
  /** What is the team's is for its administrators: its spaces, and its workspace until there is one. */
  const isTheirs = (id: string) => {
    const isFirst = id === 'slack' && !accounts.has(id) && !user.is_slack_available
    return !user.is_admin && (isFirst || webhookProviders.some((provider) => provider === id))
  }
  const begin = (id: Provider) => {
    const name = nameOf(id)
    if (isMissing(id)) toast.info(t('notSetUp', { provider: name }))
    else if (isTheirs(id)) toast.info(readOnly)
    else if (!isElsewhere(id)) setForm(id)
    else
      leave.mutate(id, {
        onError: (error) => {
          if (!confirm(error, () => begin(id))) toast.error(failure(error, name), error)
        },
      })
  }
  const end = (id: string, name: string) => {
    if (isTheirs(id)) return toast.info(readOnly)
    disconnect.mutate(id, {
      onSuccess: () => toast.success(t('disconnectSuccess', { provider: name })),
      onError: (error) => {
        if (!confirm(error, () => end(id, name)))
          toast.error((isSaid(error) && serverMessage(error)) || t('disconnectError', { provider: name }), error)
      },
    })
  }
  const busyWith = (id: string) => {
    if (leave.isPending && leave.variables === id) return 'connecting'
    return disconnect.isPending && disconnect.variables === id ? 'disconnecting' : undefined
  }

  // A company's own sign-in is shown where there is one.
  const shown = providerIds.filter((id) => id !== 'oidc' || oidc || accounts.has(id))
  // What is connected and has no row of its own can still be disconnected.
  const others = [...accounts.keys()].filter((id) => providerIds.every((provider) => provider !== id))
  return (
    <>
      <ul className="-mt-1 -mb-2">
        {shown.map((id) => (
          <AccountRow
            key={id}
            name={nameOf(id)}
            mark={<BrandMark of={id} />}
            account={accounts.get(id)?.account}
            again={accounts.get(id)?.connect_again}
            busy={busyWith(id)}
            muted={isTheirs(id) || (isMissing(id) && !accounts.has(id))}
            onConnect={() => begin(id)}
            onDisconnect={() => end(id, nameOf(id))}
          />
        ))}
        {others.map((id) => (
          <AccountRow
            key={id}
            name={id}
            account={t('unsupportedProvider', { provider: id })}
            busy={busyWith(id)}
            onConnect={() => undefined}
            onDisconnect={() => end(id, id)}
          />
        ))}
      </ul>
      {form && <Form of={form} confirming={confirming} onClose={() => setForm(undefined)} />}
    </>
  )
}

/** Whether it is connected on a page of its own, for which its operator has to have set it up. */
const isElsewhere = (id: Provider): id is (typeof offerable)[number] => offerable.some((provider) => provider === id)

function Form({
  of: id,
  confirming,
  onClose,
}: {
  of: FormProvider | WebhookProvider
  confirming: Confirming
  onClose: () => void
}) {
  if (id === 'backlog' || id === 'jira') return <TrackerDialog id={id} confirming={confirming} onClose={onClose} />
  return <WebhookDialog provider={id} confirming={confirming} onClose={onClose} />
}
