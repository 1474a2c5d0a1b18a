import { type Selectable, sql } from 'kysely'
import type { TokenScope } from '#contract/tokens.ts'
import { type Database, type Db, withTeamTransaction } from '#server/db/database.ts'
import { liveSession } from '#server/db/live-session.ts'
import { requireAccess } from '#server/db/still-allowed.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Claims } from './access-token.ts'
import { fingerprint } from './keys.ts'
import type { RecordToken } from './record-token.ts'
import type { Scope, Writer } from './scope.ts'

/** How often a member's and a session's last activity is written, so that reading does not become writing. */
const activityEvery = 5 * 60_000 // milliseconds
const userAgentLongest = 500 // characters

/** Returns the scope of a session that lives still, whose member is active. */
export async function membership(database: Database, claims: Claims): Promise<Scope | undefined> {
  const row = await withTeamTransaction(database, { teamId: claims.team }, (db) => selectMember(db, claims))
  return row && scopeOf(claims, row)
}

/** Whether the member was deleted since the request began. */
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

/** @property userAgent kept of the session's first request */
type Visit = { now: Date; userAgent: string }

/**
 * Returns the scope of a request by the member's own browser, and notes that they were here.
 * @returns undefined if the session has ended or the member is not active, on whichever node
 */
export async function memberOfSession(database: Database, claims: Claims, visit: Visit): Promise<Scope | undefined> {
  const row = await withTeamTransaction(database, { teamId: claims.team, reads: true }, (db) =>
    selectMember(db, claims),
  )
  if (!row) return undefined
  if (isNewsOfMember(row, visit.now) || isNewsOfSession(row, visit.now)) await noteVisit(database, claims, row, visit)
  return scopeOf(claims, row)
}

const isLongAgo = (moment: Date | null, now: Date) => now.getTime() - (moment?.getTime() ?? 0) > activityEvery
const isNewsOfMember = ({ last_active_at }: Asking, now: Date) => isLongAgo(last_active_at, now)
const isNewsOfSession = ({ used_at, user_agent }: Asking, now: Date) => isLongAgo(used_at, now) || user_agent === null

const noteVisit = (database: Database, claims: Claims, row: Asking, { now, userAgent }: Visit) =>
  withTeamTransaction(database, { teamId: claims.team }, async (db) => {
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
  const { rows } = await withTeamTransaction(database, { teamId }, (db) =>
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

/** Marks a request as one that writes: each of its transactions checks again that its caller still may. */
export const writing = (scope: Scope): Scope => ({ ...scope, writer: writerOf(scope) })

function writerOf({ teamId, userId, isAdmin, sessionId: id, tokenScopes }: Scope): Writer {
  const by = id === '' ? 'service' : tokenScopes ? 'token' : 'session'
  return { teamId, userId, isAdmin, by, id }
}

/**
 * Refuses to go on with a long response if the caller's access has ended. Must be called in each of its transactions:
 * the request itself is checked only once, when it begins.
 * @throws AppError session_ended, token_ended
 */
export const requireStillIn = (db: Db, scope: Scope): Promise<void> => requireAccess(db, writerOf(scope))

/**
 * Returns the scope of an active member for whom a verified service acts. It has no session, so everything that needs a
 * recent sign-in is refused.
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
