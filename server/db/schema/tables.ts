import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Provider } from '#contract/providers.ts'
import type { InsightType } from '#contract/insights.ts'
import type { Invitation } from '#contract/invitations.ts'
import type { Language } from '#contract/languages.ts'
import type { ChatMode } from '#contract/chat-mode.ts'
import type { ReportTime } from '#contract/report-time.ts'
import type { FirstStep } from '#contract/users.ts'
import type { BacklogTables } from './tables/backlog.ts'
import type { BlockerTables } from './tables/blocker.ts'
import type { ChatTables } from './tables/chat.ts'
import type { CommentTables } from './tables/comment.ts'
import type { CalendarTables } from './tables/calendar.ts'
import type { ImportTables } from './tables/import.ts'
import type { MonthTables } from './tables/month.ts'
import type { NotificationTables } from './tables/notification.ts'
import type { OutboxTables } from './tables/outbox.ts'
import type { ReportTables } from './tables/report.ts'
import type { SignInTables } from './tables/sign-in.ts'
import type { WebhookTables } from './tables/webhook.ts'

/** Set by the database at insert, and never changed. */
type SetOnce<T> = ColumnType<T, T | undefined, never>

/** The schema of `migrations/` as Kysely sees it. */
export interface Tables
  extends
    BacklogTables,
    BlockerTables,
    CalendarTables,
    ChatTables,
    CommentTables,
    ImportTables,
    MonthTables,
    NotificationTables,
    OutboxTables,
    ReportTables,
    SignInTables,
    WebhookTables {
  teams: {
    id: string
    name: string
    time_zone: string
    language: Generated<Language>
    reminder_hour: ColumnType<number | null, number | null | undefined, number | null>
    working_days: Generated<number[]>
    report_time: Generated<ReportTime>
    report_time_from: string | null
    chat_mode: Generated<ChatMode>
    digest_hour: Generated<number>
    month_approval: Generated<boolean>
    invited_only: Generated<boolean>
    opened_by: string | null
    opened_at: Date | null
    first_steps: Generated<FirstStep[]>
    created_at: SetOnce<Date>
  }
  users: {
    team_id: string
    id: string
    first_name: string
    family_name: string
    preferred_name: string
    email: string
    email_key: string
    email_proven_at: Date | null
    email_set_by_directory: Generated<boolean>
    pending_email: string | null
    display_name: GeneratedAlways<string>
    role: Generated<Invitation['role']>
    is_active: Generated<boolean>
    is_admin: Generated<boolean>
    writes: Generated<boolean>
    time_zone: string | null
    working_days: number[] | null
    reminder_hour: number | null
    reminded_on: string | null
    calendar_serial: Generated<number>
    deactivated_at: Date | null
    left_at: Date | null
    administrator_until: Date | null
    claimed_at: Date | null
    joined_openly: Generated<boolean>
    company_sign_in_at: Date | null
    pause_notice_at: Date | null
    access_paused: 'expired' | 'refused' | null
    settings: ColumnType<unknown, string | undefined, string>
    github_avatar_url: string | null
    github_username: string | null
    google_avatar_url: string | null
    google_username: string | null
    last_active_at: Date | null
    created_at: SetOnce<Date>
    updated_at: Generated<Date>
  }
  member_decisions: {
    team_id: string
    id: string
    user_id: string
    by_id: string | null
    is_active: boolean | null
    is_admin: boolean | null
    was_active: boolean
    was_admin: boolean
    at: Date
    token_created_at: Date | null
    by_directory: Generated<boolean>
    disowned_at: Date | null
  }
  joins: {
    team_id: string
    id: string
    user_id: string
    name: string
    invited_by: string | null
    invited_by_name: string | null
    opened_by: string | null
    opened_at: Date | null
    joined_at: Date
  }
  sessions: {
    team_id: string
    id: string
    user_id: string
    refresh_hash: Buffer
    previous_hash: Buffer | null
    rotated_at: Date | null
    signed_in_at: Generated<Date>
    used_at: Generated<Date>
    ended_at: Date | null
    user_agent: string | null
    confirmed_at: Date | null
    company_session: string | null
  }
  insights: {
    team_id: string
    id: string
    user_id: string
    type: InsightType
    note: string
    created_at: SetOnce<Date>
    edited_at: Date | null
  }
  deleted_insights: {
    team_id: string
    id: string
    user_id: string
    created_at: Date
    edited_at: Date | null
    likes: { user_id: string; created_at: string }[]
    deleted_at: Date
    words_hash: Buffer | null
  }
  insight_likes: { team_id: string; insight_id: string; user_id: string; created_at: SetOnce<Date> }
  frequent_tasks: { team_id: string; id: string; user_id: string; task_list: string; updated_at: Generated<Date> }
  invitations: {
    team_id: string
    id: string
    email: string
    email_key: string
    role: Generated<Invitation['role']>
    token_hash: Buffer
    by_mail: boolean
    invited_by: string
    resent_by: string | null
    created_at: SetOnce<Date>
    expires_at: Date
    accepted_at: Date | null
    cancelled_at: Date | null
  }
  connections: {
    team_id: string
    user_id: string
    provider: Provider
    account: string
    subject: string | null
    linked_email_key: Generated<string | null>
    secret: string | null
    connected_at: Generated<Date>
  }
  spent_states: { hash: Buffer; expires_at: Date }
  onboarding_proofs: {
    token_hash: Buffer
    subject: string
    email: string
    email_verified: boolean
    name: string
    given_name: string
    family_name: string
    avatar_url: string | null
    expires_at: Date
  }
  write_keys: {
    team_id: string
    user_id: string
    key: string
    answer: string
    created_at: SetOnce<Date>
  }
}
