import { useTranslations } from 'use-intl'
import { useWaiting } from '../../api/use-outbox.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { TypeBadge } from '../../domain/type-badge.tsx'
import { insightsToSend } from './queued.ts'

export function QueuedInsights({ userId }: { userId: string | undefined }) {
  const t = useTranslations('answers')
  // The Map keeps only the latest change of each insight.
  const waiting = new Map(useWaiting(insightsToSend, userId).map((insight) => [insight.id, insight]))
  return (
    <ul className="empty:hidden">
      {[...waiting.values()].map(({ id, type, note }) => (
        <li key={id} className="grid gap-1.5 border-b border-rule py-3">
          <p className="flex flex-wrap items-center gap-2">
            <TypeBadge type={type} />
            <span className="t-13 text-text-2">{t('waiting')}</span>
          </p>
          <Markdown text={note} />
        </li>
      ))}
    </ul>
  )
}
