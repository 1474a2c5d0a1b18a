import type { FrequentTasks } from '#contract/frequent-tasks.ts'

/** Returns the tasks of a list in order, each with its number of uses if the server has counted them. */
export function tasksOf({ task_list, usage = [] }: Pick<FrequentTasks, 'task_list'> & Partial<FrequentTasks>) {
  const counts = new Map(usage.map(({ task, count }) => [task, count]))
  const lines = task_list.split(/\r\n|\n|\r/u).filter((line) => line.trim() !== '')
  return lines.map((task) => ({ task, count: counts.get(task) }))
}
