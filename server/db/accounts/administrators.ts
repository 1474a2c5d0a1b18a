import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db } from '../database.ts'
import { hasRow } from '../fragments/has-row.ts'
import { hasAccess } from './access-pause.ts'

/** Returns the active administrators, the recipients of emails about their team. `language` is the team's. */
export const selectAdministrators = (db: Db, { teamId }: { teamId: string }) =>
  db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .where('users.team_id', '=', teamId)
    .where('teams.id', '=', teamId)
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .select(['users.id', 'email', 'display_name', 'settings'])
    .select((columns) => columns.ref('teams.language').$castTo<Language>().as('language'))
    .select(sql<boolean>`email_proven_at is not null`.as('isProven'))
    .execute()

/**
 * The condition that another member is an administrator with access (N1.01). A paused administrator does not count:
 * they cannot appoint anybody, and if the company's provider refuses them, their access stays paused.
 */
export const hasOtherAdministrator = (member: { teamId: string; userId: string }) => sql<boolean>`exists (
  select from users m
  where m.team_id = ${member.teamId} and m.id <> ${member.userId} and m.is_admin and ${hasAccess('m')})`

/** Returns whether members have access, and none of them is an administrator. */
export const selectLacksAdministrator = (db: Db, { teamId }: { teamId: string }): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('users')
      .where('team_id', '=', teamId)
      .where(hasAccess())
      .having(sql<boolean>`not bool_or(is_admin)`)
      .select(sql`1`.as('lacks')),
  )
