import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Ends open sessions, and deletes their push subscriptions: a device that is signed out gets no push messages. Must be
 * used for every session that a person ends.
 * @param chosen returns the condition for the sessions, given the name of the column with their id. The condition may
 * use `user_id`, which both tables have
 */
export const endSessionsWhere = (
  db: Db,
  teamId: string,
  chosen: (id: RawBuilder<string>) => RawBuilder<unknown>,
  now: Date,
) =>
  Promise.all([
    sql`
      update sessions set ended_at = ${now}
      where team_id = ${teamId} and ${chosen(sql`id`)} and ended_at is null`.execute(db),
    sql`delete from push_subscriptions where team_id = ${teamId} and ${chosen(sql`session_id`)}`.execute(db),
  ])
