import { type Selectable, sql } from 'kysely'
import type { TokenScope } from '#contract/tokens.ts'
import { type Database, type Db, withTeamTransaction } from '#server/db/database.ts'
import { hasAccess } from '#server/db/accounts/access-pause.ts'
import { liveSession } from '#server/db/accounts/live-session.ts'
import { requireAccess } from '#server/db/accounts/still-allowed.ts'
import type { Tables } from '#server/db/schema/tables.ts'
import type { Claims } from './tokens/access-token.ts'
import type { GrantClaims } from './tokens/grant-token.ts'
import { fingerprint } from './keys/keys.ts'
import type { RecordToken } from './tokens/record-token.ts'
import type { Scope, Writer } from './scope.ts'

/** The least interval between two writes of a member's last activity, so that few reads become writes. */
const activityEvery = 5 * 60_000 // milliseconds
const userAgentLongest = 500 // characters

/** Returns the scope of a live session of an active member. */
export async function membership(database: Database, claims: Claims): Promise<Scope | undefined> {
  const row = await withTeamTransaction(database, { teamId: claims.team }, (db) => selectMember(db, claims))
  return row && scopeOf(claims, row)
}

/** Returns whether the member was deleted after the request began. */
export const isDeleted = async (database: Database, { teamId, userId }: Scope): Promise<boolean> =>
  withTeamTransaction(database, { teamId, reads: true }, async (db) => {
    const row = await db
      .selectFrom('users')
      .where('team_id', '=', teamId)
      .where('id', '=', userId)
      .select('id')
      .executeTakeFirst()
    return row === undefined
  })

/** @property userAgent stored with the session's first request */
type Visit = { now: Date; userAgent: string }

/**
 * Returns the scope of a browser request and records the member's activity.
 * @returns undefined if the session has ended or the member is inactive
 */
export async function authenticateSession(
  database: Database,
  claims: Claims,
  visit: Visit,
): Promise<Scope | undefined> {
  const row = await withTeamTransaction(
    database,
    { teamId: claims.team, userId: claims.sub, sessionId: claims.sid, reads: true },
    (db) => selectMember(db, claims),
  )
  if (!row) return undefined
  if (isNewsOfMember(row, visit.now) || isNewsOfSession(row, visit.now)) await noteVisit(database, claims, row, visit)
  return scopeOf(claims, row)
}

const isLongAgo = (moment: Date | null, now: Date) => now.getTime() - (moment?.getTime() ?? 0) > activityEvery
const isNewsOfMember = ({ last_active_at }: Asking, now: Date) => isLongAgo(last_active_at, now)
const isNewsOfSession = ({ used_at, user_agent }: Asking, now: Date) => isLongAgo(used_at, now) || user_agent === null

const noteVisit = (database: Database, claims: Claims, row: Asking, { now, userAgent }: Visit) =>
  withTeamTransaction(database, { teamId: claims.team, userId: claims.sub }, async (db) => {
    if (isNewsOfMember(row, now)) await touch(db, claims, now)
    if (isNewsOfSession(row, now)) await touchSession(db, claims, userAgent.slice(0, userAgentLongest), now)
  })

const hour = 60 * 60_000 // milliseconds

type Asked = { scope: Scope; calls: number; hourEnds: Date }

/**
 * A program's access token: one that a member created, or one that OAuth issued and whose signature we have verified.
 */
export type ProgramToken = RecordToken | GrantClaims

/**
 * Returns the scope of a program's access token. Looks the token up, counts the call and records the use in one
 * statement. Runs in its own transaction, so that parallel calls do not wait for each other's handlers. Does not count
 * as activity of the member.
 * @returns undefined if the token was revoked or has expired, or its owner is deactivated or paused; `calls`: the
 *   number of calls in the current hour, including this one
 */
export async function authenticateToken(
  database: Database,
  token: ProgramToken,
  now: Date,
): Promise<Asked | undefined> {
  const { teamId, id } = token
  const counted = new Date(Math.floor(now.getTime() / hour) * hour)
  const { rows } = await withTeamTransaction(database, { teamId, userId: id }, (db) =>
    sql<{ user_id: string; is_admin: boolean; scopes: TokenScope[]; calls: number }>`
      update access_tokens token set used_at = ${now}, counted_hour = ${counted},
        calls = case when token.counted_hour = ${counted} then token.calls + 1 else 1 end
      from users, teams
      where ${isLiveToken(token, now)}
      returning token.user_id, users.is_admin, token.scopes, token.calls`.execute(db),
  )
  const [row] = rows
  if (!row) return undefined
  const claims = { sub: row.user_id, team: teamId, sid: id }
  const signedIn = { signed_in_at: new Date(0), confirmed_at: null, is_admin: row.is_admin }
  // A program may ask for an access token that does less than its grant allows.
  const tokenScopes = 'secret' in token ? row.scopes : row.scopes.filter((each) => token.scopes.includes(each))
  const scope = { ...scopeOf(claims, signedIn), tokenScopes }
  return { scope, calls: row.calls, hourEnds: new Date(counted.getTime() + hour) }
}

/** Returns the owner of a live access token, without counting a call. */
export async function ownerOfToken(
  database: Database,
  token: ProgramToken,
  now: Date,
): Promise<Pick<Scope, 'teamId' | 'userId'> | undefined> {
  const { teamId } = token
  const { rows } = await withTeamTransaction(database, { teamId, reads: true }, (db) =>
    sql<{ user_id: string }>`
      select token.user_id from access_tokens token, users, teams where ${isLiveToken(token, now)}`.execute(db),
  )
  return rows[0] && { teamId, userId: rows[0].user_id }
}

/** Returns why a token is refused. */
export async function endOfToken(database: Database, token: ProgramToken): Promise<'token_ended' | 'sign_in_expired'> {
  const { rows } = await withTeamTransaction(database, { teamId: token.teamId, reads: true }, (db) =>
    sql`
      select from access_tokens token, users
      where ${isToken(token)} and users.is_active and users.access_paused is not null`.execute(db),
  )
  return rows.length > 0 ? 'sign_in_expired' : 'token_ended'
}

/**
 * Returns the condition about the stored hash. An access token of a grant has a signature instead of a secret, so its
 * row has no hash.
 */
const hashOf = (token: ProgramToken) =>
  'secret' in token ? sql`token.token_hash = ${fingerprint(token.secret)}` : sql`token.token_hash is null`

const isToken = (token: ProgramToken) => sql`
  token.team_id = ${token.teamId} and token.id = ${token.id} and ${hashOf(token)}
  and users.team_id = ${token.teamId} and users.id = token.user_id`

const isLiveToken = (token: ProgramToken, now: Date) => sql`
  ${isToken(token)} and ${hasAccess()}
  and teams.id = ${token.teamId} and token.expires_on >= (${now}::timestamptz at time zone teams.time_zone)::date`

/** Builds a scope. Warning: the claims must have been checked against the database. */
export function scopeOf(
  { sub, team, sid }: Claims,
  row: { signed_in_at: Date; confirmed_at: Date | null; is_admin: boolean },
): Scope {
  const signedInAt = row.confirmed_at ?? row.signed_in_at
  return { teamId: team, userId: sub, sessionId: sid, signedInAt, isAdmin: row.is_admin } as unknown as Scope
}

/** Marks a request as a write, so that each of its transactions checks the caller's access again. */
export const writing = (scope: Scope): Scope => ({ ...scope, writer: writerOf(scope) })

function writerOf({ teamId, userId, isAdmin, sessionId: id, tokenScopes }: Scope): Writer {
  const by = id === '' ? 'service' : tokenScopes ? 'token' : 'session'
  return { teamId, userId, isAdmin, by, id }
}

/**
 * Throws if the caller's access has ended. Must be called in each transaction of a long response, because the request
 * itself is checked only once, at its start.
 * @throws AppError session_ended, token_ended, sign_in_expired
 */
export const requireStillIn = (db: Db, scope: Scope): Promise<void> => requireAccess(db, writerOf(scope))

/**
 * Returns the scope of an active member on behalf of a verified service. The scope has no session, so everything that
 * requires a recent sign-in is refused.
 */
export const memberScope = ({ teamId, userId }: Pick<Scope, 'teamId' | 'userId'>): Scope =>
  writing(
    scopeOf({ sub: userId, team: teamId, sid: '' }, { signed_in_at: new Date(0), confirmed_at: null, is_admin: false }),
  )

type Asking = Pick<Selectable<Tables['sessions']>, 'signed_in_at' | 'confirmed_at' | 'used_at' | 'user_agent'> &
  Pick<Selectable<Tables['users']>, 'last_active_at' | 'is_admin'>

async function selectMember(db: Db, { sub, team, sid }: Claims): Promise<Asking | undefined> {
  const { rows } = await sql<Asking>`
    select s.signed_in_at, s.confirmed_at, s.used_at, s.user_agent, u.last_active_at, u.is_admin
    ${liveSession({ teamId: team, id: sid })} and s.user_id = ${sub}`.execute(db)
  return rows[0]
}

const touch = (db: Db, { team, sub }: Claims, now: Date) =>
  sql`update users set last_active_at = ${now} where team_id = ${team} and id = ${sub}`.execute(db)

const touchSession = (db: Db, { team, sid }: Claims, userAgent: string, now: Date) =>
  sql`
    update sessions set used_at = ${now}, user_agent = coalesce(user_agent, ${userAgent})
    where team_id = ${team} and id = ${sid}`.execute(db)
