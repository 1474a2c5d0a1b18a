import type { Why } from '#contract/comments.ts'
import type { TryAct } from '#contract/tries.ts'
import type { Reaction } from '#contract/reactions.ts'

/** Comments, reactions and other answers to reports and insights. */
export interface CommentTables {
  report_reactions: {
    team_id: string
    id: string
    report_id: string
    user_id: string
    reaction: Reaction
    created_at: Date
  }
  try_events: {
    team_id: string
    id: string
    insight_id: string
    kind: TryAct
    user_id: string | null
    day: string
    at: Date
  }
  comments: {
    team_id: string
    id: string
    user_id: string
    report_id: string | null
    insight_id: string | null
    deleted_insight_id: string | null
    body: string
    created_at: Date
    edited_at: Date | null
    deleted_at: Date | null
  }
  mentions: {
    team_id: string
    id: string
    user_id: string
    comment_id: string | null
    report_id: string | null
    why: Why
    created_at: Date
    read_at: Date | null
    delivery_id: string | null
    dropped_at: Date | null
  }
}
