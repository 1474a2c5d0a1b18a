import { v7 as newId } from 'uuid'
import { type FrequentTasks, type FrequentTasksChange, tidyTasks } from '#contract/frequent-tasks.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import * as tasks from './sql.ts'

/** Returns the member's list, or undefined if there is none. */
export const readTasks = ({ database }: Services, scope: Scope): Promise<FrequentTasks | undefined> =>
  withTeamTransaction(database, scope, (db) => record(db, scope))

/** Creates the member's list. @throws AppError frequent_tasks_exist: a member has at most one list */
export const saveTasks = ({ database, now }: Services, scope: Scope, list: string): Promise<FrequentTasks> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    if (!(await tasks.insertTasks(db, scope, tidyTasks(list), newId(), now())))
      throw new AppError('frequent_tasks_exist')
    return (await record(db, scope))!
  })

/**
 * Changes the member's list.
 * @throws AppError not_found, tasks_changed: the stored list differs from the one that the member changed
 */
export const changeTasks = (
  { database, now }: Services,
  scope: Scope,
  { task_list, replaces }: FrequentTasksChange,
): Promise<FrequentTasks> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    const isChanged = await tasks.updateTasks(db, scope, tidyTasks(task_list), replaces, now())
    const changed = await record(db, scope)
    if (!changed) throw new AppError('not_found')
    if (!isChanged) throw new AppError('tasks_changed')
    return changed
  })

async function record(db: Db, scope: Scope): Promise<FrequentTasks | undefined> {
  const found = await tasks.selectTasks(db, scope)
  if (!found) return undefined
  const named = found.task_list === '' ? [] : found.task_list.split('\n')
  return { ...found, usage: await tasks.selectUsage(db, scope, named) }
}
