import * as z from 'zod/mini'
import type { FieldErrorCode } from './errors.ts'
import { calendarDate, list, member, page, text, uuid, writtenDate } from './fields.ts'
import { limits } from './limits.ts'
import { blockerLinesOf } from './no-blocker.ts'
import { eachField, linesOf, type ValueField } from './report-fields.ts'
import { reportTimes } from './report-time.ts'
import { reactions } from './reactions.ts'

/** The values that a caller sends. A value that is not a text must be optional: older programs do not send it. */
const sentValues = {
  yesterday_work: text(limits.reportText),
  today_plan: text(limits.reportText),
  issues: text(limits.reportText),
} satisfies Record<ValueField, unknown>

/** The values of a stored report. */
export const storedValues = {
  ...eachField(() => z.string()),
} satisfies Record<ValueField, unknown>

/** The day and the values of a new report (S3.17). */
export const ReportDraft = z.object({
  report_date: writtenDate,
  ...sentValues,
})
export type ReportDraft = z.infer<typeof ReportDraft>

/**
 * The author's choice for one of their blockers (E3.03).
 *
 * - `open`: the line `text` of `issues` continues the blocker, even if it is worded differently.
 * - `solved`: the blocker is resolved.
 */
export const BlockerChoice = z.object({
  id: uuid,
  state: z.enum(['open', 'solved']),
  text: text(limits.reportText),
})
export type BlockerChoice = z.infer<typeof BlockerChoice>

const chosen = {
  blockers: z.optional(list(z.array(BlockerChoice), limits.blockerChoices)),
  /** Members chosen from suggestions, to distinguish namesakes. The text decides which members are mentioned. */
  mentions: z.optional(list(z.array(uuid), limits.mentions)),
}

/**
 * Returns whether the choices are consistent: each blocker has one choice, each open one has its own line, and no line
 * is both open and solved.
 */
function areConsistent({
  issues = '',
  blockers = [],
}: {
  issues?: string | undefined
  blockers?: readonly BlockerChoice[] | undefined
}) {
  if (new Set(blockers.map(({ id }) => id)).size < blockers.length) return false
  const solved = new Set(blockers.flatMap(({ state, text: line }) => (state === 'solved' ? linesOf(line) : [])))
  const left = Map.groupBy(blockerLinesOf(issues), (line) => line)
  return blockers.every(({ state, text: typed }) => {
    const [line = ''] = linesOf(typed)
    return state === 'solved' || (!solved.has(line) && left.get(line)?.pop() !== undefined)
  })
}

const consistent = z.refine<Parameters<typeof areConsistent>[0]>(areConsistent, {
  error: 'invalid' satisfies FieldErrorCode,
  path: ['blockers'],
})

/** `POST /daily-reports`. Choices for blockers of other members are ignored. */
export const ReportSubmission = z.object({ ...ReportDraft.shape, ...chosen }).check(consistent)
export type ReportSubmission = z.infer<typeof ReportSubmission>

/** The day and the sent fields of a change. */
export const ReportPatch = z.object({ report_date: writtenDate, ...z.partial(z.object(sentValues)).shape })
export type ReportPatch = z.infer<typeof ReportPatch>

/**
 * `PUT /daily-reports/{id}`. An omitted field stays unchanged. `before`: the report from which the edit began (E2.07).
 */
export const ReportChange = z
  .object({
    ...ReportPatch.shape,
    ...chosen,
    before: z.optional(z.extend(ReportPatch, { report_date: calendarDate })),
  })
  .check(consistent)
export type ReportChange = z.infer<typeof ReportChange>

/** `created_at` and `updated_at` are ISO 8601 with the team's offset. */
export const Report = z.object({
  id: uuid,
  ...member,
  report_date: calendarDate,
  ...storedValues,
  status: z.enum(['submitted', 'edited']),
  /** The team's writing time on the day of the report (E2.04). */
  report_time: z.enum(reportTimes),
  /** In a team with month approval: whether a later due day had passed when the author wrote the report (E2.02). */
  added_later: z.boolean(),
  /** An import added the report: `created_at` is noon of its day, because its time is unknown. */
  is_imported: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Report = z.infer<typeof Report>

/** The member's newest report. `blocker` repeats `issues`. */
export const LatestReport = z.extend(Report, { blocker: z.string() })
export type LatestReport = z.infer<typeof LatestReport>

/** A report with the reader's own state. */
export const DayReport = z.extend(Report, {
  /** Whether the caller has read the report. The caller's own reports count as read. */
  read: z.boolean(),
  /** Whether the report was edited after the caller read it. */
  changed: z.boolean(),
  mentions: z.array(uuid),
  /**
   * The importing member, if an import by another member replaced the report. Null after the author edits it (E4.15).
   */
  replaced_by: z.optional(z.nullable(z.string())),
  comments: z.int(),
  reactions: z.array(z.object({ reaction: z.enum(reactions), count: z.int(), mine: z.boolean() })),
  /** Only in the caller's own reports: the members who have read the report, in chronological order. */
  readers: z.optional(z.array(z.object(member))),
})
export type DayReport = z.infer<typeof DayReport>

export const DayQuery = z.object({ report_date: calendarDate, ...page })

/** A page of the team's day: one report per member, ordered by display name. `total` counts the whole day. */
export const ReportDay = z.object({ reports: z.array(DayReport), total: z.int() })
export type ReportDay = z.infer<typeof ReportDay>

/** `POST /daily-reports/read`: marks all reports of the day as read. */
export const ReadDay = z.object({ date: calendarDate })

/** `GET /daily-reports/days`: both ends included, at most 100 days apart. */
export const DaysQuery = z.object({ from: calendarDate, to: calendarDate })

/** The days with a report of the team, ascending. */
export const ReportedDays = z.object({ days: z.array(z.string()) })
export type ReportedDays = z.infer<typeof ReportedDays>
