import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the comment can be read: neither it nor its insight is deleted. Comments of a deleted report are not in the
 * table (decision 60).
 * @param comment the name of its row in the statement
 */
export const isVisible = (comment: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${comment}.deleted_at`)} is null and ${sql.ref(`${comment}.deleted_insight_id`)} is null`
