import { type RawBuilder, sql } from 'kysely'

/** Formats a moment as ISO 8601 with the offset of the team's time zone. The statement must have joined `teams`. */
export const inZone = <Moment extends string | null = string>(column: string): RawBuilder<Moment> =>
  sql`iso_in_zone(${sql.ref(column)}, teams.time_zone)`
