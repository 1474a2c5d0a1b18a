import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Holiday } from '#contract/holidays.ts'
import type { Team } from '#contract/users.ts'
import { closingDay, weekHour, weekOf } from '#contract/weeks.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { textLink } from '../../ui/text-link.ts'
import { weekPath } from '../../app/members-paths.ts'

/** Shows a link to the week on the last working day of the week, after the hour of the weekly summary. */
export default function WeekLine({
  date,
  team,
  holidays,
}: {
  date: CalendarDate
  team: Team
  holidays: readonly Holiday[]
}): ReactNode {
  const t = useTranslations('weekLine')
  const week = weekOf(date, team.working_days)
  if (closingDay(week, team.working_days, holidays) !== date || !isOver(date, team)) return null
  return (
    <p className="py-4 t-13 text-text-2">
      <Link href={weekPath(week.from)} className={textLink}>
        {t('summedUp')}
      </Link>
    </p>
  )
}

/** Returns whether the hour of the weekly summary has come on the day, in the team's time zone. */
const isOver = (date: CalendarDate, { time_zone: timeZone, reminder_hour }: Team) =>
  new Date().toLocaleString('sv', { timeZone }) >= `${date} ${weekHour(reminder_hour)}`
