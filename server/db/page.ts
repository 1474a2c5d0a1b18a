import { sql } from 'kysely'

/**
 * So many rows, at the end of a statement. Their number is part of its text: of one that it does not know PostgreSQL expects a
 * tenth of all rows, finds such a plan dear, and plans anew each time (`bench/planned-once.test.ts`). Where a page begins is
 * not, but for the first: as many texts would come as there are pages.
 */
export const rowsOfPage = ({ limit, offset = 0 }: { limit: number; offset?: number }) =>
  sql`limit ${sql.lit(limit)}${offset === 0 ? sql`` : sql` offset ${offset}`}`
