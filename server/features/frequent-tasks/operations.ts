import { v7 as newId } from 'uuid'
import { type FrequentTasks, tidyTasks } from '#contract/frequent-tasks.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import * as tasks from './sql.ts'

/** @throws AppError not_found: the member keeps none */
export const readTasks = ({ database }: Services, scope: Scope): Promise<FrequentTasks> =>
  inTeam(database, scope, (db) => record(db, scope))

/** @throws AppError frequent_tasks_exist: one record a member */
export const keepTasks = ({ database, now }: Services, scope: Scope, list: string): Promise<FrequentTasks> =>
  inTeam(database, scope, async (db) => {
    if (!(await tasks.insertTasks(db, scope, tidyTasks(list), newId(), now())))
      throw new AppError('frequent_tasks_exist')
    return record(db, scope)
  })

/** @throws AppError not_found */
export const changeTasks = ({ database, now }: Services, scope: Scope, list: string): Promise<FrequentTasks> =>
  inTeam(database, scope, async (db) => {
    await tasks.updateTasks(db, scope, tidyTasks(list), now())
    return record(db, scope)
  })

async function record(db: Db, scope: Scope): Promise<FrequentTasks> {
  const found = await tasks.selectTasks(db, scope)
  if (!found) throw new AppError('not_found')
  const named = found.task_list === '' ? [] : found.task_list.split('\n')
  return { ...found, usage: await tasks.selectUsage(db, scope, named) }
}
