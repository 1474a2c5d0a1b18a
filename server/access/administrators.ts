import { selectLacksAdministrator } from '#server/db/accounts/administrators.ts'
import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Scope } from './scope.ts'

/** @throws AppError admins_only */
export function requireAdministrator({ isAdmin }: Pick<Scope, 'isAdmin'>): void {
  if (!isAdmin) throw new AppError('admins_only')
}

/**
 * Checks that members with access still have an administrator with access (N1.01). Must run in the transaction that ended
 * an administrator's right, after the change: the lock of the trigger `keep_an_administrator` serialises such changes.
 * @throws AppError last_admin
 */
export async function requireAdministratorLeft(db: Db, team: Pick<Scope, 'teamId'>): Promise<void> {
  if (await selectLacksAdministrator(db, team)) throw new AppError('last_admin')
}
