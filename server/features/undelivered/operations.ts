import type { Page } from '#contract/fields.ts'
import type { Delivery } from '#contract/notifications.ts'
import { providers } from '#contract/providers.ts'
import type { Language } from '#contract/languages.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/texts.ts'
import { mailFailureReasons } from '#server/providers/mail/failure.ts'
import { askFor } from '../deliveries/operations.ts'
import { revive, selectDead } from './sql.ts'

const listed = 7 * 24 * 60 * 60_000 // milliseconds

/** What of the team's could not be delivered. @throws AppError admins_only */
export async function listDead(
  { database, now }: Services,
  scope: Scope,
  page: Page,
  language: Language,
): Promise<Delivery[]> {
  requireAdministrator(scope)
  const since = new Date(now().getTime() - listed)
  const rows = await inTeam(database, scope, (db) => selectDead(db, scope, { since, now: now() }, page))
  const speak = texts(language)
  const sentenceOf = ({ destination, failure }: (typeof rows)[number]) =>
    destination === 'mail'
      ? speak(`mailFailures.${mailFailureReasons.find((reason) => reason === failure) ?? 'uncertain'}`)
      : speak(`providerFailures.${failure}`, {
          provider: destination === 'push' ? speak('teamSettings.destinationPush') : providers[destination].name,
        })
  return rows.map((row) => Object.assign(row, { failure: sentenceOf(row) }))
}

/**
 * Sends one of them again, as if for the first time.
 * @throws AppError admins_only, not_found
 */
export async function retryDelivery({ database, now }: Services, scope: Scope, id: string): Promise<void> {
  requireAdministrator(scope)
  await inTeam(database, scope, async (db) => {
    const due = await revive(db, scope, id, now())
    if (!due) throw new AppError('not_found')
    await askFor(db, { teamId: scope.teamId, id }, due)
  })
}
