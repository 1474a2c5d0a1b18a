import type { Subscription } from '#contract/holidays.ts'
import type { Language } from '#contract/languages.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'

type Team = Pick<Scope, 'teamId'>

export const selectSubscription = (db: Db, { teamId }: Team): Promise<Subscription | undefined> =>
  db
    .selectFrom('holiday_subscriptions')
    .where('team_id', '=', teamId)
    .select(['country', 'region', 'added_until'])
    .executeTakeFirst()

export const upsertSubscription = (db: Db, { teamId }: Team, subscription: Subscription) =>
  db
    .insertInto('holiday_subscriptions')
    .values({ team_id: teamId, ...subscription })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(subscription))
    .execute()

export const deleteSubscription = (db: Db, { teamId }: Team) =>
  db.deleteFrom('holiday_subscriptions').where('team_id', '=', teamId).execute()

export type Due = Team & Subscription & { language: Language }

/** Returns the subscriptions, in all teams, for which the holidays of the year have not been added yet. */
export const selectDue = (db: Db, year: number): Promise<Due[]> =>
  db
    .selectFrom('holiday_subscriptions as subscription')
    .innerJoin('teams', 'teams.id', 'subscription.team_id')
    .where('subscription.added_until', '<', year)
    .select((columns) => [
      'subscription.team_id as teamId',
      'subscription.country',
      'subscription.region',
      'subscription.added_until',
      columns.ref('teams.language').$castTo<Language>().as('language'),
    ])
    .execute()

/**
 * Marks the year as added. Returns false if the subscription changed, or another server has added the year. The row
 * stays locked until the transaction ends.
 */
export const claimYear = (db: Db, { teamId, country, region, added_until }: Due, year: number): Promise<boolean> =>
  hasRow(
    db
      .updateTable('holiday_subscriptions')
      .set({ added_until: year })
      .where('team_id', '=', teamId)
      .where('country', '=', country)
      .where('region', region === null ? 'is' : '=', region)
      .where('added_until', '=', added_until)
      .returning('team_id'),
  )
