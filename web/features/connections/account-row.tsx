import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'

/** One service: connected as whom, in words, and the one thing to do about it. */
export function AccountRow({
  name,
  mark,
  account,
  again = false,
  busy,
  muted = false,
  onConnect,
  onDisconnect,
}: {
  name: string
  mark?: ReactNode
  /** undefined where it is not connected */
  account: string | undefined
  /** What was granted does not suffice. */
  again?: boolean | undefined
  busy: 'connecting' | 'disconnecting' | undefined
  /** Its operator has not set it up, or it is for administrators: pressing the button only says so. */
  muted?: boolean
  onConnect: () => void
  onDisconnect: () => void
}) {
  const t = useTranslations('connections')
  const connected = account !== undefined
  const doing = connected ? 'disconnecting' : 'connecting'
  const label = connected ? t('disconnectFrom', { provider: name }) : t('connectTo', { provider: name })
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-3 border-b border-rule py-1.5 last:border-b-0">
      <span className="grid w-4.5 shrink-0 justify-center">{mark}</span>
      <div className="min-w-24 flex-1">
        <p className="t-14b">{name}</p>
        <p className="t-12 text-text-3">{account ?? t('notConnected')}</p>
      </div>
      <div className="ml-auto flex flex-wrap justify-end gap-x-3 gap-y-1">
        {connected && again && (
          <Button
            kind="line"
            small
            aria-label={t('connectAgainTo', { provider: name })}
            busy={busy === 'connecting' ? t('connecting') : undefined}
            onClick={onConnect}
          >
            {t('connectAgain')}
          </Button>
        )}
        <Button
          kind={muted ? 'muted' : connected ? 'ghost' : 'line'}
          small
          aria-label={label}
          busy={busy === doing ? t(doing) : undefined}
          onClick={connected ? onDisconnect : onConnect}
        >
          {connected ? t('disconnect') : t('connect')}
        </Button>
      </div>
    </li>
  )
}
