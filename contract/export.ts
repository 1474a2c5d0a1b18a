import * as z from 'zod/mini'
import { calendarDate, uuid } from './fields.ts'
import { valueFields } from './report-fields.ts'

export const exportFormats = ['csv', 'json', 'xlsx'] as const

/** Both days are included. Without `from` or `until` the range is open. `user_id`: exports only this member. */
export const ExportQuery = z
  .object({
    from: z.optional(calendarDate),
    until: z.optional(calendarDate),
    user_id: z.optional(uuid),
    format: z.enum(exportFormats),
  })
  .check(
    z.refine(({ from, until }) => !from || !until || from <= until, { error: 'until_before_from', path: ['until'] }),
  )
export type ExportQuery = z.infer<typeof ExportQuery>

/** Returns the name of the exported file, with the days that it covers, so that two exports can be told apart. */
export const exportFileName = ({ from, until, format }: ExportQuery) =>
  `${['asakai', from, until].filter(Boolean).join('_')}.${format}`

export const exportKinds = ['report', 'insight', 'comment'] as const

/** The columns of all kinds. Columns that an entry's kind does not have are empty, and omitted in JSON. */
export const exportColumns = [
  'kind',
  'date',
  'email',
  'user_name',
  ...valueFields,
  'type',
  'text',
  'report_id',
  'insight_id',
  'id',
  'user_id',
  'created_at',
  'edited_at',
  'report_time',
  'added_later',
] as const
