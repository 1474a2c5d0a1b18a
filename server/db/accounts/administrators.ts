import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db } from '../database.ts'

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
