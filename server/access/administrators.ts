import { AppError } from '#server/errors.ts'
import type { Scope } from './scope.ts'

/**
 * Stands before what only administrators of a team may do.
 * @throws AppError admins_only
 */
export function requireAdministrator({ isAdmin }: Pick<Scope, 'isAdmin'>): void {
  if (!isAdmin) throw new AppError('admins_only')
}
