import { v7 as newId } from 'uuid'
import type { Db } from '#server/db/database.ts'
import { people } from './team.ts'

/** Future absences, in days after today. Both days move to the next weekday. */
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
        first_day: weekdayAfter(today, from),
        last_day: weekdayAfter(today, until),
        half,
      })),
    )
    .execute()

/** Returns the first day from `days` after `date` on that is not on a weekend. */
function weekdayAfter(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  while (day.getUTCDay() % 6 === 0) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}
