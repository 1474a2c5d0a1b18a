import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { NewWebhook } from '#contract/webhooks.ts'
import { ActDialog } from '../../api/act-dialog.tsx'
import { serverMessage } from '../../api/errors.ts'
import type { Reauthenticating } from '../../api/reauthentication.ts'
import { useLoad } from '../../ui/load.ts'
import { CredentialListCard } from '../../ui/credential-list-card.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { CreateWebhookDialog } from './create-webhook-dialog.tsx'
import { useDeleteWebhook, webhooksQuery } from './queries.ts'
import { WebhookRow } from './webhook-row.tsx'
import { shortened } from './webhook-text.ts'

export function WebhooksCard({ reauthenticating }: { reauthenticating: Reauthenticating }) {
  const t = useTranslations('webhooks')
  const end = useDeleteWebhook()
  return (
    <CredentialListCard
      words={{ title: t('title'), make: t('add'), about: t('about'), failed: t('failed') }}
      load={useLoad(useQuery(webhooksQuery))}
      renderSecret={({ url, secret }: NewWebhook) => (
        <ShownOnce about={t('once', { url: shortened(url) })} value={secret} />
      )}
      renderRow={(webhook, ask) => (
        <WebhookRow key={webhook.id} webhook={webhook} reauthenticating={reauthenticating} onDelete={ask} />
      )}
      renderCreate={(ends) => <CreateWebhookDialog reauthenticating={reauthenticating} {...ends} />}
      renderRevoke={({ id }, ends) => (
        <ActDialog
          words={{
            title: t('deleteTitle'),
            about: t('deleteAbout'),
            submit: t('delete'),
            busy: t('deleting'),
            failed: (error) => serverMessage(error) ?? t('deleteFailed'),
            done: () => t('deleted'),
          }}
          act={() => end.mutateAsync(id)}
          {...ends}
        />
      )}
    />
  )
}
