import * as z from 'zod/mini'

export const priorities = ['low', 'medium', 'high'] as const

/**
 * An item of a member's backlog, imported from an issue tracker (specification 3). `reference` is what people call it
 * (`#471`, `HIN-212`), empty where the tracker has none.
 */
export const BacklogItem = z.object({
  id: z.int(),
  backlog: z.string(),
  source: z.enum(['github', 'jira', 'backlog']),
  source_type: z.string(),
  user_id: z.uuid(),
  reference: z.string(),
  url: z.nullable(z.string()),
  priority: z.enum(priorities),
  updated_at: z.string(),
})
export type BacklogItem = z.infer<typeof BacklogItem>
