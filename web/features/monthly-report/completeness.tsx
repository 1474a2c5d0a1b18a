import { useLocale, useTranslations } from 'use-intl'
import { formatList } from '#contract/format-list.ts'
import { formatShortDay, unbroken } from '../../dates/format-date.ts'
import { achievementOf, type DayOfMonth } from './month.ts'

/** Says how complete a member's month is, for the administrator who approves or returns it (E5.09). */
export function Completeness({ days, issues }: { days: readonly DayOfMonth[]; issues: number }) {
  const t = useTranslations('monthlyReport')
  const language = useLocale()
  const { met, due } = achievementOf(days)
  const named = (some: readonly DayOfMonth[]) =>
    formatList(
      language,
      some.map(({ date, standing, holiday = '' }) => {
        const day = unbroken(formatShortDay(language, date))
        if (standing === 'holiday') return t('dayBecause', { day, reason: holiday })
        return standing === 'away' ? t('dayBecause', { day, reason: t('away') }) : day
      }),
    )
  const missing = days.filter(({ standing }) => standing === 'missed')
  const excused = days.filter(({ standing }) => standing === 'holiday' || standing === 'away')
  return (
    <div className="mt-4 t-14 text-text-2 tabular-nums">
      <p className="text-pretty">
        {t.rich('count', {
          met,
          due,
          issues,
          strong: (words) => <b className="font-semibold text-text">{words}</b>,
        })}
      </p>
      {missing.length > 0 && <p className="text-text">{t('missingOn', { days: named(missing) })}</p>}
      {excused.length > 0 && <p>{t('notNeededOn', { days: named(excused) })}</p>}
    </div>
  )
}
