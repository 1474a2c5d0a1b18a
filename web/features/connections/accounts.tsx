import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Connection } from '#contract/connections.ts'
import type { Deployment } from '#contract/deployment.ts'
import { type Provider } from '#contract/providers.ts'
import type { Me } from '#contract/users.ts'
import { useFocusHandover } from '../../hooks/use-focus-handover.ts'
import type { ReauthenticateThen, Reauthenticating } from '../../api/reauthentication.ts'
import { BrandMark } from '../../brand/brand-marks.tsx'
import { AccountRow } from './account-row.tsx'
import { type Kind, kindOf, kinds, kindsOf, isProvider, isWebhook, type ConnectionOwner, unconnected } from './kinds.ts'
import { KindLine } from './kind-line.tsx'
import { ServiceDialog } from './service-dialog.tsx'
import { useAccounts } from './use-accounts.ts'
import { useTabEnds } from './use-tab-ends.ts'

const benefitOf = (id: Provider) => (id === 'github' ? id : kindOf(id))

export function Accounts({
  place,
  accounts,
  deployment,
  user,
  onUser,
  confirm,
  reauthenticating,
}: {
  place: ConnectionOwner
  accounts: Map<string, Connection>
  deployment: Deployment
  user: Me
  onUser: (user: Me) => void
  confirm: ReauthenticateThen
  reauthenticating: Reauthenticating
}) {
  const t = useTranslations('connections')
  const { nameOf, begin, end, busyWith } = useAccounts(deployment, confirm, onUser)
  useTabEnds(onUser)
  const [opened, setOpened] = useState<Kind>()
  const lines = useRef(new Map<Kind, HTMLButtonElement | null>())
  // A new connection gets its row with the next response. Then the row takes the focus.
  const { ref, handOver } = useFocusHandover()
  const [awaited, setAwaited] = useState<string>()
  const isTeams = place === 'team'
  const isConnected = (id: Provider) => (isTeams && id === 'slack' ? user.is_slack_available : accounts.has(id))
  const leftOf = (kind: Kind) => unconnected(kind, deployment, isConnected)
  const named = (ids: readonly Provider[]) => ids.map((id) => ({ id, name: nameOf(id) }))
  /** Returns whether an administrator must first connect Slack for the team. */
  const waits = (kind: Kind) => kind === 'slack' && !user.is_admin && !user.is_slack_available
  const open = (kind: Kind) => {
    const [only] = leftOf(kind).ready
    if (only && kinds[kind].length === 1) begin(only)
    else setOpened(kind)
  }
  const lineAwaited = useRef<Kind>(undefined)
  const setLine = (kind: Kind, button: HTMLButtonElement | null) => {
    lines.current.set(kind, button)
    if (!button || lineAwaited.current !== kind) return
    lineAwaited.current = undefined
    button.focus()
  }
  /**
   * Moves the focus to the line that offers this kind of service, because the pressed button disappears with its row.
   * If the line is not there yet, it takes the focus when the next response renders it.
   */
  const focusLine = (id: string) => {
    const kind = isProvider(id) ? kindOf(id) : kindsOf[place][0]!
    lineAwaited.current = kind
    setLine(kind, lines.current.get(kind) ?? null)
  }
  const rows = [...accounts.values()].filter(({ provider }) => isWebhook(provider) === isTeams)
  const offered = kindsOf[place].filter((kind) => {
    const { ready, missing } = leftOf(kind)
    return ready.length + missing.length > 0 && !waits(kind)
  })
  const left = opened && leftOf(opened)
  const isFirst = (kind: Kind) => !kinds[kind].some(isConnected)
  return (
    <>
      <ul className="-mt-1 -mb-2">
        {isTeams && user.is_slack_available && (
          <AccountRow name="Slack" mark={<BrandMark of="slack" />} account={undefined} benefit={t('benefits.chats')} />
        )}
        {rows.map(({ provider: id, account, connect_again }) => (
          <AccountRow
            key={id}
            button={id === awaited ? ref : undefined}
            name={nameOf(id)}
            mark={isProvider(id) && <BrandMark of={id} />}
            account={isProvider(id) ? account : t('unsupportedProvider', { provider: id })}
            benefit={isProvider(id) ? t(`benefits.${benefitOf(id)}`) : undefined}
            again={connect_again}
            busy={busyWith(id)}
            onConnect={() => isProvider(id) && begin(id)}
            onDisconnect={() => end(id, () => focusLine(id))}
          />
        ))}
        {kindsOf[place].filter(waits).map((kind) => (
          <li key={kind} className="border-b border-rule py-3 t-13 text-pretty text-text-2 last:border-b-0">
            {t('slackWaits')}
          </li>
        ))}
        {offered.map((kind) => (
          <KindLine
            key={kind}
            ref={(button) => setLine(kind, button)}
            kind={kind}
            names={named([...leftOf(kind).ready, ...leftOf(kind).missing]).map(({ name }) => name)}
            isFirst={isFirst(kind)}
            busy={kinds[kind].some((id) => busyWith(id) === 'connecting')}
            onOpen={() => open(kind)}
          />
        ))}
      </ul>
      {opened && left && (
        <ServiceDialog
          kind={opened}
          isFirst={isFirst(opened)}
          ready={named(left.ready)}
          missing={named(left.missing)}
          isAdmin={user.is_admin}
          reauthenticating={reauthenticating}
          onLeave={(id) => {
            setOpened(undefined)
            begin(id)
          }}
          onConnected={(id) => {
            handOver(() => setAwaited(id))
            setOpened(undefined)
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
