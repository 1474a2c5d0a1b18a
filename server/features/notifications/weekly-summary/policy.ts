import { type DaysOff, type MemberSchedule, dueStatusOn } from '#contract/due.ts'
import { limits } from '#contract/limits.ts'
import type { Insight } from '#contract/insights.ts'
import type { ReportTime } from '#contract/report-time.ts'
import type { WeekDay } from '#contract/week.ts'
import { daysAfter } from '#contract/weeks.ts'

type OwnReport = { report_date: string; yesterday_work: string; today_plan: string; report_time: ReportTime }

/**
 * Returns what the member did on each day of the week. A morning report describes an earlier day: the last one on which
 * the member works or has a report, even before they joined. Until the next report exists, a day shows its plan.
 * @param reports of the week and the first one after it, ascending
 * @param daysOff up to the last of the reports
 */
export function daysOf(
  member: MemberSchedule,
  reports: readonly OwnReport[],
  { from, daysOff }: { from: string; daysOff: DaysOff },
): WeekDay[] {
  const works = { ...member, joined_on: '', is_active: true, writes: true }
  const before = ({ report_date }: OwnReport, index: number) => {
    const reported = reports[index - 1]?.report_date ?? ''
    let date = daysAfter(report_date, -1)
    while (date >= from && date > reported && !dueStatusOn(works, date, daysOff).due) date = daysAfter(date, -1)
    return date
  }
  const doneByDate = Map.groupBy(
    reports.map((report, index) => ({
      date: report.report_time === 'evening' ? report.report_date : before(report, index),
      work: report.yesterday_work,
    })),
    ({ date }) => date,
  )
  const doneOn = (date: string) => (doneByDate.get(date) ?? []).map(({ work }) => work).filter((work) => work.trim())
  const planned = new Map(
    reports.map(({ report_date, today_plan, report_time }) => [
      report_date,
      report_time === 'evening' ? '' : today_plan,
    ]),
  )
  return Array.from({ length: 7 }, (_, index) => daysAfter(from, index)).flatMap((date) => {
    const done = doneOn(date).join('\n')
    const plan = planned.get(date) ?? ''
    const isPlan = done === '' && plan.trim() !== ''
    const work = isPlan ? plan : done
    const { reason } = dueStatusOn(member, date, daysOff)
    const off = work === '' && (reason === 'away' || reason === 'holiday')
    return work !== '' || off ? [{ date, work, off, ...(isPlan && { planned: true }) }] : []
  })
}

/**
 * Returns the Keeps, then the Tries that come back in the week, then the new Tries.
 * @param insights sorted, the newest first
 */
export function keepsAndTries(insights: readonly Insight[], returning: readonly Insight[]): Insight[] {
  const newest = (type: Insight['type']) =>
    insights.filter((insight) => insight.type === type).slice(0, limits.weekInsights)
  const ids = new Set(returning.map(({ id }) => id))
  return [...newest('keep'), ...returning, ...newest('try').filter(({ id }) => !ids.has(id))]
}
