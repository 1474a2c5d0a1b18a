import type { Generated, GeneratedAlways } from 'kysely'
import type { FailureReason } from '#contract/errors.ts'

/** The team's Slack, and the replies to reports there. */
export interface ChatTables {
  slack_replies: {
    team_id: string
    channel: string
    ts: string
    report_id: string
    comment_id: string | null
    edited: string
    created_at: Date
  }
  slack_workspaces: {
    team_id: string
    workspace_id: string
    name: string
    secret: string
    installed_by: string
    installed_at: Generated<Date>
    chosen_by: string | null
    chosen_at: Date | null
    disconnected_at: Date | null
    failure: FailureReason | null
  }
  slack_channels: {
    team_id: string
    id: GeneratedAlways<string>
    channel: string
    name: string
    chosen_by: string | null
    chosen_at: Date
  }
}
