import type { Generated, GeneratedAlways } from 'kysely'
import type { BacklogItem, Source } from '#contract/backlogs.ts'
import type { DoneKind } from '#contract/prefill.ts'
import type { FailureReason } from '#contract/errors.ts'

/** The tables with data from trackers. */
export interface BacklogTables {
  backlog_items: {
    team_id: string
    id: GeneratedAlways<string>
    user_id: string | null
    imported_by: string
    source: Source
    source_type: string
    source_key: string
    reference: Generated<string>
    backlog: string
    url: string | null
    priority: Generated<BacklogItem['priority']>
    updated_at: Generated<Date>
  }
  done_items: {
    team_id: string
    user_id: string
    source: Source
    source_key: string
    kind: DoneKind
    status: string
    reference: string
    title: string
    url: string | null
    done_at: Date
  }
  issue_imports: {
    team_id: string
    user_id: string
    source: Source
    id: string
    account: string
    pages: Generated<number>
    cursor: Record<string, unknown> | null
    attempts: Generated<number>
    tried_at: Date
    ended_at: Date | null
    issues_read: Generated<number>
    total: number | null
    known_since: Date | null
    done: { doneAt: string }[] | null
    imported: Generated<number>
    updated: Generated<number>
    closed: Generated<number>
    skipped: Generated<string[]>
    failure: FailureReason | null
    retry_after: number | null
  }
  issue_import_rows: {
    team_id: string
    user_id: string
    source: Source
    source_key: string
    position: number
    source_type: string
    reference: string
    repository: string | null
    title: string
    url: string | null
    priority: BacklogItem['priority'] | null
    updated_at: Date
  }
  backlog_syncs: { team_id: string; user_id: string; source: Source; synced_at: Date; failure: FailureReason | null }
}
