import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { formatDateTime } from '../../lib/format-date.ts'
import { backupQuery } from './queries.ts'

/** When the deployment was last backed up, where it backs itself up. Until that is known, and elsewhere, nothing is shown. */
export function BackupLine() {
  const t = useTranslations('teamSettings')
  const locale = useLocale()
  const { data } = useQuery(backupQuery)
  if (!data?.nightly) return
  return (
    <p className="t-14 text-text-2">
      {data.newest_at ? t('backup', { time: formatDateTime(locale, new Date(data.newest_at)) }) : t('backupNone')}
    </p>
  )
}
