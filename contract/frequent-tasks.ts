import * as z from 'zod/mini'
import { isVisible } from './characters.ts'
import { text, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { lineMark } from './report-fields.ts'

/** `GET /frequent_tasks`. With `allow_none`, a member without a list gets 204 instead of 404. */
export const FrequentTasksQuery = z.object({ allow_none: z.optional(z.enum(['true', 'false', ''])) })

/** `POST /frequent_tasks`: one task per line. */
export const FrequentTasksDraft = z.object({ task_list: text(limits.taskList) })
export type FrequentTasksDraft = z.infer<typeof FrequentTasksDraft>

/**
 * `PUT /frequent_tasks`. `replaces`: the list that the member edited. Refused if the stored list has changed since.
 * Older clients omit it.
 */
export const FrequentTasksChange = z.extend(FrequentTasksDraft, { replaces: z.optional(text(limits.taskList)) })
export type FrequentTasksChange = z.infer<typeof FrequentTasksChange>

/** A member's tasks. `count`: the number of the member's own reports with the task as a line of the plan. */
export const FrequentTasks = z.object({
  id: uuid,
  task_list: z.string(),
  usage: z.array(z.object({ task: z.string(), count: z.int() })),
})
export type FrequentTasks = z.infer<typeof FrequentTasks>

/**
 * Returns the list with one task per line. Removes lines without a visible character (S5.27), and repeated tasks
 * regardless of their bullets. Keeps all other lines unchanged.
 */
export function tidyTasks(list: string): string {
  const tasks = new Map<string, string>()
  for (const line of list.split(/\r\n|\n|\r/u)) {
    const words = line.replace(lineMark, '').trim() || line.trim()
    if (isVisible(words) && !tasks.has(words)) tasks.set(words, line)
  }
  return [...tasks.values()].join('\n')
}
