import { useQuery } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Grant } from '#contract/grants.ts'
import { ActDialog } from '../../api/act-dialog.tsx'
import { serverMessage } from '../../api/errors.ts'
import { useMoments } from '../../dates/use-moments.ts'
import { useOnline } from '../../platform/online.ts'
import { Button } from '../../ui/button.tsx'
import { CardRow, CardRows } from '../../ui/card-rows.tsx'
import { Card, type Help } from '../../ui/card.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { grantsQuery, useRevokeGrant } from './queries.ts'
import { useExpiry } from './use-expiry.ts'

/** Lists the programs that the member allowed. Shows nothing to members who never allowed one. */
export function GrantsCard({ help }: { help: Help }) {
  const t = useTranslations('programs')
  const load = useLoad(useQuery(grantsQuery))
  const isOnline = useOnline()
  const revoke = useRevokeGrant()
  const [revoked, setRevoked] = useState<Grant>()
  const close = () => setRevoked(undefined)
  if (load.status !== 'failed' && !load.data?.length) return
  return (
    <Card title={t('title')} help={help}>
      <OfflineReason />
      <Loaded load={load} failed={t('unread')} inCard>
        {(grants) => (
          <CardRows>
            {grants.map((grant) => (
              <Program key={grant.id} grant={grant} disabled={!isOnline} onRevoke={() => setRevoked(grant)} />
            ))}
          </CardRows>
        )}
      </Loaded>
      {revoked && <RevokeDialog grant={revoked} act={() => revoke.mutateAsync(revoked.id)} onClose={close} />}
    </Card>
  )
}

function RevokeDialog({ grant, act, onClose }: { grant: Grant; act: () => Promise<unknown>; onClose: () => void }) {
  const t = useTranslations('tokens')
  const tPrograms = useTranslations('programs')
  const { client_name: name } = grant
  const words = {
    title: t('revokeTitle', { name }),
    about: tPrograms('revokeAbout'),
    submit: t('revoke'),
    busy: t('revoking'),
    failed: (error: unknown) => serverMessage(error) ?? t('revokeFailed'),
    done: () => t('revoked', { name }),
  }
  return <ActDialog words={words} act={act} onDone={onClose} onClose={onClose} />
}

function Program({ grant, disabled, onRevoke }: { grant: Grant; disabled: boolean; onRevoke: () => void }) {
  const t = useTranslations('tokens')
  const { used } = useMoments()
  const expiry = useExpiry()
  const { client_name: name, scopes, expires_on, last_used_at } = grant
  return (
    <CardRow
      icon={AppWindow}
      title={name}
      about={[
        t(scopes.includes('write') ? 'write' : 'read'),
        expiry(expires_on),
        last_used_at === null ? t('unused') : t('used', { when: used(last_used_at) }),
      ].join(' · ')}
    >
      <Button kind="ghost" small disabled={disabled} aria-label={t('revokeLabel', { name })} onClick={onRevoke}>
        {t('revoke')}
      </Button>
    </CardRow>
  )
}
