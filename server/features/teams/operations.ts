import type { Team, TeamChange } from '#contract/users.ts'
import type { Scope } from '#server/access/scope.ts'
import { inTeam } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import * as teams from './sql.ts'

/** Any member may change it: nothing but being signed in is distinguished (specification 6). */
export const changeTeam = ({ database }: Services, scope: Scope, change: TeamChange): Promise<Team> =>
  inTeam(database, scope, (db) => teams.updateTeam(db, scope, change))
