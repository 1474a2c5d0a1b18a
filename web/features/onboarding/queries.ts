import type { Subscribed, SubscriptionDraft } from '#contract/holidays.ts'
import { api } from '../../api/client.ts'

/** Adds the holidays of a country, now and in each coming year. */
export const addHolidays = (country: string) =>
  api.put<Subscribed>('/holidays/subscription', { country } satisfies SubscriptionDraft)
