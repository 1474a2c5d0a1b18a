import { sql } from 'kysely'

/**
 * Returns the LIMIT and OFFSET of a statement. The limit is a literal: for a parameter, PostgreSQL would expect a tenth
 * of all rows, find the generic plan expensive, and plan each time (`bench/planned-once.test.ts`). The offset is a
 * parameter except on the first page: a literal would create one statement per page.
 */
export const rowsOfPage = ({ limit, offset = 0 }: { limit: number; offset?: number }) =>
  sql`limit ${sql.lit(limit)}${offset === 0 ? sql`` : sql` offset ${offset}`}`
