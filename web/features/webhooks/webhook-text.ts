import { useTranslations } from 'use-intl'
import type { WebhookDelivery } from '#contract/webhooks.ts'
import { useMoments } from '../../dates/use-moments.ts'

export const shortened = (url: string) => url.replace(/^https:\/\/|\/$/gu, '')

/** Returns a function that describes the last attempt of a delivery, such as 9:31に届きました. */
export function useOutcome() {
  const t = useTranslations('webhooks')
  const { used } = useMoments()
  return ({ state, status, failure, tried_at, created_at }: WebhookDelivery) => {
    const when = used(tried_at ?? created_at)
    if (state === 'delivered') return t('arrived', { when })
    if (failure === null) return state === 'failed' ? t('notSent') : t('waiting')
    if (failure === 'refused') return t('notArrived', { when, why: String(status) })
    return t('notArrived', {
      when,
      why: failure === 'unavailable' ? t('failures.unavailable') : t('failures.address_refused'),
    })
  }
}

export function useEventName() {
  const t = useTranslations('webhooks.events')
  const names: Record<WebhookDelivery['type'], string> = {
    'report.submitted': t('reportSubmitted'),
    'report.updated': t('reportUpdated'),
    'report.deleted': t('reportDeleted'),
    'blocker.opened': t('blockerOpened'),
    'blocker.resolved': t('blockerResolved'),
    'blocker.unmentioned': t('blockerUnmentioned'),
    'insight.created': t('insightCreated'),
    'member.joined': t('memberJoined'),
    'webhook.test': t('webhookTest'),
  }
  return (type: WebhookDelivery['type']) => names[type]
}
