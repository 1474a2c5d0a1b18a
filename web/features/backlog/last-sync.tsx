import { CircleAlert } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { Sync } from '#contract/backlogs.ts'
import { formatDateTime } from '../../dates/format-date.ts'

export function LastSync({ sync }: { sync: Sync }) {
  const t = useTranslations('backlogSettings')
  const time = formatDateTime(useLocale(), new Date(sync.synced_at))
  if (sync.failure === null) return <p className="mt-2 t-13 text-text-3 tabular-nums">{t('lastSync', { time })}</p>
  return (
    <p className="mt-3 flex items-start gap-2 rounded-2 bg-error-soft px-3 py-2 t-13 forced-colors:border">
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-error-text" aria-hidden />
      <span className="min-w-0 text-pretty">{t('lastFailed', { time, reason: sync.failure })}</span>
    </p>
  )
}
