import { ChevronDown, ChevronRight, Webhook as Mark } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { type Webhook, webhookEvents } from '#contract/webhooks.ts'
import { formatList } from '#contract/format-list.ts'
import { serverMessage } from '../../api/errors.ts'
import type { Reauthenticating } from '../../api/reauthentication.ts'
import { useOnline } from '../../platform/online.ts'
import { Button } from '../../ui/button.tsx'
import { CardRow } from '../../ui/card-rows.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDisclosure } from '../../ui/use-disclosure.ts'
import { Deliveries } from './deliveries.tsx'
import { useResume, useTest } from './queries.ts'
import { shortened, useEventName, useOutcome } from './webhook-text.ts'

export function WebhookRow({
  webhook,
  reauthenticating,
  onDelete,
}: {
  webhook: Webhook
  reauthenticating: Reauthenticating
  onDelete: () => void
}) {
  const t = useTranslations('webhooks')
  const online = useOnline()
  const test = useTest()
  const resume = useResume()
  const { id, isOpen, button } = useDisclosure()
  const url = shortened(webhook.url)
  const act = { small: true, disabled: !online }
  const isStopped = webhook.state === 'stopped'
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <CardRow
      icon={Mark}
      title={
        <button
          {...button}
          className="relative cursor-pointer text-left [font-family:var(--font-mono)] text-[0.8125rem] font-normal wrap-anywhere underline-offset-2 hover:underline pointer-coarse:before:absolute pointer-coarse:before:-inset-y-3 pointer-coarse:before:inset-x-0"
        >
          {url}
          <Chevron size={16} strokeWidth={1.75} className="ml-1 inline align-[-0.2em]" aria-hidden />
        </button>
      }
      about={<About webhook={webhook} />}
    >
      {isStopped && (
        <Button
          kind="line"
          {...act}
          aria-label={t('resumeLabel', { url })}
          busy={resume.isPending ? t('resuming') : undefined}
          onClick={() =>
            void reauthenticating(() => resume.mutateAsync(webhook.id)).then(
              () => toast.success(t('resumed')),
              (error: unknown) => toast.error(serverMessage(error) ?? t('resumeFailed'), error),
            )
          }
        >
          {t('resume')}
        </Button>
      )}
      <Button
        kind="ghost"
        {...act}
        aria-label={t('testLabel', { url })}
        busy={test.isPending ? t('testing') : undefined}
        onClick={() =>
          test.mutate(webhook.id, { onError: (error) => toast.error(serverMessage(error) ?? t('testFailed'), error) })
        }
      >
        {t('test')}
      </Button>
      {isOpen && (
        <div id={id} className="basis-full pb-2 pl-7.5 max-md:pl-0">
          <Deliveries webhookId={webhook.id} />
          <div className="mt-2 flex justify-end">
            <Button kind="danger" {...act} aria-label={t('deleteLabel', { url })} onClick={onDelete}>
              {t('delete')}
            </Button>
          </div>
        </div>
      )}
    </CardRow>
  )
}

function About({ webhook: { events, state, created_by, changed_by, last_delivery: last } }: { webhook: Webhook }) {
  const t = useTranslations('webhooks')
  const language = useLocale()
  const outcome = useOutcome()
  const name = useEventName()
  const hears = events.length === webhookEvents.length ? t('all') : formatList(language, events.map(name))
  return (
    <>
      {hears} ·{' '}
      {state === 'stopped' ? (
        <span className="text-problem-text">{t('stopped')}</span>
      ) : last ? (
        <span className={last.failure ? 'text-problem-text' : undefined}>{outcome(last)}</span>
      ) : (
        t('nothingSent')
      )}
      {created_by && ` · ${t('addedBy', { name: created_by })}`}
      {changed_by && changed_by !== created_by && ` · ${t('changedBy', { name: changed_by })}`}
    </>
  )
}
