import { AppError } from '#server/errors.ts'
import type { Scope } from './scope.ts'

/**
 * @param author undefined if the record does not exist
 * @throws AppError not_found, not_yours
 */
export function requireAuthor({ userId }: Pick<Scope, 'userId'>, author: string | undefined): void {
  if (author === undefined) throw new AppError('not_found')
  if (author !== userId) throw new AppError('not_yours')
}
