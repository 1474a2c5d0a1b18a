import type { ReactNode, Ref } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'

export function AccountRow({
  button,
  name,
  mark,
  account,
  benefit,
  again = false,
  busy,
  onConnect,
  onDisconnect,
}: {
  button?: Ref<HTMLButtonElement> | undefined
  name: string
  mark?: ReactNode
  account: string | undefined
  benefit: string | undefined
  /** Whether the account must be connected again, because the granted permissions are insufficient. */
  again?: boolean | undefined
  busy?: 'connecting' | 'disconnecting' | undefined
  onConnect?: () => void
  onDisconnect?: () => void
}) {
  const t = useTranslations('connections')
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-3 border-b border-rule py-1.5 last:border-b-0">
      <span className="grid w-4.5 shrink-0 justify-center">{mark}</span>
      <div className="min-w-48 flex-1">
        <p className="t-14b">{name}</p>
        {again && <p className="t-12 text-problem-text">{t('needsAgain')}</p>}
        <p className="t-12 text-text-3">
          <span className="wrap-anywhere">{account}</span>
          {account && benefit && ' · '}
          {benefit && <span>{benefit}</span>}
        </p>
      </div>
      <div className="ml-auto flex flex-wrap justify-end gap-x-3 gap-y-1">
        {again && onConnect && (
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
        {onDisconnect && (
          <Button
            ref={button}
            kind="ghost"
            small
            aria-label={t('disconnectFrom', { provider: name })}
            busy={busy === 'disconnecting' ? t('disconnecting') : undefined}
            onClick={onDisconnect}
          >
            {t('disconnect')}
          </Button>
        )}
      </div>
    </li>
  )
}
