import { sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'

/**
 * Returns the instant at which a day begins for the team. Builds a subquery: with row-level security, a condition that
 * converts the time zone directly could not use the index of a column.
 * @param date `YYYY-MM-DD`
 * @param days added to the date
 */
export const midnight = ({ teamId }: Pick<Scope, 'teamId'>, date: string, days = 0) =>
  sql`(select (${date}::date + ${days}::int)::timestamp at time zone time_zone from teams where id = ${teamId})`
