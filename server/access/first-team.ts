import { withEveryTeamTransaction } from '#server/db/database.ts'
import { selectFirstTeam } from '#server/db/accounts/first-team.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import type { Scope } from './scope.ts'

/**
 * Refuses every team except the first. Strangers may have created the other teams, also before the operator changed
 * SIGNUP.
 * @throws AppError first_team_only
 */
export async function requireFirstTeam(
  { database }: Pick<Services, 'database'>,
  { teamId }: Pick<Scope, 'teamId'>,
): Promise<void> {
  const first = await withEveryTeamTransaction(database, selectFirstTeam)
  if (first?.id !== teamId) throw new AppError('first_team_only')
}
