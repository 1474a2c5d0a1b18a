import type { Scope } from '#server/access/scope.ts'
import { inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import * as reads from './sql.ts'

/** As it is now: an edit afterwards shows it as changed. @throws AppError not_found */
export const markRead = ({ database, now }: Services, scope: Scope, id: string): Promise<void> =>
  inTeam(database, scope, async (db) => {
    if (!(await reads.insertRead(db, scope, id, now()))) throw new AppError('not_found')
  })

/** @throws AppError not_found */
export const markUnread = ({ database }: Services, scope: Scope, id: string): Promise<void> =>
  inTeam(database, scope, async (db) => {
    if (!(await reads.deleteRead(db, scope, id))) throw new AppError('not_found')
  })

export const markDayRead = ({ database, now }: Services, scope: Scope, date: string): Promise<unknown> =>
  inTeam(database, scope, (db) => reads.insertReadsOfDay(db, scope, date, now()))
