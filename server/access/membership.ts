import { type Selectable, sql } from 'kysely'
import type { TokenScope } from '#contract/tokens.ts'
import { beginInTeam, type Database, type Db, inTeam } from '#server/db/database.ts'
import { liveSession } from '#server/db/live-session.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#server/errors.ts'
import type { Claims } from './access-token.ts'
import { fingerprint } from './keys.ts'
import type { RecordToken } from './record-token.ts'
import type { Claimed, Scope } from './scope.ts'

/** How often a member's and a session's last activity is written, so that reading does not become writing. */
const activityEvery = 5 * 60_000 // milliseconds
const userAgentLongest = 500 // characters

/**
 * The scope of a request: the session still lives and its member is active, at this moment and on every node.
 * @returns undefined where either has ended
 */
export async function membership(database: Database, claims: Claims): Promise<Scope | undefined> {
  const row = await inTeam(database, { teamId: claims.team }, (db) => selectMember(db, claims))
  return row && scopeOf(claims, row)
}

type Visit = { now: Date; /** Kept of the session's first request. */ userAgent: string }

/**
 * The same of a request by the member's own browser, whose transaction goes on in this one; notes that they were here.
 * @param reads whether it changes nothing
 */
export async function beginAsMember(
  database: Database,
  claims: Claims,
  { reads, ...visit }: Visit & { reads: boolean },
): Promise<Scope | undefined> {
  const { came: row, begun } = await beginInTeam(database, { teamId: claims.team, reads }, async (db) => {
    const came = await selectMember(db, claims)
    return { came, mayGoOn: came !== undefined && !isNews(came, visit.now) }
  })
  // By itself: it locks the member's row, and work that locks others' must not wait for them while it holds that.
  if (row && !begun) await noteVisit(database, claims, row, visit)
  return row && { ...scopeOf(claims, row), ...(begun && { begun }) }
}

/**
 * The same where work reads in one transaction and asks nothing else of the session: it is sent beside the question whether
 * that lives, not after the answer. Whose work begins no transaction is not asked about.
 */
export function besideMembership(database: Database, claims: Claims, visit: Visit): Claimed {
  const of = { teamId: claims.team, reads: true }
  const begun = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const [row, result] = await inTeam(database, of, async (db) => {
      const [asked, done] = await Promise.allSettled([selectMember(db, claims), work(db)])
      if (asked.status === 'rejected') throw asked.reason
      // What it found of somebody who has gone says nothing.
      if (!asked.value) throw new AppError('session_ended')
      if (done.status === 'rejected') throw done.reason
      return [asked.value, done.value]
    })
    if (!isNews(row, visit.now)) return result
    await noteVisit(database, claims, row, visit)
    return inTeam(database, of, work) // which may tell when they were last active
  }
  return { teamId: claims.team, userId: claims.sub, begun }
}

const isLongAgo = (moment: Date | null, now: Date) => now.getTime() - (moment?.getTime() ?? 0) > activityEvery
const isNewsOfMember = ({ last_active_at }: Asking, now: Date) => isLongAgo(last_active_at, now)
const isNewsOfSession = ({ used_at, user_agent }: Asking, now: Date) => isLongAgo(used_at, now) || user_agent === null
const isNews = (row: Asking, now: Date) => isNewsOfMember(row, now) || isNewsOfSession(row, now)

const noteVisit = (database: Database, claims: Claims, row: Asking, { now, userAgent }: Visit) =>
  inTeam(database, { teamId: claims.team }, async (db) => {
    if (isNewsOfMember(row, now)) await touch(db, claims, now)
    if (isNewsOfSession(row, now)) await touchSession(db, claims, userAgent.slice(0, userAgentLongest), now)
  })

const hour = 60 * 60_000 // milliseconds

type Asked = { scope: Scope; calls: number; hourEnds: Date }

/**
 * The same of a member's program, by its token: it is counted and noted as used in the one statement that looks it up, by
 * itself, so that calls at once do not wait for each other's work. That a program asks is no activity of the member's.
 * @returns undefined where it was revoked, has expired or its owner is deactivated; `calls` so far in the hour that ends
 *   then, this one included
 */
export async function memberOfToken(
  database: Database,
  { teamId, id, secret }: RecordToken,
  now: Date,
): Promise<Asked | undefined> {
  const counted = new Date(Math.floor(now.getTime() / hour) * hour)
  const { rows } = await inTeam(database, { teamId }, (db) =>
    sql<{ user_id: string; is_admin: boolean; scopes: TokenScope[]; calls: number }>`
      update access_tokens token set used_at = ${now}, counted_hour = ${counted},
        calls = case when token.counted_hour = ${counted} then token.calls + 1 else 1 end
      from users, teams
      where token.team_id = ${teamId} and token.id = ${id} and token.token_hash = ${fingerprint(secret)}
        and users.team_id = ${teamId} and users.id = token.user_id and users.is_active
        and teams.id = ${teamId} and token.expires_on >= (${now}::timestamptz at time zone teams.time_zone)::date
      returning token.user_id, users.is_admin, token.scopes, token.calls`.execute(db),
  )
  const [row] = rows
  if (!row) return undefined
  const claims = { sub: row.user_id, team: teamId, sid: id }
  const signedIn = { signed_in_at: new Date(0), confirmed_at: null, is_admin: row.is_admin }
  const scope = { ...scopeOf(claims, signedIn), tokenScopes: row.scopes }
  return { scope, calls: row.calls, hourEnds: new Date(counted.getTime() + hour) }
}

/** Of claims that the database has just confirmed. */
export function scopeOf(
  { sub, team, sid }: Claims,
  row: { signed_in_at: Date; confirmed_at: Date | null; is_admin: boolean },
): Scope {
  const signedInAt = row.confirmed_at ?? row.signed_in_at
  return { teamId: team, userId: sub, sessionId: sid, signedInAt, isAdmin: row.is_admin } as unknown as Scope
}

/** Of an active member whom a verified service speaks for: without a session, so that nothing which asks for a recent one is theirs. */
export const memberScope = ({ teamId, userId }: Pick<Scope, 'teamId' | 'userId'>): Scope =>
  scopeOf({ sub: userId, team: teamId, sid: '' }, { signed_in_at: new Date(0), confirmed_at: null, is_admin: false })

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
