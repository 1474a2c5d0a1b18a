import { useLocale, useTranslations } from 'use-intl'
import { formatMonthName } from '../../dates/format-date.ts'
import { useToday } from '../../dates/today.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { monthIn, type Period } from './month.ts'

/** Selects this month or the previous one. Other months are not available (S9.13). */
export function PeriodChoice({ period, onChoose }: { period: Period; onChoose: (period: Period) => void }) {
  const t = useTranslations('monthlyReport')
  const language = useLocale()
  const today = useToday()
  return (
    <RadioGroup
      legend={t('period')}
      unseen
      look="segments"
      values={['current', 'previous']}
      value={period}
      onChange={onChoose}
    >
      {(one) => t(one, { month: formatMonthName(language, `${monthIn(one, today)}-01`) })}
    </RadioGroup>
  )
}
