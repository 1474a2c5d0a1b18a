import * as z from 'zod/mini'
import { Blocker } from './blockers.ts'
import type { FieldErrorCode } from './errors.ts'
import { list, uuid, webAddress } from './fields.ts'
import { Insight } from './insights.ts'
import { limits } from './limits.ts'
import { Report } from './reports.ts'
import { User } from './users.ts'

/** The data of a deleted report in a webhook message. */
export const DeletedReport = z.pick(Report, { id: true, user_id: true, report_date: true })

const message = <Type extends string, Data extends z.ZodMiniType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data })

/** The messages of webhooks by the Standard Webhooks specification. `data` has the same shape as in the API. */
export const ReportSubmitted = message('report.submitted', Report)
export const ReportUpdated = message('report.updated', Report)
export const ReportDeleted = message('report.deleted', DeletedReport)
export const BlockerOpened = message('blocker.opened', Blocker)
export const BlockerResolved = message('blocker.resolved', Blocker)
export const BlockerUnmentioned = message('blocker.unmentioned', Blocker)
export const InsightCreated = message('insight.created', Insight)
export const MemberJoined = message('member.joined', User)
export const WebhookTest = message('webhook.test', z.object({ webhook_id: uuid }))

export const webhookMessages = {
  'report.submitted': ReportSubmitted,
  'report.updated': ReportUpdated,
  'report.deleted': ReportDeleted,
  'blocker.opened': BlockerOpened,
  'blocker.resolved': BlockerResolved,
  'blocker.unmentioned': BlockerUnmentioned,
  'insight.created': InsightCreated,
  'member.joined': MemberJoined,
  'webhook.test': WebhookTest,
}
export type WebhookMessage = z.infer<(typeof webhookMessages)[keyof typeof webhookMessages]>

export const webhookEvents = [
  'report.submitted',
  'report.updated',
  'report.deleted',
  'blocker.opened',
  'blocker.resolved',
  'blocker.unmentioned',
  'insight.created',
  'member.joined',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
/** The reasons, in this order: a response other than 2xx; no response in time; the address is not public. */
export const webhookFailures = ['refused', 'unavailable', 'address_refused'] as const
export type WebhookFailure = (typeof webhookFailures)[number]

/**
 * A message to a webhook. Times are ISO 8601 with the team's offset.
 *
 * - `id`: the message's `webhook-id`.
 * - `status`, `answer`: the status of the last response, and the beginning of its body.
 * - `failed` without `failure`: the message was cancelled, because the webhook was stopped, the subject was deleted, or a
 *   newer message exists.
 * - `next_at`: the time of the next attempt, if any.
 */
export const WebhookDelivery = z.object({
  id: uuid,
  type: z.enum([...webhookEvents, 'webhook.test']),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  created_at: z.string(),
  tried_at: z.nullable(z.string()),
  next_at: z.nullable(z.string()),
  status: z.nullable(z.int()),
  answer: z.nullable(z.string()),
  failure: z.nullable(z.enum(webhookFailures)),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** `GET /webhooks/{id}/deliveries`: the last 50, newest first. */
export const WebhookDeliveries = z.object({ deliveries: z.array(WebhookDelivery) })
export type WebhookDeliveries = z.infer<typeof WebhookDeliveries>

/**
 * A URL that receives a team's events.
 *
 * - `url`: an access token reads only `https://host/…`, because the whole URL is enough to send messages to it.
 * - `stopped`: no message was delivered for five days, or its creator was deactivated, left, or undid changes made in
 *   their name.
 * - `created_by`: the creator's name; null if the webhook predates this field, or the creator was erased.
 * - `changed_by`: the last member to change the URL or the events.
 */
export const Webhook = z.object({
  id: uuid,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  state: z.enum(['on', 'stopped']),
  created_at: z.string(),
  created_by: z.nullable(z.string()),
  changed_by: z.nullable(z.string()),
  last_delivery: z.nullable(WebhookDelivery),
})
export type Webhook = z.infer<typeof Webhook>

/** `GET /webhooks`: oldest first. */
export const Webhooks = z.object({ webhooks: z.array(Webhook) })
export type Webhooks = z.infer<typeof Webhooks>

const address = { url: webAddress(limits.webhookUrl) }
const events = list(
  z.array(z.enum(webhookEvents)).check(
    z.minLength(1, { error: 'required' satisfies FieldErrorCode }),
    z.overwrite((chosen) => webhookEvents.filter((event) => chosen.includes(event))),
  ),
  100,
)

/** `POST /webhooks`. `url`: HTTPS at a public address. */
export const WebhookDraft = z.object({ ...address, events })
export type WebhookDraft = z.infer<typeof WebhookDraft>

/** `PATCH /webhooks/{id}`: the fields to change. `state`: a restarted webhook receives only later events. */
export const WebhookChange = z.partial(z.object({ ...address, events, state: z.enum(['on']) }))
export type WebhookChange = z.infer<typeof WebhookChange>

/** The only response with the secret: `whsec_` and base64. */
export const NewWebhook = z.extend(Webhook, { secret: z.string() })
export type NewWebhook = z.infer<typeof NewWebhook>
