import * as z from 'zod/mini'
import { text, uuid } from './fields.ts'
import { destinations } from './providers.ts'

/** The kinds of failed notifications that the team sees: a report, or a reminder to a member. */
const listedKinds = ['report', 'reminder'] as const

/** All kinds of notifications. Only the member sees the failed ones about comments, weeks and months. */
export const deliveryKinds = [...listedKinds, 'mention', 'week', 'month'] as const

/** Mail and push need no connection by the team. */
const deliveryDestinations = [...destinations, 'mail', 'push'] as const
export type DeliveryDestination = (typeof deliveryDestinations)[number]

/** A team notification that failed and is not retried automatically. */
export const Delivery = z.object({
  id: uuid,
  /** The report's author, or the member to remind. */
  user_name: z.string(),
  kind: z.enum(listedKinds),
  day: z.string(), // YYYY-MM-DD
  destination: z.enum(deliveryDestinations),
  /** The reason, in the caller's language. */
  failure: z.string(),
  updated_at: z.string(),
})
export type Delivery = z.infer<typeof Delivery>

/** Whether push reminders are on for the caller's device, and the VAPID public key (base64url). */
export const Push = z.object({ public_key: z.string(), is_on: z.boolean() })
export type Push = z.infer<typeof Push>

/** The JSON of the browser's PushSubscription. Other fields are ignored. */
export const PushSubscription = z.object({
  endpoint: text(2_000).check(z.url({ protocol: /^https?$/u })),
  keys: z.object({
    p256dh: text(87).check(z.regex(/^[\w-]{87}$/u)), // base64url of 65 bytes
    auth: text(22).check(z.regex(/^[\w-]{22}$/u)), // 16 bytes in base64url
  }),
})
export type PushSubscription = z.infer<typeof PushSubscription>
