import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { markReportsRead } from '#server/features/notifications/inbox/operations.ts'
import * as reads from './sql.ts'

/**
 * Marks the current version of a report as read, and with it the report's mentions of the caller. After a later edit
 * the report shows as changed.
 * @throws AppError not_found
 */
export const markRead = ({ database, now }: Services, scope: Scope, id: string): Promise<void> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    if (!(await reads.insertRead(db, scope, id, now()))) throw new AppError('not_found')
    await markReportsRead(db, scope, { id }, now())
  })

/** @throws AppError not_found */
export const markUnread = ({ database }: Services, scope: Scope, id: string): Promise<void> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    if (!(await reads.deleteRead(db, scope, id))) throw new AppError('not_found')
  })

export const markDayRead = ({ database, now }: Services, scope: Scope, date: string): Promise<unknown> =>
  withTeamTransaction(database, answering(scope), (db) =>
    Promise.all([reads.insertReadsOfDay(db, scope, date, now()), markReportsRead(db, scope, { date }, now())]),
  )
