import { v7 as newId } from 'uuid'
import type { Page } from '#contract/fields.ts'
import type { Consent, ConsentAnswer, ConsentRedirect, Grants } from '#contract/grants.ts'
import { limits } from '#contract/limits.ts'
import { tokenScopes } from '#contract/tokens.ts'
import { resourceOf } from '#server/access/tokens/grant-token.ts'
import type { Scope } from '#server/access/scope.ts'
import { seal, unseal } from '#server/access/keys/sealed.ts'
import { answering, endingOwn } from '#server/access/idempotency.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { selectToday } from '#server/db/fragments/today.ts'
import { AppError } from '#server/errors.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import { alertOwner, withAlerts } from '#server/access/security-alerts/operations.ts'
import type { Services } from '#server/services.ts'
import { writeGrantId } from './adapters.ts'
import { authorizationServer } from './authorization-server.ts'
import { requestIn, routes } from './paths.ts'
import {
  hostOfClient,
  hostOfRedirect,
  maxIdleDays,
  lifetimes,
  nameOfClient,
  schemeOfRedirect,
  scopesIn,
  unusedClientHours,
  usedClientDays,
} from './policy.ts'
import * as grants from './sql.ts'

export { authorizationServer } from './authorization-server.ts'
export { errorPage, resumeCookie, routes } from './paths.ts'
export { publicClientMetadata, cleanRequest, lifetimes, maxQueryLength, mayRedirectTo } from './policy.ts'

/** Returns the resource's metadata, which names the authorization server (RFC 9728). */
export const describeResource = ({ config }: Pick<Services, 'config'>) => ({
  resource: resourceOf(config),
  authorization_servers: [config.publicUrl],
  scopes_supported: tokenScopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Asakai',
})

type PendingRequest = {
  clientId: string
  clientName: string | undefined
  metadata: Record<string, unknown>
  redirectUri: string
  scope: string | undefined
}

/** Returns a request that waits for an answer. @throws AppError not_found: unknown, answered or expired */
async function findPendingRequest(services: Services, id: string): Promise<PendingRequest> {
  const provider = await authorizationServer(services)
  const request = await provider.Interaction.find(id)
  if (!request) throw new AppError('not_found')
  const { client_id: clientId, redirect_uri: redirectUri, scope } = request.params as Record<string, string>
  const client = await provider.Client.find(clientId!)
  if (!client) throw new AppError('not_found')
  return {
    clientId: clientId!,
    clientName: client.clientName,
    metadata: { ...client.metadata() },
    redirectUri: redirectUri!,
    scope,
  }
}

export async function readConsent(services: Services, id: string): Promise<Consent> {
  const request = await findPendingRequest(services, id)
  return {
    client_name: nameOfClient(request),
    client_host: hostOfClient(request.clientId),
    redirect_host: hostOfRedirect(request.redirectUri),
    redirect_scheme: schemeOfRedirect(request.redirectUri),
    scopes: scopesIn(request.scope),
  }
}

/**
 * Stores a grant with the scopes that the member chose, and notifies the member by email. The program gets its code
 * when the browser that began the request opens the returned address.
 * @throws AppError reauthentication_required, sign_in_again; not_found; invalid_input: the program did not ask for a
 * chosen scope, or the last day has passed or is more than a year ahead
 */
export async function allowProgram(
  services: Services,
  scope: Scope,
  id: string,
  { scopes, expires_on }: ConsentAnswer,
): Promise<ConsentRedirect> {
  await confirmOwner(services, scope)
  const { database, logEvent, now } = services
  const request = await findPendingRequest(services, id)
  const allowed = scopesIn(request.scope).filter((each) => scopes.includes(each))
  if (allowed.length < new Set(scopes).size)
    throw new AppError('invalid_input', { field: { name: 'scopes', code: 'invalid' } })
  const name = nameOfClient(request)
  const grant = newId()
  const url = await answerUrl(services, id, {
    accountId: `${scope.teamId}.${scope.userId}`,
    grantId: writeGrantId({ teamId: scope.teamId, id: grant }),
  })
  const made = await withAlerts(services, scope, async (db) => {
    await requireDay(db, services, scope, expires_on)
    // The email must come first: its link undoes only changes that happen later.
    const mails = await alertOwner(services, db, scope, 'programAllowed', { name })
    await grants.insertGrant(db, scope, {
      id: grant,
      name,
      scopes: allowed,
      expires_on,
      created_at: now(),
      client_id: request.clientId,
    })
    return { made: { url }, mails }
  })
  await withEveryTeamTransaction(database, (db) =>
    grants.upsertUsedClient(db, { id: request.clientId, metadata: request.metadata, now: now() }),
  )
  logEvent('grant_made', scope, { id: grant })
  return made
}

async function requireDay(db: Db, { now }: Services, scope: Scope, expiresOn: string): Promise<void> {
  const daysLeft = (Date.parse(expiresOn) - Date.parse(await selectToday(db, scope, now()))) / 86_400_000
  if (daysLeft < 0 || daysLeft > limits.tokenLife)
    throw new AppError('invalid_input', { field: { name: 'expires_on', code: 'out_of_range' } })
}

/** Refuses a program. @throws AppError not_found */
export async function refuseProgram(services: Services, scope: Scope, id: string): Promise<ConsentRedirect> {
  await findPendingRequest(services, id)
  const given = { url: await answerUrl(services, id, { error: 'access_denied' }) }
  return withTeamTransaction(services.database, answering(scope), async () => given)
}

type Answer = { accountId: string; grantId: string } | { error: string }

const sealContextOf = (id: string) => `oauth_requests ${id}`
const answerLifetimeMs = 5 * 60_000

/**
 * Returns the address that submits the member's answer. The query contains the encrypted answer. The answer must pass
 * through the member's browser. Otherwise a stranger could begin a request, send its link to a member, and receive the
 * code in their own browser.
 */
async function answerUrl({ config, keyring, now }: Services, id: string, answer: Answer): Promise<string> {
  const sealed = await seal(keyring, sealContextOf(id), answer, new Date(now().getTime() + answerLifetimeMs))
  return `${config.publicUrl}${routes.authorization}/${encodeURIComponent(id)}?answer=${sealed}`
}

/**
 * Binds a request for consent to the browser that the library redirects to the screen.
 * @param browser the browser's fingerprint
 */
export async function bindRequest({ config, database }: Services, location: string, browser: Buffer): Promise<void> {
  const id = requestIn(config, location)
  if (id !== undefined) await withEveryTeamTransaction(database, (db) => grants.updateBrowser(db, id, browser))
}

/** Returns whether a request began in this browser. @param browser the browser's fingerprint */
export const isOfBrowser = async ({ database }: Services, id: string, browser: Buffer | undefined): Promise<boolean> =>
  browser !== undefined && withEveryTeamTransaction(database, (db) => grants.selectIsOfBrowser(db, id, browser))

/** Stores the answer that a browser submits. Ignores a forged or expired answer; the member is asked again. */
export async function storeAnswer(services: Services, id: string, sealed: string): Promise<void> {
  const { keyring, now } = services
  const answer = (await unseal(keyring, sealContextOf(id), sealed, now()).catch(() => undefined)) as Answer | undefined
  const request = answer && (await (await authorizationServer(services)).Interaction.find(id))
  if (!request) return
  request.result =
    'error' in answer
      ? { error: answer.error }
      : { login: { accountId: answer.accountId, remember: false }, consent: { grantId: answer.grantId } }
  await request.save(lifetimes.request)
}

export const listGrants = async ({ database }: Services, scope: Scope, page: Page): Promise<Grants> => ({
  grants: await withTeamTransaction(database, scope, (db) => grants.selectGrants(db, scope, page)),
})

/**
 * Ends one of the member's own grants at once.
 * @throws AppError not_found: the grant does not exist, or belongs to another member
 */
export async function revokeGrant({ database, logEvent }: Services, scope: Scope, id: string): Promise<void> {
  await withTeamTransaction(database, endingOwn(answering(scope)), async (db) => {
    if (!(await grants.deleteGrant(db, { teamId: scope.teamId, id }, scope.userId))) throw new AppError('not_found')
  })
  logEvent('grant_revoked', scope, { id })
}

/** Deletes expired requests, unused programs, and grants that no program has used for a while. */
export async function deleteOldGrants({ database, now }: Services): Promise<void> {
  const ago = (hours: number) => new Date(now().getTime() - hours * 60 * 60_000)
  await withEveryTeamTransaction(database, async (db) => {
    await grants.deleteOldRequests(db, now())
    await grants.deleteOldClients(db, { unused: ago(unusedClientHours), used: ago(usedClientDays * 24) })
    await grants.deleteOldGrants(db, { unfetched: ago(1), idle: ago(maxIdleDays * 24) })
  })
}
