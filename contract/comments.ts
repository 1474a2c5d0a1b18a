import * as z from 'zod/mini'
import { list, member, text, trimmedText, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { signs } from './signs.ts'

/** What a comment is about. */
export const subjects = ['report', 'insight'] as const
export type Subject = (typeof subjects)[number]

/** Ids of members; who is none, has left or belongs to another team is passed over: the words stay as they are. */
const mentions = z.optional(list(z.array(uuid), limits.mentions))

/** Plain text; what stands around it is cut off. */
const words = z.object({ body: trimmedText(limits.comment) })

/** `PUT /comments/{id}`. `before`: the comment from which the edit began (E2.07). */
export const CommentChange = z.extend(words, {
  mentions,
  before: z.optional(z.object({ body: text(limits.comment) })),
})
export type CommentChange = z.infer<typeof CommentChange>

/**
 * A new comment. An `id` that the client chooses makes a retry harmless: the same words again are the same comment. Other
 * words under the id are refused. It also brings back a comment that was deleted a moment ago.
 */
export const CommentDraft = z.extend(words, { mentions, id: z.optional(uuid) })
export type CommentDraft = z.infer<typeof CommentDraft>

/** `created_at` is ISO 8601 with the team's offset. `mentions`: whom it names. */
export const Comment = z.object({
  id: uuid,
  ...member,
  body: z.string(),
  created_at: z.string(),
  edited: z.boolean(),
  mentions: z.array(uuid),
})
export type Comment = z.infer<typeof Comment>

/** In the order in which they were written. */
export const Comments = z.object({ comments: z.array(Comment) })

/** Who has given a report which sign, in the order in which they did. */
export const Reactions = z.object({
  reactions: z.array(z.object({ sign: z.enum(signs), users: z.array(z.object(member)) })),
})
export type Reactions = z.infer<typeof Reactions>

/** Why a comment or report is for somebody: it names them, is about something of their own, or goes on in a thread of theirs. */
export const whys = ['mention', 'own', 'reply'] as const
export type Why = (typeof whys)[number]

/**
 * `subject_id` is the report's or the insight's, `date` the day of that. `user_id` and `user_name`: who wrote the comment.
 * Without a `comment_id` the report itself mentions the member: then `body` has its lines that name them.
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

/** Newest first; `unread` counts all of them. */
export const Mentions = z.object({ mentions: z.array(Mention), unread: z.int() })
export type Mentions = z.infer<typeof Mentions>

/** `POST /mentions/read`: those of one report or insight, else all. */
export const ReadMentions = z.object({ subject_id: z.optional(uuid) })
export type ReadMentions = z.infer<typeof ReadMentions>

/** The mentions that `POST /mentions/read` has marked as read. */
export const MarkedMentions = z.object({ ids: z.array(uuid) })
export type MarkedMentions = z.infer<typeof MarkedMentions>

/** `POST /mentions/unread`: the mentions to mark as unread again. */
export const UnreadMentions = z.object({ ids: list(z.array(uuid), limits.mentionsMarked) })
export type UnreadMentions = z.infer<typeof UnreadMentions>
