import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { selectMonths, type NoticeMonth } from './sql.ts'

export type { NoticeMonth } from './sql.ts'

/** Returns the months of a notification in their current state. */
export const monthsOfNotice = (
  { database }: Pick<Services, 'database'>,
  member: Pick<Scope, 'teamId' | 'userId'>,
  noticeId: string,
): Promise<NoticeMonth[]> => withTeamTransaction(database, member, (db) => selectMonths(db, member, noticeId))
