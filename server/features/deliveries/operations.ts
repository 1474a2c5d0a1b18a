import type { FailureReason } from '#contract/errors.ts'
import type { DeliveryDestination } from '#contract/notifications.ts'
import { webhookProviders } from '#contract/providers.ts'
import type { Config } from '#server/config.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { selectDue } from '#server/db/due-rows.ts'
import { databaseFailure } from '#server/db/failures.ts'
import { addJob } from '#server/db/jobs.ts'
import type { Ways } from '#server/db/reachable.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { webhooks } from '#server/providers/webhooks.ts'
import type { Services } from '#server/services.ts'
import { noteFailure } from '../slack-trouble/operations.ts'
import { prepare } from './messages.ts'
import { pauseAfter } from './policy.ts'
import * as deliveries from './sql.ts'

type Place = { teamId: string; id: string }

const minute = 60_000 // milliseconds
const day = 24 * 60 * minute
/** Longer than any provider is waited for. */
const sendingLongest = 5 * minute
const keptFor = 30 * day

/** Where the same message is shown once, however often it comes. */
const repeatable: readonly DeliveryDestination[] = webhookProviders.filter((id) => webhooks[id].isRepeatable)

export const waysOf = ({ providers, mail }: Config): Ways => ({
  slack: providers.slack !== undefined,
  mail: mail !== undefined,
})

/** Within the caller's transaction: one job waits for each delivery. */
export const askFor = (db: Db, place: Place, runAt: Date) =>
  addJob(db, 'deliver', place, { key: `deliver ${place.id}`, runAt })

/**
 * Sends what is due, once: that it is being sent is kept before anybody is asked, so that whoever finds it so later knows
 * that it may have arrived.
 */
export async function deliver(services: Services, place: Place): Promise<void> {
  const { database, now } = services
  const delivery = await withTeamTransaction(database, place, async (db) => {
    const later = await deliveries.waitForHours(db, place, now())
    if (later) await askFor(db, place, later)
    return deliveries.selectDelivery(db, place, now())
  })
  if (!delivery) return
  const settle = (change: Omit<Parameters<typeof deliveries.settle>[2], 'now'>) =>
    withTeamTransaction(database, place, (db) => deliveries.settle(db, place, { ...change, now: now() }))
  let send
  try {
    send = await prepare(services, place, delivery)
  } catch (error) {
    if (databaseFailure(error)) throw error
    const failure = error instanceof ProviderFailure ? error.reason : 'nowhere'
    await settle({ from: 'pending', to: 'dead', failure })
    if (delivery.destination === 'slack') await noteFailure(services, place, failure)
    tell(services, place, delivery, { outcome: 'dead', reason: failure })
    // Such as a secret that does not open any more: the operator should read of it.
    if (!(error instanceof AppError)) throw error
    if (typeof error.cause === 'string') throw new Error(error.cause, { cause: error })
    return
  }
  if (!send) {
    await settle({ from: 'pending', to: 'cancelled' })
    tell(services, place, delivery, { outcome: 'cancelled' })
    return
  }
  if (!(await withTeamTransaction(database, place, (db) => deliveries.claim(db, place, now())))) return
  let outcome: 'sent' | 'cancelled'
  try {
    outcome = (await send()) === false ? 'cancelled' : 'sent'
  } catch (error) {
    await fail(services, place, delivery, error)
    return
  }
  await settle({ from: 'sending', to: outcome })
  tell(services, place, delivery, { outcome })
}

/** What has become of an attempt: counted, and where it failed the operator reads of it. */
function tell(
  { logEvent, metrics }: Services,
  { teamId, id }: Place,
  { user_id: userId, kind, destination, attempts }: deliveries.Delivery,
  became: { outcome: 'sent' | 'cancelled' } | { outcome: 'failed' | 'dead'; reason: FailureReason },
): void {
  metrics.deliveries.inc({ destination, outcome: became.outcome })
  if (!('reason' in became)) return
  const { outcome, reason } = became
  logEvent(`delivery_${outcome}`, { teamId, userId }, { kind, destination, reason, attempts, id })
}

/** Tries again later where that may help and cannot show it twice; else it waits for its author. */
async function fail(services: Services, place: Place, delivery: deliveries.Delivery, error: unknown) {
  const { database, now } = services
  const failure =
    error instanceof ProviderFailure ? error : new ProviderFailure(delivery.destination, 'uncertain', { cause: error })
  const { reason } = failure
  const tried = { ...delivery, attempts: delivery.attempts + 1 }
  const isRepeatable = repeatable.includes(delivery.destination)
  const pause = pauseAfter({ ...tried, isRepeatable }, failure)
  await withTeamTransaction(database, place, async (db) => {
    if (pause === undefined) {
      await deliveries.settle(db, place, { from: 'sending', to: 'dead', failure: reason, now: now() })
      return
    }
    const until = new Date(now().getTime() + pause * 1_000)
    const due = await deliveries.postpone(db, place, { until, failure: reason, now: now() })
    if (due) await askFor(db, place, due)
  })
  if (delivery.destination === 'slack') await noteFailure(services, place, reason)
  tell(services, place, tried, { outcome: pause === undefined ? 'dead' : 'failed', reason })
  if (!(error instanceof ProviderFailure)) throw error
}

/** Picks up what was left: by a process that was killed, by a job that could not run. */
export async function deliverLeft({ database, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - sendingLongest)
  for (const team of await withEveryTeamTransaction(database, (db) => deliveries.selectStaleTeams(db, before)))
    await withTeamTransaction(database, team, (db) =>
      deliveries.releaseStale(db, team, { before, repeatable, now: now() }),
    )
  await withEveryTeamTransaction(database, async (db) => {
    for (const place of await selectDue(db, 'notification_deliveries', now())) await askFor(db, place, now())
  })
}

export const deleteOldDeliveries = async ({ database, now }: Services): Promise<void> => {
  const before = new Date(now().getTime() - keptFor)
  await withEveryTeamTransaction(database, (db) => deliveries.deleteBefore(db, before))
}
