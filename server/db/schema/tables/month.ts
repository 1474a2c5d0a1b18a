import type { MonthAct, MonthState } from '#contract/months.ts'

/** Members' months, in teams that approve months. */
export interface MonthTables {
  months: {
    team_id: string
    user_id: string
    month: string
    state: MonthState
    revision: number
    changed_at: Date
  }
  month_events: {
    team_id: string
    id: string
    user_id: string
    month: string
    kind: MonthAct
    by_id: string | null
    note: string
    day: string | null
    at: Date
  }
}
