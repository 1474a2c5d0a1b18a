import type { MonthMembers } from '#contract/months.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { selectMembers } from './sql.ts'

/** @throws AppError admins_only */
export async function readMembers({ database, now }: Services, scope: Scope, month: string): Promise<MonthMembers> {
  requireAdministrator(scope)
  return { members: await withTeamTransaction(database, scope, (db) => selectMembers(db, scope, month, now())) }
}
