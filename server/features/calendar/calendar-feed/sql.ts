import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/db/database.ts'

type Member = { teamId: string; userId: string }

const select = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .where('users.team_id', '=', teamId)
    .where('users.id', '=', userId)
    .where('users.is_active', '=', true)

/** Returns undefined unless the member is active. */
export const selectReader = (db: Db, member: Member) =>
  select(db, member)
    .select(['users.calendar_serial as serial', 'users.settings', 'users.access_paused', 'teams.name as team_name'])
    .select((columns) => columns.ref('teams.language').$castTo<Language>().as('team_language'))
    .executeTakeFirst()

/** Increments the serial number. @returns the new number */
export const updateSerial = (db: Db, { teamId, userId }: Member) =>
  db
    .updateTable('users')
    .set({ calendar_serial: sql`calendar_serial + 1` })
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .returning('calendar_serial as serial')
    .executeTakeFirstOrThrow()

/** Selects the names of active members by id. The feed leaves out the absences of all other members. */
export const selectNames = (db: Db, { teamId }: Pick<Member, 'teamId'>) =>
  db
    .selectFrom('users')
    .where('team_id', '=', teamId)
    .where('is_active', '=', true)
    .select(['id', 'display_name'])
    .execute()
