import { useTranslations } from 'use-intl'
import type { DayReport } from '#contract/reports.ts'

/**
 * Marks a report in the margin beside its author. A dot: the report is unread. A ring: it has changed since the member
 * read it. The mark fades when the report is read.
 */
export function ReadMark({ report: { read, changed, readers } }: { report: DayReport }) {
  const t = useTranslations('reads')
  if (readers) return null
  const shape = read && changed ? 'border border-ai-text' : 'bg-ai-text'
  return (
    <>
      <span
        aria-hidden
        className={`absolute top-1/2 -left-3 size-1.5 -translate-y-1/2 rounded-full transition-opacity duration-(--d-2) wide:-left-4 ${shape} ${read && !changed ? 'opacity-0' : ''}`}
      />
      {!read && <span className="sr-only">{t('unread')} </span>}
      {read && changed && <span className="sr-only">{t('changed')} </span>}
    </>
  )
}
