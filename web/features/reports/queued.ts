import type { ReportValues } from '#contract/report-fields.ts'
import { outboxOf, readOutbox, removeFromOutbox } from '../../storage/outbox.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { reportDrafts } from './drafts.ts'

/** A report that was submitted offline. Its text stays in the draft of its day until it is sent. */
export type QueuedReport = { date: CalendarDate; words: ReportValues }

export const reportsToSend = outboxOf<QueuedReport>(
  'report',
  (report) => typeof report?.date === 'string' && typeof report.words === 'object',
  ({ date }) => date,
)

const entriesOf = (userId: string, date: CalendarDate) =>
  reportsToSend.among(readOutbox(userId)).filter(({ work }) => work.date === date)

/** Removes the queued reports of a day, because its report was submitted in another way. */
export function forgetQueued(userId: string, date: CalendarDate) {
  for (const { id } of entriesOf(userId, date)) removeFromOutbox(userId, id)
}

/**
 * Marks the draft of a day as submitted. If the draft was discarded, takes its text from the outbox.
 * Returns false if the browser has no room for it.
 */
export function markQueued(userId: string, { date, words }: QueuedReport): boolean {
  const key = reportDrafts.key(userId, date)
  const draft = reportDrafts.read(key)
  const content = draft ?? { words, baseVersion: null }
  return reportDrafts.write(key, { ...content, queued: true, savedAt: Date.now() }, draft).kind === 'saved'
}
