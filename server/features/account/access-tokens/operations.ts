import { v7 as newId } from 'uuid'
import type { Page } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { type AccessTokenDraft, type AccessTokens, type NewAccessToken, tokenScopes } from '#contract/tokens.ts'
import { fingerprint, newSecret } from '#server/access/keys/keys.ts'
import { writePersonalToken } from '#server/access/tokens/personal-token.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering, endingOwn } from '#server/access/idempotency.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { selectToday } from '#server/db/fragments/today.ts'
import { AppError } from '#server/errors.ts'
import { lockAddress } from '#server/access/email-address/operations.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import { alertOwner, withAlerts } from '#server/access/security-alerts/operations.ts'
import type { Services } from '#server/services.ts'
import * as tokens from './sql.ts'

export const listTokens = async ({ database }: Services, scope: Scope, page: Page): Promise<AccessTokens> => ({
  tokens: await withTeamTransaction(database, scope, (db) => tokens.selectTokens(db, scope, page)),
})

/**
 * Makes an access token and notifies its owner by email.
 * @throws AppError reauthentication_required, sign_in_again; too_many_tokens
 * invalid_input: the token's last day has passed, or is more than a year ahead
 * key_reused: an earlier attempt of the same request made a token, which has been revoked since
 */
export async function makeToken(
  services: Services,
  scope: Scope,
  { name, scopes, expires_on }: AccessTokenDraft,
): Promise<NewAccessToken> {
  await confirmOwner(services, scope)
  const { logEvent, now } = services
  const made = await withAlerts(services, scope, async (db) => {
    const today = await selectToday(db, scope, now())
    const daysLeft = (Date.parse(expires_on) - Date.parse(today)) / 86_400_000
    if (daysLeft < 0 || daysLeft > limits.tokenLife)
      throw new AppError('invalid_input', { field: { name: 'expires_on', code: 'out_of_range' } })
    await lockAddress(db, scope) // otherwise two simultaneous requests could exceed the limit
    if ((await tokens.countTokens(db, scope)) >= limits.accessTokens) throw new AppError('too_many_tokens')
    // The email must come first: its link undoes only changes that happen later.
    const mails = await alertOwner(services, db, scope, 'tokenMade', { name })
    const [id, secret] = [newId(), newSecret()]
    const known = tokenScopes.filter((each) => scopes.includes(each))
    await tokens.insertToken(db, scope, {
      id,
      name,
      scopes: known,
      token_hash: fingerprint(secret),
      expires_on,
      created_at: now(),
    })
    const row = await tokens.selectToken(db, scope, id)
    return { made: { ...row, token: writePersonalToken({ teamId: scope.teamId, id, secret }) }, mails }
  })
  logEvent('token_made', scope, { id: made.id })
  return made
}

/**
 * Returns whether the token in a stored response still exists.
 * @throws AppError reauthentication_required, sign_in_again
 */
export async function isTokenThere(services: Services, scope: Scope, { id }: NewAccessToken): Promise<boolean> {
  await confirmOwner(services, scope)
  return withTeamTransaction(services.database, scope, (db) => tokens.selectIsThere(db, scope, id))
}

/**
 * Revokes one of the member's own tokens at once.
 * @throws AppError not_found: the token does not exist, or belongs to another member
 */
export async function revokeToken({ database, logEvent }: Services, scope: Scope, id: string): Promise<void> {
  await withTeamTransaction(database, endingOwn(answering(scope)), async (db) => {
    if (!(await tokens.deleteToken(db, scope, id))) throw new AppError('not_found')
  })
  logEvent('token_revoked', scope, { id })
}

/** Deletes a member's access tokens and grants: all, or those since a moment. Must run in the caller's transaction. */
export { deleteTokens, deleteTokensSince } from './sql.ts'
