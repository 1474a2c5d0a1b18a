import * as z from 'zod/mini'
import { text } from './fields.ts'
import { limits } from './limits.ts'

/** `POST` and `PUT /frequent_tasks`: one task a line. */
export const FrequentTasksDraft = z.object({ task_list: text(limits.taskList) })
export type FrequentTasksDraft = z.infer<typeof FrequentTasksDraft>

/** A member's record; `count` is in how many of the member's own reports the task stands as a line of today's plan. */
export const FrequentTasks = z.object({
  id: z.uuid(),
  task_list: z.string(),
  usage: z.array(z.object({ task: z.string(), count: z.int() })),
})
export type FrequentTasks = z.infer<typeof FrequentTasks>
