import { type RawBuilder, sql } from 'kysely'

/**
 * Returns until when the server sends nothing to a failing receiver: half as long as the receiver has been failing, at
 * most a quarter of an hour after the last attempt (decision 74). An attempt at a receiver that never answers takes
 * capacity from other messages. Null if the last attempt succeeded.
 * @param row the alias of a row with `failing_since` and `failed_at`
 */
export const backOffUntil = (row: string): RawBuilder<Date | null> => {
  const [failedAt, failingSince] = [sql.ref(`${row}.failed_at`), sql.ref(`${row}.failing_since`)]
  return sql`(${failedAt} + least((${failedAt} - ${failingSince}) / 2, interval '15 minutes'))`
}
