import { sql } from 'kysely'
import type { Absence } from '#contract/absences.ts'
import type { CalendarQuery } from '#contract/holidays.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'

type Of = Pick<Scope, 'teamId'>

const select = (db: Db, { teamId }: Of) =>
  db
    .selectFrom('absences')
    .where('team_id', '=', teamId)
    .select(['id', 'user_id', 'first_day as from', 'last_day as until', 'half'])

export const selectAbsences = (db: Db, scope: Of, { from, until }: CalendarQuery): Promise<Absence[]> =>
  select(db, scope)
    .where('last_day', '>=', from)
    .where('first_day', '<=', until)
    .orderBy('first_day')
    .orderBy('id')
    .execute()

export const selectAbsence = (db: Db, scope: Of, id: string): Promise<Absence | undefined> =>
  select(db, scope).where('id', '=', id).executeTakeFirst()

/** Returns the member's other absences that share a day with this one. */
export const selectOverlapping = (db: Db, scope: Of, { id, user_id, from, until }: Absence): Promise<Absence[]> =>
  select(db, scope)
    .where('user_id', '=', user_id)
    .where('last_day', '>=', from)
    .where('first_day', '<=', until)
    .where('id', '!=', id)
    .execute()

/**
 * Locks the member, so that two absences of one member are written one after the other.
 * @returns whether the team has this member, and the member has not left
 */
export const lockMember = (db: Db, { teamId }: Of, userId: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('users')
      .where((is) => is.and({ team_id: teamId, id: userId }))
      .where('left_at', 'is', null)
      .select('id')
      .forNoKeyUpdate(),
  )

/** Adds or changes an absence. Returns false if the id belongs to another member's absence. */
export async function upsertAbsence(db: Db, { teamId }: Of, { id, user_id, from, until, half }: Absence) {
  const days = { first_day: from, last_day: until, half }
  const kept = await db
    .insertInto('absences')
    .values({ team_id: teamId, id, user_id, ...days })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'id']).doUpdateSet(days).where('absences.user_id', '=', user_id),
    )
    .executeTakeFirst()
  return kept.numInsertedOrUpdatedRows === 1n
}

export const deleteAbsences = (db: Db, { teamId }: Of, ids: readonly string[]) =>
  db
    .deleteFrom('absences')
    .where('team_id', '=', teamId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
