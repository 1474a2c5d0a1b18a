import { AppError } from '#server/errors.ts'
import type { Scope } from './scope.ts'

/**
 * Throws unless the caller is an administrator of the team.
 * @throws AppError admins_only
 */
export function requireAdministrator({ isAdmin }: Pick<Scope, 'isAdmin'>): void {
  if (!isAdmin) throw new AppError('admins_only')
}
