import type { Comment, CommentDraft, Subject } from '#contract/comments.ts'
import type { DayReport } from '#contract/reports.ts'
import type { Reaction } from '#contract/reactions.ts'
import type { User } from '#contract/users.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { outboxOf } from '../../storage/outbox.ts'
import { displayName } from '../../domain/person.ts'
import type { Named } from '#contract/naming.ts'

/** The report or insight that a comment belongs to. `on`: its day. */
export type About = { subject: Subject; id: string; on: CalendarDate }

export type ReactionAnswer = { kind: 'reaction'; id: string; date: string; reaction: Reaction; given: boolean }
export type CommentAnswer = {
  kind: 'comment'
  about: About
  draft: CommentDraft & { id: string; mentions: string[] }
  picked?: readonly Named[] | undefined
  /** The body before the edit. If absent, the comment is new. */
  before?: string | undefined
  at: string
}

/** A comment or reaction in the outbox. A reaction has the `id` and `date` of its report. */
export type Answer = ReactionAnswer | CommentAnswer

/** The outbox for comments and reactions. Those on the same report or insight are sent in order. */
export const answerOutbox = outboxOf<Answer>(
  'answers',
  (answer) =>
    answer?.kind === 'comment'
      ? typeof answer.draft?.body === 'string' && typeof answer.about?.id === 'string'
      : answer?.kind === 'reaction' && typeof answer.id === 'string',
  (answer) => (answer.kind === 'comment' ? answer.about.id : answer.id),
)

/** Returns the report after the reaction is given or taken back. */
export function withReaction<T extends DayReport>(
  report: T,
  { reaction, given }: Pick<ReactionAnswer, 'reaction' | 'given'>,
): T {
  const known = report.reactions.find((each) => each.reaction === reaction)
  if ((known?.mine ?? false) === given) return report
  if (!known) return { ...report, reactions: [...report.reactions, { reaction, count: 1, mine: true }] }
  const count = known.count + (given ? 1 : -1)
  const reactions = report.reactions.map((each) => (each === known ? { reaction, count, mine: given } : each))
  return { ...report, reactions: reactions.filter((each) => each.count > 0) }
}

/** Returns the member's queued comments on a report or insight, in the form that the thread shows. */
export const waitingComments = (waiting: readonly Answer[], about: About, user: User): Comment[] =>
  waiting.flatMap((answer) =>
    answer.kind === 'comment' && answer.about.id === about.id
      ? [
          {
            ...answer.draft,
            user_id: user.id,
            user_name: displayName(user),
            created_at: answer.at,
            edited: false,
          },
        ]
      : [],
  )
