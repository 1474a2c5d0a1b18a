import { linesOf } from '../../lib/lines.ts'

const breaks = /\r\n|[\n\r\u2028\u2029]/u

/** A line as it is compared: without the space and the mark around its words. */
const words = (line: string) => linesOf(line)[0] ?? ''

export const hasTask = (plan: string, task: string) => linesOf(plan).includes(words(task))

/** The task as a further line, unless it stands there already (specification 5, Frequent tasks). */
export function withTask(plan: string, task: string): string {
  if (hasTask(plan, task)) return plan
  return plan.trim() === '' ? task : `${plan.replace(/\s+$/u, '')}\n${task}`
}

/** Every line that is the task is taken out; all others stay as they were written. */
export const withoutTask = (plan: string, task: string): string =>
  plan
    .split(breaks)
    .filter((line) => words(line) !== words(task))
    .join('\n')
