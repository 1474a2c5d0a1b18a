import type { Generated } from 'kysely'
import type { undoOutcomes } from '#contract/import.ts'
import type { ReportTexts } from '#contract/report-fields.ts'
import type { Writer } from '#server/access/scope.ts'

/** Imports of reports from a file, for as long as they can be undone. */
export interface ImportTables {
  report_imports: {
    team_id: string
    id: string
    /** Null once the importer has erased their account. */
    user_id: string | null
    /**
     * The kind of the caller that began the import, and the id of its session or token. The import stops when that
     * access ends.
     */
    begun_by: Writer['by']
    begun_with: string
    created_at: Date
    fields: string[]
    total: number
    filed: Generated<number>
    added: number
    changed: number
    refused: number
    alive_at: Date
    attempts: Generated<number>
    ended_at: Date | null
    has_failed: Generated<boolean>
    /** The import ended early because its importer lost the right to write for others. `has_failed` is true, too. */
    is_stopped: Generated<boolean>
    changed_of_others: Generated<number>
    undone_at: Date | null
  }
  report_import_rows: {
    team_id: string
    import_id: string
    user_id: string
    report_date: string
    id: string
    report_id: string | null
    seen_at: Date | string | null
    written_meanwhile: Generated<boolean>
    former: { status: string } | null
    filed_at: Date | null
    undone: (typeof undoOutcomes)[number] | null
  } & ReportTexts
}
