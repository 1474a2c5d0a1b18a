import * as z from 'zod/mini'
import { destinations } from './providers.ts'

/** What Asakai tells by itself: the team of a report, a member of one that is missing. */
const deliveryKinds = ['report', 'reminder'] as const

/** Where it goes: of these only mail needs nothing connected. */
const deliveryDestinations = [...destinations, 'mail'] as const
export type DeliveryDestination = (typeof deliveryDestinations)[number]

/** A notification of the team's that could not be delivered and is not tried again by itself. */
export const Delivery = z.object({
  id: z.uuid(),
  /** The report's author, or who was to be reminded. */
  user_name: z.string(),
  kind: z.enum(deliveryKinds),
  /** The report's day. */
  day: z.string(), // YYYY-MM-DD
  destination: z.enum(deliveryDestinations),
  /** Why, as a sentence in the caller's language. */
  failure: z.string(),
  updated_at: z.string(),
})
export type Delivery = z.infer<typeof Delivery>
