import type { ColumnType, Generated } from 'kysely'
import type { ReportValues } from '#contract/report-fields.ts'
import type { Report } from '#contract/reports.ts'
import type { ReportTime } from '#contract/report-time.ts'

/** The tables that hold reports: visible ones, deleted ones and drafts. */
export interface ReportTables {
  reports: {
    team_id: string
    id: string
    user_id: string
    report_date: string
    status: Generated<Report['status']>
    report_time: Generated<ReportTime>
    added_later: Generated<boolean>
    is_imported: Generated<boolean>
    replaced_by: string | null
    created_at: ColumnType<Date, Date | undefined, never>
    updated_at: Generated<Date>
  } & ReportValues
  deleted_reports: {
    team_id: string
    id: string
    user_id: string
    report_date: string
    status: Report['status']
    report_time: ReportTime
    added_later: boolean
    is_imported: boolean
    replaced_by: string | null
    created_at: Date
    updated_at: Date
    deleted_at: Date
  } & ReportValues
  deleted_report_rows: {
    team_id: string
    id: string
    report_id: string
    kind: RowOfReport
    user_id: string | null
    content: Record<string, unknown>
  }
  report_drafts: { team_id: string; user_id: string; report_date: string; id: string; written_at: Date } & ReportValues
  day_versions: { team_id: string; day: string; version: string }
  report_reads: { team_id: string; report_id: string; user_id: string; read_at: Date }
}

/** The tables with rows that belong to a report. Each comes after the tables that it refers to. */
export const rowsOfReport = [
  'comments',
  'mentions',
  'report_reactions',
  'report_reads',
  'blockers',
  'blocker_events',
] as const
export type RowOfReport = (typeof rowsOfReport)[number]
