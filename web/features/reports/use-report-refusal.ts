import { useTranslations } from 'use-intl'
import { isClockWrong } from '../../api/clock.ts'
import { serverMessage } from '../../api/errors.ts'
import { failureOf } from './queries.ts'

/** Returns the sentence for a report that the server refused. A refused day may come from the device's clock. */
export function useReportRefusal() {
  const t = useTranslations('dailyReport')
  return (error: unknown): string => {
    const said = serverMessage(error)
    const isClock = failureOf(error).code === 'date_in_future' && isClockWrong()
    const reason = [said, isClock && t('clockWrong')].filter(Boolean).join(' ')
    return reason ? t('submitFailedBecause', { reason }) : t('submitFailed')
  }
}
