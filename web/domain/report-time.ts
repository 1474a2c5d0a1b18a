import { createContext, use } from 'react'
import { useTranslations } from 'use-intl'
import type { ValueField } from '#contract/report-fields.ts'
import type { ReportTime } from '#contract/report-time.ts'

type ReportWord = `${'fields' | 'shortFields'}.${ValueField}` | 'emptyHint' | 'planHint' | 'carry'

/** The writing time on the shown day. If the page shows no day, the writing time of today. */
export const ReportTimeContext = createContext<ReportTime>('morning')

export const useReportTime = () => use(ReportTimeContext)

/**
 * Returns the names of a report's fields. An evening team reports on today (N4.06).
 * @param of the writing time of one report (E2.04); default: that of the day
 */
export function useReportLabels(of?: ReportTime) {
  const t = useTranslations('reportWords')
  const time = useReportTime()
  return (word: ReportWord) => t(`${of ?? time}.${word}`)
}
