import type { Generated } from 'kysely'
import type { Half } from '#contract/absences.ts'

/** Tables of the days off: holidays of the team, and absences of members. */
export interface CalendarTables {
  holidays: { team_id: string; date: string; name: string; added_automatically: Generated<boolean> }
  holiday_subscriptions: { team_id: string; country: string; region: string | null; added_until: number }
  removed_holidays: { team_id: string; date: string }
  absences: {
    team_id: string
    id: string
    user_id: string
    first_day: string
    last_day: string
    half: Half | null
  }
}
