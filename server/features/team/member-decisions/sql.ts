import { v7 as newId } from 'uuid'
import type { Insertable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema/tables.ts'

type Team = { teamId: string }
type Row = Omit<Insertable<Tables['member_decisions']>, 'team_id' | 'id'>

export const insertDecision = (db: Db, { teamId }: Team, row: Row) =>
  db
    .insertInto('member_decisions')
    .values({ ...row, team_id: teamId, id: newId() })
    .execute()

export const selectDecisions = (db: Db, { teamId }: Team, from: Date) =>
  db
    .selectFrom('member_decisions')
    .where('team_id', '=', teamId)
    .where('at', '>=', from)
    .select(['user_id', 'by_id', 'is_active', 'is_admin', 'was_active', 'was_admin', 'at'])
    .orderBy('at')
    .orderBy('id')
    .execute()

/** Returns all members except former ones. */
export const selectPresent = (db: Db, { teamId }: Team) =>
  db
    .selectFrom('users')
    .where('team_id', '=', teamId)
    .where('left_at', 'is', null)
    .select(['id as userId', 'display_name as name', 'is_active as isActive', 'is_admin as isAdmin'])
    .execute()
