import type { ColumnType } from 'kysely'
import type { Source } from '#contract/backlogs.ts'
import type { BlockerAct, BlockersQuery, Resolution, SettableState } from '#contract/blockers.ts'
import type { Listener } from '#server/db/fragments/webhook-listeners.ts'

/** The members' blockers and their history. */
export interface BlockerTables {
  blockers: {
    team_id: string
    id: string
    user_id: string
    text: string
    first_day: string
    last_day: string
    report_id: string
    /** `resolved` with the resolution `unnamed` means that newer reports no longer mention the blocker. */
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
    /**
     * The report and the line text that an action was about. Null for events of the kind `named`, and for actions that
     * an older version stored.
     */
    about_report: ColumnType<string | null, string | null | undefined>
    about_text: ColumnType<string | null, string | null | undefined>
  }
}

/** The columns of a new blocker. */
export type BlockerRow = Omit<BlockerTables['blockers'], 'team_id' | 'user_id'>

/**
 * An action on a blocker.
 * - `on`: the day of the action, in the author's time zone; `at`: the moment
 * - `about_day`: the day of the report with the line that the action was about; null if that report is not visible
 * - `is_named_there`: whether that report names the blocker
 */
export type KnownAct = Pick<BlockerTables['blocker_events'], 'id' | 'blocker_id' | 'day' | 'user_id'> & {
  kind: BlockerAct
  on: string
  at: string
  about_report: string | null
  about_text: string | null
  about_day: string | null
  is_named_there: boolean
}

/**
 * A blocker that is known on a day.
 * - `named_before`: the last report before the day that names the blocker, and the number of the line
 * - `is_left`: no report names the blocker any more. This stays true until a report names the blocker again (E3.07)
 */
export type KnownBlocker = BlockerRow & {
  is_left: boolean
  named_before: { day: string; report_id: string; line: number } | null
}

type NamedLine = { line: number; day: string; blocker_id: string; chosen: boolean }

/**
 * The blockers of a member since a day, in a portion of the reports.
 * - `former`: the reports of `named_before`
 * - `until`: the day of the portion's last report, null if no report follows it
 * - `next`: the day of the report that follows the portion
 */
export type BlockersSince = {
  reports: { id: string; day: string; issues: string; lines: NamedLine[] }[]
  former: { id: string; issues: string }[]
  blockers: KnownBlocker[]
  acts: KnownAct[]
  listeners: Listener[]
  until: string | null
  next: string | null
}

/**
 * A blocker with everything that determines its state.
 * - `named`: the day of the last report that names it, null if there is none
 * - `newest`: the day of its author's newest report
 * - `days`: the day of the author's first report after the blocker last appeared, if there is one
 */
export type ChangedBlocker = BlockerRow & {
  user_id: string
  named: string | null
  newest: string
  today: string
  days: string[]
  acts: KnownAct[]
  listeners: Listener[]
}

export type NewEvent = Pick<BlockerTables['blocker_events'], 'id' | 'blocker_id' | 'kind' | 'day'> &
  Partial<Pick<BlockerTables['blocker_events'], 'user_id' | 'report_id' | 'line'>> & {
    chosen?: boolean
    about_report?: string
    about_text?: string
  }

export type LineKey = { report_id: string; line: number }

/**
 * The data that a restored report brings back.
 * - `acts`: the line that each earlier action was about
 * - `meanwhile`: the blockers that other lines named while the report was deleted
 */
export type Restored = {
  acts: readonly (LineKey & { id: string })[]
  meanwhile: readonly (LineKey & { blocker_id: string })[]
}

/** A restored report, and the range of days on which it may have changed blockers. */
export type RestoredBlockers = { from: string; through: string; restored: Restored }

/** The filter of a list. `from`, `until`: all blockers that were open on one of these days, unresolved ones first. */
export type AskedBlockers = Partial<BlockersQuery> & { id?: string; from?: string; until?: string; now: Date }
