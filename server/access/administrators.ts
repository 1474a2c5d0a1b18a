import { selectLacksAdministrator } from '#server/db/accounts/administrators.ts'
import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Scope } from './scope.ts'

/** @throws AppError admins_only */
export function requireAdministrator({ isAdmin }: Pick<Scope, 'isAdmin'>): void {
  if (!isAdmin) throw new AppError('admins_only')
}

/**
 * Checks that at least one member with access is an administrator, unless no member has access (N1.01). Must run after
 * the change that removed an administrator, in the same transaction: the trigger `keep_an_administrator` takes a lock,
 * so that such changes run one after another.
 * @throws AppError last_admin
 */
export async function requireAdministratorLeft(db: Db, team: Pick<Scope, 'teamId'>): Promise<void> {
  if (await selectLacksAdministrator(db, team)) throw new AppError('last_admin')
}
