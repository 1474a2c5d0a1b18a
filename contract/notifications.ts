import * as z from 'zod/mini'
import { text, uuid } from './fields.ts'
import { destinations } from './providers.ts'

/** What the team hears of where it could not be told: a report, or to a member that theirs is missing. */
const listedKinds = ['report', 'reminder'] as const

/** What Asakai tells by itself: also a member of the comments that are for them, of their week and of months, which is nobody else's. */
export const deliveryKinds = [...listedKinds, 'mention', 'week', 'month'] as const

/** Where it goes: of these mail and the member's own devices need nothing connected. */
const deliveryDestinations = [...destinations, 'mail', 'push'] as const
export type DeliveryDestination = (typeof deliveryDestinations)[number]

/** A notification of the team's that could not be delivered and is not tried again by itself. */
export const Delivery = z.object({
  id: uuid,
  /** The report's author, or who was to be reminded. */
  user_name: z.string(),
  kind: z.enum(listedKinds),
  /** The report's day. */
  day: z.string(), // YYYY-MM-DD
  destination: z.enum(deliveryDestinations),
  /** Why, as a sentence in the caller's language. */
  failure: z.string(),
  updated_at: z.string(),
})
export type Delivery = z.infer<typeof Delivery>

/** Whether the caller's device is reminded by push messages, and the key for which its browser subscribes (base64url). */
export const Push = z.object({ public_key: z.string(), is_on: z.boolean() })
export type Push = z.infer<typeof Push>

/** What a browser gives: the JSON of its own PushSubscription, of which the rest is left out. */
export const PushSubscription = z.object({
  endpoint: text(2_000).check(z.url({ protocol: /^https?$/u })),
  keys: z.object({
    p256dh: text(87).check(z.regex(/^[\w-]{87}$/u)), // base64url of 65 bytes
    auth: text(22).check(z.regex(/^[\w-]{22}$/u)), // of 16
  }),
})
export type PushSubscription = z.infer<typeof PushSubscription>
