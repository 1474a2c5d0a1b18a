import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Provisioning } from '#contract/provisioning.ts'
import { ActDialog } from '../../api/act-dialog.tsx'
import { serverMessage } from '../../api/errors.ts'
import type { Reauthenticating } from '../../api/reauthentication.ts'
import { useMoments } from '../../dates/use-moments.ts'
import { useOnline } from '../../platform/online.ts'
import { Button } from '../../ui/button.tsx'
import { CardRow, CardRows, CardRowsSkeleton } from '../../ui/card-rows.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { provisioningQuery, useMakeDirectoryToken, useRevokeDirectoryToken } from './queries.ts'

type Token = NonNullable<Provisioning['token']>

/**
 * Creates and revokes the token for the company's directory (N17.08). Render it for administrators of the server's
 * first team, if the server has a company's provider.
 */
export function ProvisioningCard({ reauthenticating }: { reauthenticating: Reauthenticating }) {
  const t = useTranslations('provisioning')
  const load = useLoad(useQuery(provisioningQuery))
  const online = useOnline()
  const [dialog, setDialog] = useState<'make' | 'revoke'>()
  const [secret, setSecret] = useState<string>()
  const close = () => setDialog(undefined)
  const token = load.data?.token
  return (
    <Card
      title={t('title')}
      action={
        <Button kind="line" small disabled={!online} onClick={() => setDialog('make')}>
          {t(token ? 'replace' : 'make')}
        </Button>
      }
    >
      <p className="-mt-2 mb-4 t-14 text-text-2">{t('about')}</p>
      <OfflineReason />
      {secret !== undefined && <ShownOnce about={t('once')} value={secret} />}
      <Loaded load={load} failed={t('failed')} skeleton={<CardRowsSkeleton />} inCard>
        {(found) => (
          <>
            {found?.token && <TokenRow token={found.token} disabled={!online} onRevoke={() => setDialog('revoke')} />}
            {found && (
              <div className="mt-3">
                <p className="mb-1 t-13b" aria-hidden>
                  {t('address')}
                </p>
                <CopyField label={t('address')} name={t('copyAddress')} value={found.base_url} />
              </div>
            )}
          </>
        )}
      </Loaded>
      {dialog === 'make' && (
        <MakeDialog
          isReplacing={Boolean(token)}
          reauthenticating={reauthenticating}
          onDone={(made) => {
            setSecret(made)
            close()
          }}
          onClose={close}
        />
      )}
      {dialog === 'revoke' && (
        <RevokeDialog
          onDone={() => {
            setSecret(undefined)
            close()
          }}
          onClose={close}
        />
      )}
    </Card>
  )
}

function TokenRow({ token, disabled, onRevoke }: { token: Token; disabled: boolean; onRevoke: () => void }) {
  const t = useTranslations('provisioning')
  const tTokens = useTranslations('tokens')
  const { day, used } = useMoments()
  const { created_by: name, created_at, used_at } = token
  const when = day(created_at)
  return (
    <CardRows>
      <CardRow
        icon={KeyRound}
        title={t('token')}
        about={[
          name === null ? t('made', { day: when }) : t('madeBy', { name, day: when }),
          used_at === null ? tTokens('unused') : tTokens('used', { when: used(used_at) }),
        ].join(' · ')}
      >
        <Button kind="ghost" small disabled={disabled} onClick={onRevoke}>
          {tTokens('revoke')}
        </Button>
      </CardRow>
    </CardRows>
  )
}

function MakeDialog({
  isReplacing,
  reauthenticating,
  onDone,
  onClose,
}: {
  isReplacing: boolean
  reauthenticating: Reauthenticating
  onDone: (token: string) => void
  onClose: () => void
}) {
  const t = useTranslations('provisioning')
  const tTokens = useTranslations('tokens')
  const make = useMakeDirectoryToken()
  return (
    <ActDialog
      kind="primary"
      words={{
        title: t('makeTitle'),
        about: t(isReplacing ? 'replaceAbout' : 'makeAbout'),
        submit: t(isReplacing ? 'replace' : 'make'),
        busy: tTokens('making'),
        failed: (error) => serverMessage(error) ?? tTokens('makeFailed'),
        done: () => t('done'),
      }}
      act={() => reauthenticating(() => make.mutateAsync())}
      onDone={({ token }) => onDone(token)}
      onClose={onClose}
    />
  )
}

function RevokeDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useTranslations('provisioning')
  const tTokens = useTranslations('tokens')
  const revoke = useRevokeDirectoryToken()
  return (
    <ActDialog
      words={{
        title: t('revokeTitle'),
        about: t('revokeAbout'),
        submit: tTokens('revoke'),
        busy: tTokens('revoking'),
        failed: (error) => serverMessage(error) ?? tTokens('revokeFailed'),
        done: () => t('revoked'),
      }}
      act={() => revoke.mutateAsync()}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
