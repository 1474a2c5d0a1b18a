import { sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'

/**
 * The instant at which a day begins for the team. It is asked for by itself: turned into an instant beside an indexed column,
 * below row-level security, a day cannot serve the index.
 * @param date `YYYY-MM-DD` @param days that lie between it and the day that is meant
 */
export const midnight = ({ teamId }: Pick<Scope, 'teamId'>, date: string, days = 0) =>
  sql`(select (${date}::date + ${days}::int)::timestamp at time zone time_zone from teams where id = ${teamId})`
