import type { ColumnType } from 'kysely'
import type { Source } from '#contract/backlogs.ts'
import type { BlockerAct, BlockersQuery, Resolution, SettableState } from '#contract/blockers.ts'
import type { Listener } from './webhook-listeners.ts'

/** What stops somebody, and what became of it. */
export interface BlockerTables {
  blockers: {
    team_id: string
    id: string
    user_id: string
    text: string
    first_day: string
    last_day: string
    report_id: string
    /** `resolved` with the resolution `unnamed`: it is no longer mentioned. */
    state: SettableState
    owner_id: string | null
    reopened: boolean
    resolution: Resolution | null
    resolved_by: string | null
    resolved_on: string | null
    source: Source | null
    source_key: string | null
    reference: string | null
    url: string | null
  }
  blocker_events: {
    team_id: string
    id: string
    blocker_id: string
    kind: BlockerAct | 'named'
    day: string
    at: Date
    user_id: string | null
    report_id: string | null
    line: number | null
    chosen: ColumnType<boolean, boolean | undefined>
  }
}

/** One as it is written down. */
export type BlockerRow = Omit<BlockerTables['blockers'], 'team_id' | 'user_id'>

/** `on`: the author's day on which it was done; `at`: the moment. */
type Act = Pick<BlockerTables['blocker_events'], 'id' | 'blocker_id' | 'day' | 'user_id'> & {
  kind: BlockerAct
  on: string
  at: string
}

/** `named_before`: the last report before a day that names the blocker, and the number of the line that does. */
export type KnownBlocker = BlockerRow & {
  named_before: { day: string; report_id: string; issues: string; line: number } | null
}

type NamedLine = { line: number; day: string; blocker_id: string; chosen: boolean }

/** What there is of a member's blockers since a day. */
export type BlockersSince = {
  reports: { id: string; day: string; issues: string; lines: NamedLine[] }[]
  blockers: KnownBlocker[]
  acts: Act[]
  listeners: Listener[]
}

/**
 * One with all that decides how it stands, when it is changed. `named`, `newest`: the day of the last report that names it,
 * and of its author's newest; `days`: of their first report after it stood last, if there is one.
 */
export type ChangedBlocker = BlockerRow & {
  user_id: string
  named: string
  newest: string
  today: string
  days: string[]
  acts: Act[]
  listeners: Listener[]
}

export type NewEvent = Pick<BlockerTables['blocker_events'], 'id' | 'blocker_id' | 'kind' | 'day'> &
  Partial<Pick<BlockerTables['blocker_events'], 'user_id' | 'report_id' | 'line'>> & { chosen?: boolean }

/** What is listed. `from`, `until`: all that stood on one of these days, unresolved ones first. */
export type AskedBlockers = Partial<BlockersQuery> & { id?: string; from?: string; until?: string; now: Date }
