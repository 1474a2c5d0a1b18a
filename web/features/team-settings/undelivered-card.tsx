import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import type { Delivery } from '#contract/notifications.ts'
import { providers } from '#contract/providers.ts'
import { formatDayAndWeekday } from '../../dates/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useLoad } from '../../ui/load.ts'
import { LoadNote } from '../../ui/loaded.tsx'
import { toast } from '../../ui/toast.tsx'
import { undeliveredQuery, useRetry } from './queries.ts'

export function UndeliveredCard() {
  const t = useTranslations('teamSettings')
  const load = useLoad(useQuery(undeliveredQuery))
  if (load.status === 'failed') return <LoadNote load={load} failed={t('deliveriesFailed')} />
  if (!load.data || load.data.length === 0) return
  return (
    <Card title={t('undelivered')}>
      <ul className="-mb-2">
        {load.data.map((delivery) => (
          <Undelivered key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </Card>
  )
}

function Undelivered({ delivery: { id, user_name, kind, day, destination, failure } }: { delivery: Delivery }) {
  const t = useTranslations('teamSettings')
  const locale = useLocale()
  const retry = useRetry({
    onDone: () => toast.success(t('retried')),
    onFailed: (error) => toast.error(t('retryFailed'), error),
  })
  const date = formatDayAndWeekday(locale, day)
  const what = t(kind === 'report' ? 'deliveryReport' : 'deliveryReminder', { date })
  const where =
    destination === 'mail'
      ? t('destinationMail')
      : destination === 'push'
        ? t('destinationPush')
        : providers[destination].name
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="t-14b">
          {what}
          <span className="ml-2 t-12 text-text-3">{user_name}</span>
          <span className="ml-2 t-12 text-text-3">{where}</span>
        </p>
        <p className="mt-0.5 t-13 text-pretty text-text-2">{failure}</p>
      </div>
      <Button
        kind="line"
        small
        aria-label={t('retryLabel', { what })}
        busy={retry.isPending ? t('retrying') : undefined}
        onClick={() => retry.mutate(id)}
      >
        {t('retry')}
      </Button>
    </li>
  )
}
