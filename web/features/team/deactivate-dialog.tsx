import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MemberSetups } from '#contract/member-setups.ts'
import { providers } from '#contract/providers.ts'
import { serverMessage } from '../../api/errors.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type DialogCallbacks, FormDialog, formOf } from '../../ui/form-dialog.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Bar } from '../../ui/states.tsx'
import { setupsQuery, useChangeMember } from './queries.ts'

type Member = { id: string; name: string; isAdmin: boolean }

/**
 * Asks for confirmation before a member is deactivated.
 * Lists what ends with the deactivation, and what the member set up for the team (E1.09).
 */
export function DeactivateDialog({
  member: { id, name, isAdmin },
  onDone,
  onClose,
}: DialogCallbacks & { member: Member }) {
  const t = useTranslations('team.deactivation')
  const failedChange = useTranslations('team')('changeFailed', { name })
  const load = useLoad(useQuery(setupsQuery(id)))
  const change = useChangeMember()
  const [continuing, setContinuing] = useState<readonly string[]>([])
  const { webhooks = [], connections = [] } = load.data ?? {}
  const isStopped = (key: string) => !continuing.includes(key)
  const stop = {
    webhooks: webhooks.map((webhook) => webhook.id).filter(isStopped),
    connections: connections.map(({ provider }) => provider).filter(isStopped),
  }
  // `mutate` would not run the callbacks if the card and this dialog are unmounted by then.
  const send = () => void change.mutateAsync({ id, is_active: false, stop }).then(onDone, () => {})
  const words = {
    title: t('title', { name }),
    submit: t('submit'),
    sending: t('sending'),
    failed: serverMessage(change.error) ?? failedChange,
  }
  return (
    <FormDialog
      form={formOf(change, send)}
      words={words}
      kind="danger"
      disabled={load.data === undefined && load.status !== 'failed'}
      onClose={onClose}
    >
      <p className="t-14 text-text-2">
        {t('about')} {isAdmin && t('administrator')}
      </p>
      <Loaded load={load} failed={t('failed')} skeleton={<Bar width="60%" />} inCard>
        {(setups) => (
          <Setups
            setups={setups}
            isStopped={isStopped}
            onStop={(key, stops) =>
              setContinuing(stops ? continuing.filter((one) => one !== key) : [...continuing, key])
            }
          />
        )}
      </Loaded>
    </FormDialog>
  )
}

function Setups({
  setups: { webhooks, connections, invitations },
  isStopped,
  onStop,
}: {
  setups: MemberSetups
  isStopped: (key: string) => boolean
  onStop: (key: string, stops: boolean) => void
}) {
  const t = useTranslations('team.deactivation')
  const things = [
    ...connections.map(({ provider, account }) => ({
      key: provider,
      words: `${providers[provider].name}: ${account}`,
    })),
    ...webhooks.map(({ id, url }) => ({ key: id, words: t('webhook', { url: url.replace(/^https:\/\//u, '') }) })),
  ]
  return (
    <>
      {invitations > 0 && <p className="t-14 text-text-2">{t('invitations', { count: invitations })}</p>}
      {things.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 t-13b">{t('stop')}</legend>
          <div className="flex flex-col gap-2 wrap-anywhere pointer-coarse:gap-6.5">
            {things.map(({ key, words }) => (
              <Checkbox key={key} name="stop" checked={isStopped(key)} onChange={(stops) => onStop(key, stops)}>
                {words}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}
