import type { ReportSubmission } from '#contract/reports.ts'
import { ApiError, isChangedElsewhere } from '../../api/errors.ts'
import { fittingChoices } from './blocker-rows.ts'
import { reportBy, sameValues } from './day.ts'
import { mentionsOf } from './drafts.ts'
import { changeReport, fileReport, readDay } from './queries.ts'
import type { QueuedReport } from './queued.ts'

/**
 * Sends a report that was submitted offline, at most once. Does not send it if the server already has it because the
 * response to an earlier attempt was lost. Does not overwrite a report that changed elsewhere.
 * @throws the request's error; the report may or may not have arrived
 */
export async function sendQueued(
  userId: string,
  { date, words, blockers: choices = [], picked = [], baseVersion, savedAt, earlier = [] }: QueuedReport,
): Promise<'sent' | 'overtaken'> {
  const own = async () => reportBy(userId, await readDay(date))
  const there = await own()
  if (there && sameValues(there, words)) return 'sent'
  const hasEarlierArrived = there && earlier.some((replaced) => sameValues(there, replaced))
  if (!hasEarlierArrived && (there?.updated_at ?? null) !== baseVersion) return 'overtaken'
  const blockers = fittingChoices({ issues: words.issues, choices })
  const report: ReportSubmission = {
    report_date: date,
    ...words,
    ...(blockers.length > 0 && { blockers }),
    ...mentionsOf(picked),
  }
  const key = `queued ${date} ${savedAt}` // equal in every tab, so that two tabs send it only once
  try {
    await (there ? changeReport(there, report, key) : fileReport(report, key))
    return 'sent'
  } catch (error) {
    if (isChangedElsewhere(error)) return 'overtaken'
    if (!(error instanceof ApiError) || error.code !== 'report_exists') throw error
    const other = await own()
    return other && sameValues(other, words) ? 'sent' : 'overtaken'
  }
}
