import * as z from 'zod/mini'
import { isVisible } from './characters.ts'
import { text, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { lineMark } from './report-fields.ts'

/** `POST /frequent_tasks`: one task a line. */
export const FrequentTasksDraft = z.object({ task_list: text(limits.taskList) })
export type FrequentTasksDraft = z.infer<typeof FrequentTasksDraft>

/**
 * `PUT /frequent_tasks`. `replaces` is the list that the member has changed. The server refuses the change if it has
 * another list by now. Clients of older versions leave it out.
 */
export const FrequentTasksChange = z.extend(FrequentTasksDraft, { replaces: z.optional(text(limits.taskList)) })
export type FrequentTasksChange = z.infer<typeof FrequentTasksChange>

/** A member's record; `count` is in how many of the member's own reports the task stands as a line of today's plan. */
export const FrequentTasks = z.object({
  id: uuid,
  task_list: z.string(),
  usage: z.array(z.object({ task: z.string(), count: z.int() })),
})
export type FrequentTasks = z.infer<typeof FrequentTasks>

/**
 * Returns the list with one task a line. Drops lines that show nothing (S5.27), and repeated tasks whatever mark they
 * begin with. The other lines stay as they were written.
 */
export function tidyTasks(list: string): string {
  const tasks = new Map<string, string>()
  for (const line of list.split(/\r\n|\n|\r/u)) {
    const words = line.replace(lineMark, '').trim() || line.trim()
    if (isVisible(words) && !tasks.has(words)) tasks.set(words, line)
  }
  return [...tasks.values()].join('\n')
}
