import * as z from 'zod/mini'
import { list, member, text, trimmedText, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { reactions } from './reactions.ts'

/** The types of records that can have comments. */
export const subjects = ['report', 'insight'] as const
export type Subject = (typeof subjects)[number]

/** Ids of mentioned members. Ids of former members and of other teams' members are ignored. The text is unchanged. */
const mentions = z.optional(list(z.array(uuid), limits.mentions))

/** The text of a comment: plain text, trimmed. */
const words = z.object({ body: trimmedText(limits.comment) })

/** `PUT /comments/{id}`. `before`: the comment from which the edit began (E2.07). */
export const CommentChange = z.extend(words, {
  mentions,
  before: z.optional(z.object({ body: text(limits.comment) })),
})
export type CommentChange = z.infer<typeof CommentChange>

/**
 * A new comment. `id` is chosen by the client and makes retries idempotent: repeating the same text returns the same
 * comment, and a different text is refused. It also restores a recently deleted comment.
 */
export const CommentDraft = z.extend(words, { mentions, id: z.optional(uuid) })
export type CommentDraft = z.infer<typeof CommentDraft>

/** `created_at` is ISO 8601 with the team's offset. `mentions`: the mentioned members. */
export const Comment = z.object({
  id: uuid,
  ...member,
  body: z.string(),
  created_at: z.string(),
  edited: z.boolean(),
  mentions: z.array(uuid),
})
export type Comment = z.infer<typeof Comment>

/** The comments of a report or insight, in chronological order. */
export const Comments = z.object({ comments: z.array(Comment) })

/** The reactions to a report, in chronological order. */
export const Reactions = z.object({
  reactions: z.array(z.object({ reaction: z.enum(reactions), users: z.array(z.object(member)) })),
})
export type Reactions = z.infer<typeof Reactions>

/**
 * The reasons for a notification: the text mentions the member, is about the member's own record, or continues a thread
 * with the member.
 */
export const whys = ['mention', 'own', 'reply'] as const
export type Why = (typeof whys)[number]

/**
 * A comment or report of which the member is notified.
 *
 * - `subject_id`, `date`: the commented report or insight, and its day.
 * - `user_id`, `user_name`: the author.
 * - `comment_id`: null if the report itself mentions the member. `body` then has the lines with the mention.
 */
export const Mention = z.object({
  id: uuid,
  why: z.enum(whys),
  read: z.boolean(),
  comment_id: z.nullable(uuid),
  subject: z.enum(subjects),
  subject_id: uuid,
  date: z.string(),
  ...member,
  body: z.string(),
  created_at: z.string(),
})
export type Mention = z.infer<typeof Mention>

/** A page of the mentions, newest first. `unread`: the number of unread mentions on all pages. */
export const Mentions = z.object({ mentions: z.array(Mention), unread: z.int() })
export type Mentions = z.infer<typeof Mentions>

/** `POST /mentions/read`: marks the mentions of one report or insight as read; without `subject_id`, all of them. */
export const ReadMentions = z.object({ subject_id: z.optional(uuid) })
export type ReadMentions = z.infer<typeof ReadMentions>

/** The mentions that `POST /mentions/read` has marked as read. */
export const MarkedMentions = z.object({ ids: z.array(uuid) })
export type MarkedMentions = z.infer<typeof MarkedMentions>

/** `POST /mentions/unread`: the mentions to mark as unread again. */
export const UnreadMentions = z.object({ ids: list(z.array(uuid), limits.mentionsMarked) })
export type UnreadMentions = z.infer<typeof UnreadMentions>
