import type { FailureReason } from '#contract/errors.ts'
import { deliveryKinds } from '#contract/notifications.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { deleteOldRows } from '#server/db/delete-old.ts'
import { databaseFailure } from '#server/db/driver/failures.ts'
import { queueDelivery } from '#server/db/outbox.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import type { Attempt } from './channel.ts'
import { channels } from './channels.ts'
import { pauseAfter } from './policy.ts'
import * as outbox from './sql.ts'

type OutboxKey = { teamId: string; id: string }

const minute = 60_000 // milliseconds
/** The longest duration of an attempt. It is longer than we wait for any destination. */
const sendingLongest = 5 * minute
const day = 24 * 60 * minute
const keptFor = { posts: 90 * day, others: 30 * day }

/**
 * Returns the earliest possible start of a running attempt. If an older attempt has not ended, its server has crashed.
 */
const lostBefore = (now: Date) => new Date(now.getTime() - sendingLongest)

/**
 * Makes one attempt to send a message that is due. Commits `sending` before it calls the destination: after a crash, a
 * message that is still `sending` may have arrived.
 * @param ends aborts when the server stops: the attempt then counts as failed, because its outcome is unknown
 */
export async function deliver(services: Services, place: OutboxKey, ends?: AbortSignal): Promise<void> {
  const { database, now } = services
  const row = await withTeamTransaction(database, place, (db) =>
    outbox.selectDue(db, place, { now: now(), lostBefore: lostBefore(now()) }),
  )
  if (!row) return
  const channel = channels[row.destination]
  if (row.status === 'sending' && !channel.isIdempotent(row)) return end(services, row, 'dead', 'unknown_outcome')
  if (row.allowed_at > now()) return wait(services, row, { until: row.allowed_at, receipt: row })
  let message
  try {
    message = await channel.render(services, row)
  } catch (error) {
    return rejectUnsent(services, row, error)
  }
  if (message === 'wait') {
    // The message stays due, but its turn comes after the others: otherwise 1,000 waiting messages could fill each run
    // of `requeueOverdue`.
    const last = { until: now(), failure: undefined, receipt: row, now: now() }
    return void (await withTeamTransaction(database, place, (db) => outbox.postpone(db, row, last)))
  }
  if (!message) return end(services, row, 'cancelled')
  const isClaimed = await withTeamTransaction(database, place, (db) => outbox.claim(db, row, now()))
  // Another server has claimed the message, or the message has changed since we read it.
  if (!isClaimed) return deliver(services, place, ends)
  const tried = { ...row, status: 'sending' as const, attempts: row.attempts + 1 }
  let attempt: Attempt
  try {
    const sent = channel.send(services, row, message).then((outcome) => outcome ?? {})
    const failure = new ProviderFailure(row.destination, channel.isIdempotent(row) ? 'unavailable' : 'unknown_outcome')
    attempt = (await untilAborted(sent, ends)) ?? { failure }
  } catch (error) {
    const failure = new ProviderFailure(row.destination, 'unknown_outcome', { cause: error })
    await conclude(services, tried, { failure: error instanceof ProviderFailure ? error : failure })
    // Throws our own bug again, so that the operator sees it in the log.
    if (!(error instanceof ProviderFailure)) throw error
    return
  }
  await conclude(services, tried, attempt)
}

/** Returns the result of the work, or undefined if the signal aborts first. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined) {
  if (!signal) return work
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>()
  const stop = () => resolve(undefined)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Gives up a message that could not be rendered. If the database is unavailable, the message stays due instead. */
async function rejectUnsent(services: Services, row: outbox.Row, error: unknown): Promise<void> {
  if (databaseFailure(error)) throw error
  const failure = error instanceof ProviderFailure ? error : new ProviderFailure(row.destination, 'not_connected')
  await end(services, row, 'dead', failure.reason)
  await channels[row.destination].noteOutcome?.(services, row, { failure })
  // Throws the error again for the log: the operator must see, for example, that a secret can no longer be decrypted.
  if (!(error instanceof AppError)) throw error
  if (typeof error.cause === 'string') throw new Error(error.cause, { cause: error })
}

/** Stores the outcome of an attempt. Plans a retry if a retry may succeed, and if the message cannot be shown twice. */
async function conclude(services: Services, row: outbox.Row, attempt: Attempt): Promise<void> {
  const { failure, receipt, isGone } = attempt
  const channel = channels[row.destination]
  if (failure) {
    const tried = { attempts: row.attempts, isIdempotent: channel.isIdempotent(row) }
    const pause = pauseAfter(channel.retryPolicy(row), tried, failure)
    if (pause === undefined) await end(services, row, 'dead', failure.reason, receipt)
    else {
      const until = new Date(services.now().getTime() + pause * 1_000)
      await wait(services, row, { until, failure: failure.reason, receipt })
      recordOutcome(services, row, 'failed', failure.reason)
    }
  } else await end(services, row, isGone ? 'cancelled' : 'sent', undefined, receipt)
  await channel.noteOutcome?.(services, row, attempt)
}

async function end(
  services: Services,
  row: outbox.Row,
  to: outbox.End,
  failure?: FailureReason,
  receipt: outbox.Receipt = { http_status: null, answer: null },
): Promise<void> {
  const { database, now } = services
  const state = await withTeamTransaction(database, { teamId: row.teamId }, async (db) => {
    if (to !== 'cancelled' || !outbox.isPost(row)) return outbox.settle(db, row, { to, failure, receipt, now: now() })
    await outbox.forgetPost(db, row)
    return undefined
  })
  recordOutcome(services, row, to === 'dead' && state === 'pending' ? 'failed' : to, failure)
}

const wait = (
  { database, now }: Services,
  row: outbox.Row,
  { receipt = {}, ...until }: { until: Date; failure?: FailureReason; receipt?: outbox.Receipt | undefined },
): Promise<void> =>
  withTeamTransaction(database, { teamId: row.teamId }, async (db) => {
    const due = await outbox.postpone(db, row, { failure: undefined, ...until, receipt, now: now() })
    if (due) await queueDelivery(db, row, due)
  })

/**
 * Counts the outcomes of notifications and logs failures. Leaves out webhooks, whose failures concern only the team.
 */
function recordOutcome(
  { logEvent, metrics }: Services,
  { teamId, id, user_id: userId, kind, destination, attempts }: outbox.Row,
  outcome: 'failed' | outbox.End,
  reason?: FailureReason,
): void {
  if (deliveryKinds.some((each) => each === kind)) metrics.deliveries.inc({ destination, outcome })
  if (kind === 'event' || !reason || outcome === 'sent' || outcome === 'cancelled') return
  const who = { teamId, ...(userId && { userId }) }
  logEvent(`delivery_${outcome}`, who, { kind, destination, reason, attempts, id })
}

/** Adds a job for each due message without one: a killed process may have lost its job. */
export const requeueOverdue = async ({ database, now }: Services): Promise<void> => {
  await withEveryTeamTransaction(database, async (db) => {
    for (const place of await outbox.selectLeft(db, { now: now(), lostBefore: lostBefore(now()) }))
      await queueDelivery(db, place, now())
  })
}

export const deleteOldOutbox = async ({ database, now }: Services): Promise<void> => {
  const before = (age: number) => new Date(now().getTime() - age)
  const kept = { posts: before(keptFor.posts), others: before(keptFor.others) }
  await deleteOldRows(database, 'outbox', { key: ['id'], isOld: outbox.isOld(kept) })
}
