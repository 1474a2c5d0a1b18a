import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/db/database.ts'
import { people } from './team.ts'

/** Future absences, in days after today. */
const absences = [
  { name: 'matthias', from: 3, until: 7, half: null },
  { name: 'kaori', from: 1, until: 1, half: 'afternoon' },
] as const

/** @param today YYYY-MM-DD */
export const insertAbsences = (db: Db, teamId: string, today: string) =>
  db
    .insertInto('absences')
    .values(
      absences.map(({ name, from, until, half }) => ({
        team_id: teamId,
        id: newId(),
        user_id: people.find((person) => person.name === name)!.id,
        first_day: sql<string>`${today}::date + ${from}::int`,
        last_day: sql<string>`${today}::date + ${until}::int`,
        half,
      })),
    )
    .execute()
