import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Passkey } from '#contract/passkeys.ts'
import { serverMessage } from '../../api/errors.ts'
import type { ReauthenticateThen } from '../../api/reauthentication.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { hasPasskeys, isPasskeyCancelled, isAlreadyRegistered } from '../../platform/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { CardRows, CardRowsSkeleton } from '../../ui/card-rows.tsx'
import { Card } from '../../ui/card.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { toast } from '../../ui/toast.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { passkeysQuery, useAddPasskey, useRemovePasskey } from './queries.ts'

export function PasskeysCard({ confirm }: { confirm: ReauthenticateThen }) {
  const t = useTranslations('passkeys')
  const load = useLoad(useQuery(passkeysQuery))
  const online = useOnline()
  const add = useAddPasskey()
  const remove = useRemovePasskey()
  const [named, setNamed] = useState<{ id: string; isOpen: boolean }>()

  const begin = () => {
    if (!hasPasskeys()) return toast.info(t('unsupported'))
    add.mutate(undefined, {
      onSuccess: ({ id }) => {
        toast.success(t('wasAdded'))
        // Asks for a name, so that the member can recognize the passkey later.
        setNamed({ id, isOpen: true })
      },
      onError: (error) => {
        if (isPasskeyCancelled(error) || confirm(error, begin)) return
        toast.error(isAlreadyRegistered(error) ? t('exists') : (serverMessage(error) ?? t('addFailed')))
      },
    })
  }
  const end = (passkey: Passkey) =>
    remove.mutate(passkey.id, {
      onSuccess: () => toast.success(t('removed', { name: passkey.name || t('unnamed') })),
      onError: (error) => {
        if (!confirm(error, () => end(passkey))) toast.error(serverMessage(error) ?? t('removeFailed'))
      },
    })
  return (
    <Card
      title={t('title')}
      action={
        <Button
          kind={hasPasskeys() ? 'line' : 'muted'}
          small
          disabled={!online}
          aria-label={t('addLabel')}
          busy={add.isPending ? t('adding') : undefined}
          onClick={begin}
        >
          {t('add')}
        </Button>
      }
    >
      <OfflineReason />
      <Loaded load={load} failed={t('failed')} skeleton={<CardRowsSkeleton />} inCard>
        {({ passkeys, only_way_in }) =>
          passkeys.length === 0 ? (
            <p className="t-13 text-text-3">{t('about')}</p>
          ) : (
            <CardRows>
              {passkeys.map((passkey) =>
                named?.id === passkey.id && named.isOpen ? (
                  <li key={passkey.id}>
                    <PasskeyNameForm
                      passkey={passkey}
                      onClose={() => setNamed({ id: passkey.id, isOpen: false })}
                      onReopen={() => setNamed({ id: passkey.id, isOpen: true })}
                    />
                  </li>
                ) : (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    isLast={only_way_in}
                    isLeft={named?.id === passkey.id}
                    disabled={!online}
                    removing={remove.isPending && remove.variables === passkey.id}
                    onRename={() => setNamed({ id: passkey.id, isOpen: true })}
                    onRemove={() => (only_way_in ? toast.info(t('onlyWayIn')) : end(passkey))}
                  />
                ),
              )}
            </CardRows>
          )
        }
      </Loaded>
    </Card>
  )
}
