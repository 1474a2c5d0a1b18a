import { sql } from 'kysely'

/**
 * So many rows, at the end of a statement. The numbers are part of its text: of a number that it does not know PostgreSQL
 * expects a tenth of all rows, finds such a plan dear, and plans anew each time (`bench/planned-once.test.ts`).
 */
export const rowsOfPage = ({ limit, offset = 0 }: { limit: number; offset?: number }) =>
  sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
