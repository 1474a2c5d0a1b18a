import * as z from 'zod/mini'
import { list, member, trimmedText } from './fields.ts'
import { limits } from './limits.ts'
import { signs } from './signs.ts'

/** What a comment is about. */
export const subjects = ['report', 'insight'] as const
export type Subject = (typeof subjects)[number]

/** Ids of members; who is none, has left or belongs to another team is passed over: the words stay as they are. */
const mentions = z.optional(list(z.array(z.uuid()), limits.mentions))

/** What its author makes of it. Plain text; what stands around it is cut off. */
export const CommentChange = z.object({
  body: trimmedText(limits.comment),
  mentions,
})
export type CommentChange = z.infer<typeof CommentChange>

/**
 * What a member adds. `id`, where the sender has chosen one, makes a retry harmless, and brings back one that was deleted a
 * moment ago.
 */
export const CommentDraft = z.extend(CommentChange, { id: z.optional(z.uuid()) })
export type CommentDraft = z.infer<typeof CommentDraft>

/** `created_at` is ISO 8601 with the team's offset. `mentions`: whom it names. */
export const Comment = z.object({
  id: z.uuid(),
  ...member,
  body: z.string(),
  created_at: z.string(),
  edited: z.boolean(),
  mentions: z.array(z.uuid()),
})
export type Comment = z.infer<typeof Comment>

/** In the order in which they were written. */
export const Comments = z.object({ comments: z.array(Comment) })

/** Who has given a report which sign, in the order in which they did. */
export const Reactions = z.object({
  reactions: z.array(z.object({ sign: z.enum(signs), users: z.array(z.object(member)) })),
})
export type Reactions = z.infer<typeof Reactions>

/** Why a comment is for somebody: it names them, is about something of their own, or goes on in a thread of theirs. */
export const whys = ['mention', 'own', 'reply'] as const
export type Why = (typeof whys)[number]

/** `subject_id` is the report's or the insight's, `date` the day of that. `user_id` and `user_name`: who wrote the comment. */
export const Mention = z.object({
  id: z.uuid(),
  why: z.enum(whys),
  read: z.boolean(),
  comment_id: z.uuid(),
  subject: z.enum(subjects),
  subject_id: z.uuid(),
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
export const ReadMentions = z.object({ subject_id: z.optional(z.uuid()) })
export type ReadMentions = z.infer<typeof ReadMentions>

/** The mentions that `POST /mentions/read` has marked as read. */
export const MarkedMentions = z.object({ ids: z.array(z.uuid()) })
export type MarkedMentions = z.infer<typeof MarkedMentions>

/** `POST /mentions/unread`: the mentions to mark as unread again. */
export const UnreadMentions = z.object({ ids: list(z.array(z.uuid()), limits.mentionsMarked) })
export type UnreadMentions = z.infer<typeof UnreadMentions>
