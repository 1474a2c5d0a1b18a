import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { selectMonths, type ToldMonth } from './sql.ts'

export type { ToldMonth } from './sql.ts'

/** Returns the months of a notification in their current state. */
export const monthsToTell = (
  { database }: Pick<Services, 'database'>,
  member: Pick<Scope, 'teamId' | 'userId'>,
  noticeId: string,
): Promise<ToldMonth[]> => withTeamTransaction(database, member, (db) => selectMonths(db, member, noticeId))
