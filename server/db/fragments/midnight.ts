import { sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'

/**
 * Returns the instant at which a day begins for the team. It is a subquery: below row-level security, a conversion
 * beside an indexed column could not use the index.
 * @param date `YYYY-MM-DD`
 * @param days added to the date
 */
export const midnight = ({ teamId }: Pick<Scope, 'teamId'>, date: string, days = 0) =>
  sql`(select (${date}::date + ${days}::int)::timestamp at time zone time_zone from teams where id = ${teamId})`
