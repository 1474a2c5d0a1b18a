import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { AccessToken, NewAccessToken } from '#contract/tokens.ts'
import { daysBetween } from '../../lib/dates.ts'
import { formatNumericDate } from '../../lib/format-date.ts'
import { useOnline } from '../../lib/online.ts'
import { useLocalToday } from '../../lib/today.ts'
import { useMoments } from '../../lib/use-moments.ts'
import { Button } from '../../ui/button.tsx'
import { CardRow, CardRows, CardRowsSkeleton } from '../../ui/card-rows.tsx'
import { Card, type Help } from '../../ui/card.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { MakeDialog } from './make-dialog.tsx'
import { tokensQuery } from './queries.ts'
import { RevokeDialog } from './revoke-dialog.tsx'

/** What the member's programs call the API with. */
export function TokensCard({ help }: { help: Help }) {
  const t = useTranslations('tokens')
  const load = useLoad(useQuery(tokensQuery))
  const online = useOnline()
  const [dialog, setDialog] = useState<'make' | AccessToken>()
  const [made, setMade] = useState<NewAccessToken>()
  const close = () => setDialog(undefined)
  return (
    <Card
      title={t('title')}
      help={help}
      action={
        <Button kind="line" small disabled={!online} onClick={() => setDialog('make')}>
          {t('make')}
        </Button>
      }
    >
      {made && <ShownOnce about={t('once', { name: made.name })} value={made.token} />}
      <Loaded load={load} failed={t('failed')} skeleton={<CardRowsSkeleton />} empty={<Nothing />} inCard>
        {(tokens) => (
          <CardRows>
            {tokens.map((token) => (
              <Token key={token.id} token={token} disabled={!online} onRevoke={() => setDialog(token)} />
            ))}
          </CardRows>
        )}
      </Loaded>
      {dialog === 'make' && (
        <MakeDialog
          onMade={(token) => {
            setMade(token)
            close()
          }}
          onClose={close}
        />
      )}
      {typeof dialog === 'object' && (
        <RevokeDialog
          token={dialog}
          onRevoked={() => {
            if (made?.id === dialog.id) setMade(undefined)
            close()
          }}
          onClose={close}
        />
      )}
    </Card>
  )
}

function Nothing() {
  const t = useTranslations('tokens')
  return <p className="t-13 text-text-3">{t('about')}</p>
}

function Token({ token, disabled, onRevoke }: { token: AccessToken; disabled: boolean; onRevoke: () => void }) {
  const t = useTranslations('tokens')
  const { used } = useMoments()
  const expiry = useExpiry()
  const { name, scopes, expires_on, used_at } = token
  return (
    <CardRow
      icon={KeyRound}
      title={name}
      about={[
        t(scopes.includes('write') ? 'write' : 'read'),
        expiry(expires_on),
        used_at === null ? t('unused') : t('used', { when: used(used_at) }),
      ].join(' · ')}
    >
      <Button kind="ghost" small disabled={disabled} aria-label={t('revokeLabel', { name })} onClick={onRevoke}>
        {t('revoke')}
      </Button>
    </CardRow>
  )
}

const soon = 14 // days

/** The last day in words: that it is over, how many days are left, or the day itself. */
function useExpiry() {
  const t = useTranslations('tokens')
  const language = useLocale()
  const today = useLocalToday()
  return (date: string) => {
    const day = formatNumericDate(language, date)
    const left = daysBetween(today, date)
    if (left < 0) return t('expired', { day })
    return left <= soon ? t('left', { count: left }) : t('until', { day })
  }
}
