import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { NewWebhook } from '#contract/webhooks.ts'
import type { Confirming } from '../../lib/confirming.ts'
import { useLoad } from '../../ui/load.ts'
import { MadeCard } from '../../ui/made-card.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { MakeDialog } from './make-dialog.tsx'
import { webhooksQuery } from './queries.ts'
import { WebhookRow } from './webhook-row.tsx'
import { shortened } from './words.ts'

/** Where the team's own programs hear what happens; for administrators. */
export function WebhooksCard({ confirming }: { confirming: Confirming }) {
  const t = useTranslations('webhooks')
  return (
    <MadeCard
      words={{ title: t('title'), make: t('add'), about: t('about'), failed: t('failed') }}
      load={useLoad(useQuery(webhooksQuery))}
      once={({ url, secret }: NewWebhook) => <ShownOnce about={t('once', { url: shortened(url) })} value={secret} />}
      row={(webhook, end) => <WebhookRow key={webhook.id} webhook={webhook} confirming={confirming} onDelete={end} />}
      making={(ends) => <MakeDialog confirming={confirming} {...ends} />}
      ending={(webhook, ends) => <DeleteDialog webhook={webhook} {...ends} />}
    />
  )
}
