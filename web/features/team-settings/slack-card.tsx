import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { SlackDestination } from '#contract/slack.ts'
import { serverMessage } from '../../api/errors.ts'
import type { Reauthenticating } from '../../api/reauthentication.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useLoad } from '../../ui/load.ts'
import { LoadNote } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { slackDestinationQuery, useSlackChannel, useSlackChannels } from './queries.ts'

/** Lets administrators see, test and change the Slack channel for the team's reports. Needs a team with Slack. */
export function SlackCard({ reauthenticating }: { reauthenticating: Reauthenticating }) {
  const t = useTranslations('teamSettings.slack')
  const load = useLoad(useQuery(slackDestinationQuery))
  if (load.status === 'failed') return <LoadNote load={load} failed={t('loadFailed')} />
  if (load.data) return <DestinationCard place={load.data} reauthenticating={reauthenticating} />
}

type Destination = { place: SlackDestination; reauthenticating: Reauthenticating }

function DestinationCard({ place: { workspace, channel, failure }, reauthenticating }: Destination) {
  const t = useTranslations('teamSettings.slack')
  const online = useOnline()
  const list = useSlackChannels()
  const post = useSlackChannel(reauthenticating)
  const showError = (words: string, error: unknown) =>
    toast.error([words, serverMessage(error)].filter(Boolean).join(' '), error)
  const to = (chosen: { id: string; name: string } | undefined) => {
    const name = chosen?.name ?? channel
    post.mutate(chosen ?? { name }, {
      onSuccess: () => toast.success(t(chosen ? 'chosen' : 'tested', { channel: name })),
      onError: (error) => showError(t('failed', { channel: name }), error),
    })
  }
  const channels = list.data ?? []
  // If the operator has configured the channel, the page knows only its name, not its id.
  const present = channels.find(({ name }) => name === channel)
  return (
    <Card title={t('title')}>
      <p className="-mt-2 mb-4 t-14 text-text-2">{t('about', { workspace, channel })}</p>
      {failure && (
        <div className="mb-4">
          <Note>{failure}</Note>
        </div>
      )}
      <OfflineReason />
      {list.data && (
        <div className="mb-4 max-w-80">
          <Select
            label={t('channel')}
            disabled={post.isPending || !online}
            value={present?.id ?? ''}
            options={[
              ...(present ? [] : [{ value: '', name: `#${channel}` }]),
              ...channels.map(({ id, name }) => ({ value: id, name: `#${name}` })),
            ]}
            onChange={(id) => to(channels.find((one) => one.id === id))}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button kind="line" small busy={post.isPending ? t('testing') : undefined} onClick={() => to(undefined)}>
          {t('test')}
        </Button>
        {!list.data && (
          <Button
            kind="line"
            small
            busy={list.isPending ? t('choosing') : undefined}
            onClick={() => list.mutate(undefined, { onError: (error) => showError(t('listFailed'), error) })}
          >
            {t('choose')}
          </Button>
        )}
      </div>
    </Card>
  )
}
