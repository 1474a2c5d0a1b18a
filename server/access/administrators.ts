import { AppError } from '#server/errors.ts'
import type { Scope } from './scope.ts'

/** @throws AppError admins_only */
export function requireAdministrator({ isAdmin }: Pick<Scope, 'isAdmin'>): void {
  if (!isAdmin) throw new AppError('admins_only')
}
