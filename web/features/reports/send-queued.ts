import type { ReportSubmission } from '#contract/reports.ts'
import { ApiError, isChangedElsewhere } from '../../api/errors.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { fittingChoices } from './blocker-rows.ts'
import { reportBy, sameWords } from './day.ts'
import { type Draft, mentionsOf } from './drafts.ts'
import { changeReport, fileReport, readDay } from './queries.ts'

/**
 * Sends what was submitted without a network, once: words that have arrived already (their answer was lost) are not sent
 * again, and a report that changed meanwhile is not overwritten.
 * @throws whatever the request meets; then nothing is known to have arrived
 */
export async function sendQueued(
  userId: string,
  date: CalendarDate,
  { words, blockers: choices = [], picked = [], baseVersion, savedAt }: Draft,
): Promise<'sent' | 'overtaken'> {
  const own = async () => reportBy(userId, await readDay(date))
  const there = await own()
  if (there && sameWords(there, words)) return 'sent'
  if ((there?.updated_at ?? null) !== baseVersion) return 'overtaken'
  const blockers = fittingChoices({ issues: words.issues, choices })
  const report: ReportSubmission = {
    report_date: date,
    ...words,
    ...(blockers.length > 0 && { blockers }),
    ...mentionsOf(picked),
  }
  const key = `queued ${date} ${savedAt}` // the same for as long as it is queued, whichever page sends it
  try {
    await (there ? changeReport(there, report, key) : fileReport(report, key))
    return 'sent'
  } catch (error) {
    if (isChangedElsewhere(error)) return 'overtaken'
    if (!(error instanceof ApiError) || error.code !== 'report_exists') throw error
    const other = await own()
    return other && sameWords(other, words) ? 'sent' : 'overtaken'
  }
}
