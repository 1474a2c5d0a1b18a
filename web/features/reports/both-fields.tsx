import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useReportWords } from '../../lib/report-time.ts'
import { useAskOnce } from './ask-once.tsx'

/**
 * Asks once if a submit would send untouched lines of the last plan in both fields (E2.03). The same submit again means both.
 * @param count the number of such lines
 * @param onChoose moves them into one field
 */
export function useBothFields(
  form: RefObject<HTMLFormElement | null>,
  count: number,
  onChoose: (to: 'done' | 'carried') => void,
) {
  const t = useTranslations('beginning')
  const wordOf = useReportWords()
  return useAskOnce(form, count > 0, {
    sentence: t('inBothFields', { count }),
    answers: [
      { label: wordOf('fields.yesterday_work'), act: () => onChoose('done') },
      { label: wordOf('fields.today_plan'), act: () => onChoose('carried') },
    ],
    asIs: t('bothFields'),
  })
}
