import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useReportLabels } from '../../domain/report-time.ts'
import { useAskOnce } from './ask-once.tsx'

/**
 * Asks once if a submit would send lines of the last plan in both fields, because the member has made no choice for
 * these lines (E2.03). A second submit keeps the lines in both.
 * @param lines the lines that are in both fields
 * @param onChoose moves the lines into one field
 */
export function useBothFields(
  form: RefObject<HTMLFormElement | null>,
  lines: readonly string[],
  onChoose: (to: 'done' | 'carried') => void,
) {
  const t = useTranslations('beginning')
  const wordOf = useReportLabels()
  return useAskOnce(form, lines.length > 0, {
    sentence: t('inBothFields', { count: lines.length }),
    lines,
    answers: [
      { label: wordOf('fields.yesterday_work'), act: () => onChoose('done') },
      { label: wordOf('fields.today_plan'), act: () => onChoose('carried') },
    ],
    asIs: t('bothFields'),
  })
}
