import type { Generated } from 'kysely'
import type { FailureReason } from '#contract/errors.ts'
import type { Destination } from '#contract/providers.ts'

/** What stands of the team where it chats. */
export interface ChatTables {
  chat_posts: {
    team_id: string
    id: string
    destination: Destination
    kind: ChatPostKind
    report_id: string | null
    comment_id: string | null
    day: string | null
    channel: string | null
    ts: string | null
    thread_ts: string | null
    is_ours: boolean
    shown: string | null
    attempts: Generated<number>
    failure: FailureReason | null
    due_at: Date | null
    sending_at: Date | null
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
    broken_at: Date | null
    failure: FailureReason | null
  }
}

type ChatPostKind = 'report' | 'comment' | 'thread' | 'digest'
