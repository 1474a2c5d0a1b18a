import { timingSafeEqual } from 'node:crypto'
import type { Adapter, AdapterPayload, errors } from 'oidc-provider'
import { authorizationCode, grantRefreshToken, resourceOf } from '#server/access/tokens/grant-token.ts'
import { fingerprint } from '#server/access/keys/keys.ts'
import type { RecordToken } from '#server/access/tokens/record-token.ts'
import { isIssuedHere } from '#server/access/tokens/refresh-secret.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { endGrant, endStolenGrant } from './ending.ts'
import { hostOfClient, lifetimes, maxIdleDays, maxRepeatMs, maxRequests, maxUnusedClients } from './policy.ts'
import * as grants from './sql.ts'

type Key = { teamId: string; id: string }
type AdapterOptions = {
  services: Services
  InvalidGrant: typeof errors.InvalidGrant
  rotated: () => string | undefined
}

const dayMs = 24 * 60 * 60_000

/** Returns the id that the library uses for a grant. */
export const writeGrantId = ({ teamId, id }: Key): string => `${teamId}.${id}`
export function readGrantId(text: string): Key {
  const [teamId = '', id = ''] = text.split('.')
  return { teamId, id }
}

const emptyAdapter: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

const since = ({ now }: Services) => new Date(now().getTime() - maxIdleDays * dayMs)

const findGrant = (services: Services, key: Key) =>
  withTeamTransaction(services.database, { teamId: key.teamId, reads: true }, (db) =>
    grants.selectGrant(db, key, { now: services.now(), since: since(services) }),
  )

const isSame = (hash: Buffer, stored: Buffer | null) => stored !== null && timingSafeEqual(hash, stored)

/** Removes the code or token from a record of the library. We store its hash only. */
function withoutToken({ jti: _token, ...content }: AdapterPayload): Record<string, unknown> {
  return content
}

/**
 * Returns a function that returns the store of a model of the library. Models without an entry here are not stored: a
 * member signs in with Asakai's own session, and access tokens are signed.
 * @param parts.rotated returns the refresh token that the current request exchanges
 */
export function openAdapters(parts: AdapterOptions): (model: string) => Adapter {
  const { services } = parts
  const adapters: Record<string, Partial<Adapter>> = {
    Client: clients(services),
    Interaction: requests(services),
    Grant: grantsOf(services),
    AuthorizationCode: codes(parts),
    RefreshToken: refreshTokens(parts),
    AccessToken: { revokeByGrantId: (grant) => endGrant(services, readGrantId(grant)) },
  }
  return (model) => ({ ...emptyAdapter, ...adapters[model] })
}

const clients = ({ database, now }: Services): Partial<Adapter> => ({
  upsert: (id, metadata) =>
    withEveryTeamTransaction(database, async (db) => {
      await grants.insertClient(db, { id, metadata, now: now() })
      await grants.deleteSurplusClients(db, maxUnusedClients)
    }),
  /**
   * Does not return the stored description of a program that publishes one: `fetchClient` fetches it, and uses the
   * stored one only while the host is unavailable.
   */
  find: async (id) =>
    hostOfClient(id) === null ? withEveryTeamTransaction(database, (db) => grants.selectClient(db, id)) : undefined,
})

const requests = ({ database, now }: Services): Partial<Adapter> => ({
  async upsert(id, content, seconds = lifetimes.request) {
    const expiresAt = new Date(now().getTime() + seconds * 1_000)
    await withEveryTeamTransaction(database, async (db) => {
      await grants.upsertRequest(db, { id, content, expiresAt })
      await grants.deleteSurplusRequests(db, maxRequests)
    })
  },
  find: (id) => withEveryTeamTransaction(database, (db) => grants.selectRequest(db, id, now())),
  destroy: (id) => withEveryTeamTransaction(database, (db) => grants.deleteRequest(db, id)).then(() => {}),
})

const grantsOf = (services: Services): Partial<Adapter> => ({
  async find(text) {
    const key = readGrantId(text)
    const grant = await findGrant(services, key)
    if (!grant) return undefined
    const seconds = Math.floor(services.now().getTime() / 1_000)
    return {
      jti: text,
      kind: 'Grant',
      iat: seconds,
      exp: seconds + lifetimes.grant,
      accountId: `${key.teamId}.${grant.user_id}`,
      clientId: grant.client_id,
      resources: { [resourceOf(services.config)]: grant.scopes.join(' ') },
    }
  },
  destroy: (text) => endGrant(services, readGrantId(text)),
})

const codes = ({ services, InvalidGrant }: AdapterOptions): Partial<Adapter> => ({
  async upsert(text, content) {
    const key = authorizationCode.read(text)!
    const code = { hash: fingerprint(key.secret), content: withoutToken(content) }
    await withTeamTransaction(services.database, key, (db) => grants.updateCode(db, key, code))
  },
  async find(text) {
    const key = authorizationCode.read(text)
    const grant = key && (await findGrant(services, key))
    if (!key || !grant?.code || !isSame(fingerprint(key.secret), grant.code_hash)) return undefined
    return { ...grant.code, jti: text, ...(grant.code_used_at && { consumed: true }) }
  },
  /**
   * Marks the code as used. Ends the grant if two requests at the same time found the code unused; only the first gets
   * tokens.
   */
  async consume(text) {
    const key = authorizationCode.read(text)!
    const isFirst = await withTeamTransaction(services.database, key, (db) =>
      grants.updateCodeUsed(db, key, services.now()),
    )
    if (isFirst) return
    await endGrant(services, key)
    throw new InvalidGrant('authorization code already consumed')
  },
  revokeByGrantId: (grant) => endGrant(services, readGrantId(grant)),
})

/**
 * Stores the current refresh token of each grant. The next token is computed from the current one (decision 56). A
 * program that lost a response can thus repeat its request for a day: it gets the same token until it uses that token.
 */
const refreshTokens = ({ services, InvalidGrant, rotated }: AdapterOptions): Partial<Adapter> => ({
  async find(text) {
    const token = grantRefreshToken.read(text)
    const grant = token && (await findGrant(services, token))
    if (!token || !grant?.refresh) return undefined
    const hash = fingerprint(token.secret)
    const found = { ...grant.refresh, jti: text }
    if (isSame(hash, grant.refresh_hash)) return found
    if (isSame(hash, grant.previous_hash))
      return services.now().getTime() - grant.rotated_at!.getTime() <= maxRepeatMs ? found : undefined
    // A made-up token does not end the grant: anybody who knows the grant's id could make one up.
    if (isIssuedHere(services.config.secretKey, token)) await endStolenGrant(services, token)
    return undefined
  },
  async upsert(text, content) {
    const token = grantRefreshToken.read(text)!
    const refresh = { hash: fingerprint(token.secret), content: withoutToken(content), now: services.now() }
    const before = rotated()
    const isDone = await withTeamTransaction(services.database, token, async (db) => {
      if (before === undefined) return grants.updateFirstRefresh(db, token, refresh)
      const previous = fingerprint((grantRefreshToken.read(before) as RecordToken).secret)
      return (
        (await grants.updateRefresh(db, token, previous, refresh)) ||
        // An equal request has already stored this token.
        grants.selectIsCurrent(db, token, refresh.hash)
      )
    })
    if (!isDone) throw new InvalidGrant('grant has ended, or its refresh token was used')
  },
  revokeByGrantId: (grant) => endGrant(services, readGrantId(grant)),
  destroy: (text) => endGrant(services, grantRefreshToken.read(text)!),
})
