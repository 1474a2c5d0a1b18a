import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AccessToken, NewAccessToken } from '#contract/tokens.ts'
import { ActDialog } from '../../api/act-dialog.tsx'
import { serverMessage } from '../../api/errors.ts'
import type { Reauthenticating } from '../../api/reauthentication.ts'
import { useOnline } from '../../platform/online.ts'
import { useMoments } from '../../dates/use-moments.ts'
import { Button } from '../../ui/button.tsx'
import { CardRow } from '../../ui/card-rows.tsx'
import type { Help } from '../../ui/card.tsx'
import { useLoad } from '../../ui/load.ts'
import { CredentialListCard } from '../../ui/credential-list-card.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { tokensQuery, useRevokeToken } from './queries.ts'
import { useExpiry } from './use-expiry.ts'

export function TokensCard({ reauthenticating, help }: { reauthenticating: Reauthenticating; help: Help }) {
  const t = useTranslations('tokens')
  const load = useLoad(useQuery(tokensQuery))
  const online = useOnline()
  const revoke = useRevokeToken()
  return (
    <CredentialListCard
      words={{ title: t('title'), make: t('make'), about: t('about'), failed: t('failed') }}
      help={help}
      load={load}
      renderSecret={({ name, token }: NewAccessToken) => <ShownOnce about={t('once', { name })} value={token} />}
      renderRow={(token, end) => <Token key={token.id} token={token} disabled={!online} onRevoke={end} />}
      renderCreate={(ends) => <CreateTokenDialog reauthenticating={reauthenticating} {...ends} />}
      renderRevoke={({ id, name }, ends) => (
        <ActDialog
          words={{
            title: t('revokeTitle', { name }),
            about: t('revokeAbout'),
            submit: t('revoke'),
            busy: t('revoking'),
            failed: (error) => serverMessage(error) ?? t('revokeFailed'),
            done: () => t('revoked', { name }),
          }}
          act={() => revoke.mutateAsync(id)}
          {...ends}
        />
      )}
    />
  )
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
