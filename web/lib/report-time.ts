import { createContext, use } from 'react'
import { useTranslations } from 'use-intl'
import type { ReportField } from '#contract/report-fields.ts'
import type { ReportTime } from '#contract/users.ts'

type ReportWord = `${'fields' | 'shortFields'}.${ReportField}` | 'emptyHint' | 'planHint' | 'carry'

/** When the member's team writes, as the shell says it. */
export const ReportTimeContext = createContext<ReportTime>('morning')

export const useReportTime = () => use(ReportTimeContext)

/** What a report's fields are called, and what names them: an evening team's look back on today (N4.06). */
export function useReportWords() {
  const t = useTranslations('reportWords')
  const time = useReportTime()
  return (word: ReportWord) => t(`${time}.${word}`)
}
