import type { ReportValues } from '#contract/report-fields.ts'
import { outboxOf, readOutbox, removeFromOutbox } from '../../storage/outbox.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { readValues, sameValues } from './day.ts'
import { type ReportContent, reportDrafts } from './drafts.ts'

/** A report that was submitted offline. */
export type QueuedReport = Pick<ReportContent, 'words' | 'began' | 'blockers' | 'picked'> & {
  date: CalendarDate
  /** The `updated_at` of the report that this one changes, or null for a new report. */
  baseVersion: string | null
  /** The time of the submission, in milliseconds since 1970. */
  savedAt: number
  /** The values of earlier queued reports that this one replaced. The server may have stored one of them. */
  earlier?: readonly ReportValues[]
}

export const reportsToSend = outboxOf<QueuedReport>(
  'report',
  (report) =>
    typeof report?.date === 'string' &&
    typeof report.savedAt === 'number' &&
    readValues(report.words ?? {}) !== undefined,
  ({ date }) => date,
)

/** Returns the version of a queued report, for edits of it. A report on the server has `updated_at` instead. */
export const versionOfQueued = ({ savedAt }: QueuedReport) => new Date(savedAt).toISOString()

const entriesOf = (userId: string, date: CalendarDate) =>
  reportsToSend.among(readOutbox(userId)).filter(({ work }) => work.date === date)

/** Removes the queued reports of a day, because the report was sent in another way or sending was cancelled. */
export function forgetQueued(userId: string, date: CalendarDate) {
  for (const { id } of entriesOf(userId, date)) removeFromOutbox(userId, id)
}

/** Removes the draft of a report that was sent, unless the member has changed the draft since. */
export function forgetSentDraft(userId: string, { date, words }: QueuedReport) {
  const key = reportDrafts.key(userId, date)
  const draft = reportDrafts.read(key)
  if (draft && sameValues(draft.words, words)) reportDrafts.remove(key, draft)
}

/**
 * Turns a queued report that cannot be sent, or whose sending was cancelled, into a draft. An edit of the queued report
 * becomes an edit of the report on the server. Does nothing if the member has replaced or cancelled the queued report.
 * @throws if the browser has no room for the draft
 */
export function turnIntoDraft(userId: string, { date, words, began = {}, ...queued }: QueuedReport) {
  if (!entriesOf(userId, date).some(({ work }) => work.savedAt === queued.savedAt)) return false
  const { blockers, picked, baseVersion } = queued
  const key = reportDrafts.key(userId, date)
  const edit = reportDrafts.read(key)
  const content = edit ?? { words, ...(blockers && { blockers }), ...(picked && { picked }) }
  const outcome = reportDrafts.write(key, { ...content, began, baseVersion, savedAt: Date.now() }, edit)
  if (outcome.kind !== 'saved') throw new Error('The browser has no room for the draft of a queued report')
  return true
}
