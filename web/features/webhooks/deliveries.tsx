import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { WebhookDelivery } from '#contract/webhooks.ts'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Bar } from '../../ui/states.tsx'
import { webhookDeliveriesQuery } from './queries.ts'
import { useEventName, useOutcome } from './webhook-text.ts'

export function Deliveries({ webhookId }: { webhookId: string }) {
  const t = useTranslations('webhooks')
  const load = useLoad(useQuery(webhookDeliveriesQuery(webhookId)))
  const nothing = <p className="t-13 text-text-3">{t('nothingSent')}</p>
  return (
    <Loaded load={load} failed={t('deliveriesFailed')} skeleton={<Bar width="60%" />} empty={nothing} inCard>
      {(deliveries) => (
        <ul aria-label={t('deliveries')} className="rounded-2 bg-sunken px-3">
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const outcome = useOutcome()
  const name = useEventName()
  return (
    <li className="border-b border-rule py-1.5 t-12 last:border-b-0">
      <p className="flex flex-wrap gap-x-3">
        <span className="text-text-2">{name(delivery.type)}</span>
        <span className={delivery.failure ? 'text-problem-text' : 'text-text-3'}>{outcome(delivery)}</span>
      </p>
      {delivery.answer && (
        <p dir="auto" className="mt-0.5 [font-family:var(--font-mono)] wrap-anywhere text-text-3">
          {delivery.answer}
        </p>
      )}
    </li>
  )
}
