import { useTranslations } from 'use-intl'
import { isClockWrong } from '../../api/clock.ts'
import { serverMessage } from '../../api/errors.ts'
import { failureOf } from './queries.ts'

/**
 * Returns a function that explains why a report was rejected. If its day was rejected as future, the cause may be the
 * wrong clock of the device.
 */
export function useReportRefusal() {
  const t = useTranslations('dailyReport')
  return (error: unknown): string => {
    const message = serverMessage(error)
    const isClock = failureOf(error).code === 'date_in_future' && isClockWrong()
    const reason = [message, isClock && t('clockWrong')].filter(Boolean).join(' ')
    return reason ? t('submitFailedBecause', { reason }) : t('submitFailed')
  }
}
