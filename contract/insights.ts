import * as z from 'zod/mini'
import { calendarDate, member, page, requiredText, text, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { Try } from './tries.ts'

/** The types of insights, in the order of a retrospective. */
export const insightTypes = ['keep', 'problem', 'try'] as const
const type = z.enum(insightTypes)
export type InsightType = z.infer<typeof type>

/**
 * `POST /insights`. `id` is chosen by the client and makes retries idempotent: repeating the same text returns the same
 * insight, and a different text is refused. It also restores a recently deleted insight.
 */
export const InsightDraft = z.object({ type, note: requiredText(limits.insightNote), id: z.optional(uuid) })
export type InsightDraft = z.infer<typeof InsightDraft>

const words = z.pick(InsightDraft, { type: true, note: true })
const before = z.optional(z.object({ type, note: text(limits.insightNote) }))

/** `PUT /insights/{id}`. `before`: the insight from which the edit began (E2.07). */
export const InsightChange = z.extend(words, { before })
export type InsightChange = z.infer<typeof InsightChange>

/**
 * `created_at` is ISO 8601 with the team's offset; its first ten characters are the displayed day. `try`: null for a
 * Keep or Problem.
 */
export const Insight = z.object({
  id: uuid,
  ...member,
  type,
  note: z.string(),
  likes: z.int(),
  liked: z.boolean(), // whether the caller likes it
  comments: z.int(),
  created_at: z.string(),
  edited: z.boolean(),
  try: z.nullable(Try),
})
export type Insight = z.infer<typeof Insight>

/** `since` and `until` are days in the team's time zone, both included. */
export const InsightsQuery = z.object({ since: z.optional(calendarDate), until: z.optional(calendarDate), ...page })

/** The insights, newest first. */
export const Insights = z.object({ insights: z.array(Insight) })
export type Insights = z.infer<typeof Insights>

export const Likes = z.pick(Insight, { likes: true, liked: true })
export type Likes = z.infer<typeof Likes>
