import { sql } from 'kysely'
import type { Source } from '#contract/backlogs.ts'
import type { FailureReason } from '#contract/errors.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
/** One import, and the account that it reads. */
export type Place = Member & { source: Source; id: string; account: string }

export type Row = {
  id: string
  source: Source
  account: string
  ended_at: Date | null
  issues_read: number
  total: number | null
  imported: number
  updated: number
  closed: number
  skipped: string[]
  failure: FailureReason | null
}
const columns = [
  'id',
  'source',
  'account',
  'ended_at',
  'issues_read',
  'total',
  'imported',
  'updated',
  'closed',
  'skipped',
  'failure',
] as const

const ofMember = (db: Db, { teamId, userId }: Member) =>
  db.selectFrom('issue_imports').where('team_id', '=', teamId).where('user_id', '=', userId).select(columns)

export const selectImports = (db: Db, member: Member): Promise<Row[]> =>
  ofMember(db, member).orderBy('source').execute()

export const selectImport = (db: Db, member: Member, id: string): Promise<Row | undefined> =>
  ofMember(db, member).where('id', '=', id).executeTakeFirst()

/**
 * Begins an import, in the place of the last one of the same tracker.
 * @param quietSince whoever has said nothing since then reads no more
 * @returns whether it has begun: while another of the same account goes on, it has not
 */
export async function insertImport(
  db: Db,
  { teamId, userId, source, id, account }: Place,
  { now, quietSince }: { now: Date; quietSince: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into issue_imports as i (team_id, user_id, source, id, account, alive_at)
    values (${teamId}, ${userId}, ${source}, ${id}, ${account}, ${now})
    on conflict (team_id, user_id, source) do update set
      id = excluded.id, account = excluded.account, alive_at = excluded.alive_at, attempts = 1, ended_at = null,
      issues_read = 0, total = null, imported = 0, updated = 0, closed = 0, skipped = '{}', failure = null
    where i.ended_at is not null or i.account <> excluded.account or i.alive_at < ${quietSince}
    returning true`.execute(db)
  return rows.length > 0
}

/** Those that nobody reads any more, since their server has ended. */
export async function selectLeft(db: Db, quietSince: Date): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select team_id as "teamId", user_id as "userId", source, id, account from issue_imports
    where ended_at is null and alive_at < ${quietSince} order by alive_at`.execute(db)
  return rows
}

const isGoingOn = ({ teamId, userId, source, id }: Place) => sql`
  team_id = ${teamId} and user_id = ${userId} and source = ${source} and id = ${id} and ended_at is null`

/** @returns how often it has begun by now; undefined where somebody else was faster */
export async function takeOver(
  db: Db,
  place: Place,
  { now, quietSince }: { now: Date; quietSince: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ attempts: number }>`
    update issue_imports set alive_at = ${now}, attempts = attempts + 1, issues_read = 0, total = null
    where ${isGoingOn(place)} and alive_at < ${quietSince} returning attempts`.execute(db)
  return rows[0]?.attempts
}

/** @returns whether it is still wanted */
export async function updateRead(
  db: Db,
  place: Place,
  { read, total, now }: { read: number; total: number | null; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update issue_imports set issues_read = ${read}, total = ${total}, alive_at = ${now} where ${isGoingOn(place)}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** @returns whether it was still wanted */
export async function endImport(
  db: Db,
  place: Place,
  end: { imported: number; updated: number; closed: number; skipped: string[] } | { failure: FailureReason },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('issue_imports')
    .set({ ...end, ended_at: now })
    .where((is) => is.and({ team_id: place.teamId, user_id: place.userId, source: place.source, id: place.id }))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Whoever looks next begins it anew. */
export const handBack = (db: Db, place: Place) =>
  sql`update issue_imports set alive_at = 'epoch' where ${isGoingOn(place)}`.execute(db)

export const deleteImport = (db: Db, place: Place) =>
  sql`delete from issue_imports where ${isGoingOn(place)}`.execute(db)
