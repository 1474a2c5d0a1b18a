import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NewWebhook, Webhook } from '#contract/webhooks.ts'
import { useOnline } from '../../lib/online.ts'
import { Button } from '../../ui/button.tsx'
import { CardRows, CardRowsSkeleton } from '../../ui/card-rows.tsx'
import { Card } from '../../ui/card.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { MakeDialog } from './make-dialog.tsx'
import { webhooksQuery } from './queries.ts'
import { WebhookRow } from './webhook-row.tsx'
import { shortened } from './words.ts'

/** Where the team's own programs hear what happens; for administrators. */
export function WebhooksCard() {
  const t = useTranslations('webhooks')
  const load = useLoad(useQuery(webhooksQuery))
  const online = useOnline()
  const [dialog, setDialog] = useState<'make' | Webhook>()
  const [made, setMade] = useState<NewWebhook>()
  const close = () => setDialog(undefined)
  return (
    <Card
      title={t('title')}
      action={
        <Button kind="line" small disabled={!online} onClick={() => setDialog('make')}>
          {t('add')}
        </Button>
      }
    >
      {made && <ShownOnce about={t('once', { url: shortened(made.url) })} value={made.secret} />}
      <Loaded load={load} failed={t('failed')} skeleton={<CardRowsSkeleton />} empty={<Nothing />} inCard>
        {(webhooks) => (
          <CardRows>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onDelete={() => setDialog(webhook)} />
            ))}
          </CardRows>
        )}
      </Loaded>
      {dialog === 'make' && (
        <MakeDialog
          onMade={(webhook) => {
            setMade(webhook)
            close()
          }}
          onClose={close}
        />
      )}
      {typeof dialog === 'object' && (
        <DeleteDialog
          webhook={dialog}
          onDeleted={() => {
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
  const t = useTranslations('webhooks')
  return <p className="t-13 text-text-3">{t('about')}</p>
}
