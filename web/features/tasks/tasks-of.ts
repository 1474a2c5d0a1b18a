import type { FrequentTasks } from '#contract/frequent-tasks.ts'

/** The tasks of a record, in its order, each with how often it was planned where the server has counted. */
export function tasksOf({ task_list, usage = [] }: Pick<FrequentTasks, 'task_list'> & Partial<FrequentTasks>) {
  const counts = new Map(usage.map(({ task, count }) => [task, count]))
  const lines = task_list.split(/\r\n|\n|\r/u).filter((line) => line.trim() !== '')
  return lines.map((task) => ({ task, count: counts.get(task) }))
}
