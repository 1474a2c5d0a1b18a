import { type Insight, insightTypes } from '#contract/insights.ts'
import { addDays, type CalendarDate } from '../../dates/dates.ts'

/** Returns the first and the last day of the two weeks that end on `today`. */
export const fortnightTo = (today: CalendarDate) => ({ since: addDays(today, -13), until: today })

const place = ({ type }: Insight) => insightTypes.indexOf(type)

/** Sorts by type (Keep, Problem, Try), then newest first. */
export const sortInsights = (insights: readonly Insight[]) =>
  insights.toSorted((a, b) => place(a) - place(b) || Date.parse(b.created_at) - Date.parse(a.created_at))
