import type { Page } from '#contract/fields.ts'
import type { FailureReason } from '#contract/errors.ts'
import type { Delivery, DeliveryDestination } from '#contract/notifications.ts'
import { type Destination, type Provider, providers } from '#contract/providers.ts'
import type { Language } from '#contract/languages.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { queueDelivery } from '#server/db/outbox.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { mailFailureReasons } from '#server/providers/mail/failure.ts'
import { retry, retryAll, selectFailed } from './sql.ts'

const listed = 7 * 24 * 60 * 60_000 // milliseconds

/**
 * Lists the team's undelivered messages.
 * @throws AppError admins_only
 */
export async function listFailed(
  { database, now }: Services,
  scope: Scope,
  page: Page,
  language: Language,
): Promise<Delivery[]> {
  requireAdministrator(scope)
  const since = new Date(now().getTime() - listed)
  const rows = await withTeamTransaction(database, scope, (db) => selectFailed(db, scope, { since, now: now() }, page))
  return rows.map((row) => Object.assign(row, { failure: failureSentence(row.destination, row.failure, language) }))
}

/** Returns the reason of a failure as a sentence. */
export function failureSentence(
  service: DeliveryDestination | Provider,
  failure: FailureReason,
  language: Language,
): string {
  const translate = texts(language)
  if (service === 'mail')
    return translate(`mailFailures.${mailFailureReasons.find((reason) => reason === failure) ?? 'unknown_outcome'}`)
  const provider = service === 'push' ? translate('teamSettings.destinationPush') : providers[service].name
  return translate(`providerFailures.${failure}`, { provider })
}

/**
 * Sends undelivered messages again to a destination that works again. Leaves out messages that may have arrived: an
 * administrator decides about them.
 */
export const resendTo = ({ database, now }: Services, team: Pick<Scope, 'teamId'>, destination: Destination) =>
  withTeamTransaction(database, team, async (db) => {
    const since = new Date(now().getTime() - listed)
    for (const { id, due_at: due } of await retryAll(db, team, { destination, since, now: now() }))
      await queueDelivery(db, { teamId: team.teamId, id, destination }, due)
  })

/**
 * Sends one undelivered message again, as if for the first time.
 * @throws AppError admins_only, not_found
 */
export async function retryDelivery({ database, now }: Services, scope: Scope, id: string): Promise<void> {
  requireAdministrator(scope)
  await withTeamTransaction(database, answering(scope), async (db) => {
    const retried = await retry(db, scope, id, now())
    if (!retried) throw new AppError('not_found')
    await queueDelivery(db, { teamId: scope.teamId, id, destination: retried.destination }, retried.due_at)
  })
}
