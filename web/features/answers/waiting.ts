import type { Comment, CommentDraft, Subject } from '#contract/comments.ts'
import type { DayReport } from '#contract/reports.ts'
import type { Sign } from '#contract/signs.ts'
import type { User } from '#contract/users.ts'
import { openOutbox } from '../../api/outbox.ts'
import { displayName } from '../../lib/person.ts'
import type { Picked } from './naming.ts'

/** What is answered: a report or an insight. */
export type About = { subject: Subject; id: string }

export type SignAnswer = { kind: 'sign'; id: string; date: string; sign: Sign; given: boolean }
export type CommentAnswer = {
  kind: 'comment'
  about: About
  draft: CommentDraft & { id: string; mentions: string[] }
  picked?: readonly Picked[] | undefined
  at: string
}

/** What a member has answered without a network. `id` and `date`: the report's; `at`: ISO 8601. */
export type Answer = SignAnswer | CommentAnswer

export const answersToSend = openOutbox<Answer>('answers', (entry) =>
  entry?.kind === 'comment'
    ? typeof entry.draft?.body === 'string' && typeof entry.about?.id === 'string'
    : entry?.kind === 'sign' && typeof entry.id === 'string',
)

/** As it is once the sign is given, or taken back. */
export function withSign<T extends DayReport>(report: T, { sign, given }: Pick<SignAnswer, 'sign' | 'given'>): T {
  const known = report.reactions.find((each) => each.sign === sign)
  if ((known?.mine ?? false) === given) return report
  if (!known) return { ...report, reactions: [...report.reactions, { sign, count: 1, mine: true }] }
  const count = known.count + (given ? 1 : -1)
  const reactions = report.reactions.map((each) => (each === known ? { sign, count, mine: given } : each))
  return { ...report, reactions: reactions.filter((each) => each.count > 0) }
}

/** What the member has said there without a network, as it will stand there. */
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
