import type { FrequentTasks } from '#contract/frequent-tasks.ts'
import { linesOf } from '../../lib/lines.ts'

/** The tasks of a record, in its order, each with how often it was planned where the server has counted. */
export function tasksOf({ task_list, usage = [] }: Pick<FrequentTasks, 'task_list'> & Partial<FrequentTasks>) {
  const counts = new Map(usage.map(({ task, count }) => [task, count]))
  const lines = task_list.split(/\r\n|\n|\r/u).filter((line) => line.trim() !== '')
  return lines.map((task) => ({ task, count: counts.get(task) }))
}

/** A line as it is compared: without the space and the mark around its words. */
const words = (line: string) => linesOf(line)[0] ?? ''

export const hasTask = (plan: string, task: string) => linesOf(plan).includes(words(task))

/** The task as a further line, unless it stands there already (S5.28). */
export function withTask(plan: string, task: string): string {
  if (hasTask(plan, task)) return plan
  return plan.trim() === '' ? task : `${plan.replace(/\s+$/u, '')}\n${task}`
}

/** Every line that is the task is taken out; all others stay as they were written. */
export const withoutTask = (plan: string, task: string): string =>
  plan
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .filter((line) => words(line) !== words(task))
    .join('\n')
