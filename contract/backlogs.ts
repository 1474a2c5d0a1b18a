import * as z from 'zod/mini'
import { uuid } from './fields.ts'
import type { Provider } from './providers.ts'

export const priorities = ['low', 'medium', 'high'] as const

/** The trackers whose issues can be imported. */
export const sources = ['github', 'jira', 'backlog'] as const satisfies Provider[]
export type Source = (typeof sources)[number]

/**
 * An item of a member's backlog, imported from an issue tracker (S3.22). `reference` is what people call it
 * (`#471`, `HIN-212`), empty where the tracker has none.
 */
export const BacklogItem = z.object({
  id: z.int(),
  backlog: z.string(),
  source: z.enum(sources),
  source_type: z.string(),
  user_id: uuid,
  reference: z.string(),
  url: z.nullable(z.string()),
  priority: z.enum(priorities),
  updated_at: z.string(),
})
export type BacklogItem = z.infer<typeof BacklogItem>

/** `POST /backlogs/{source}/issues/import`: what came of it, in the caller's words and in numbers of issues. */
export const ImportResult = z.object({
  message: z.string(),
  imported: z.int(), // that were not there
  updated: z.int(), // that say something else than before
  closed: z.int(), // that are done or somebody else's by now
})
export type ImportResult = z.infer<typeof ImportResult>

/**
 * An import of issues that goes on, or the last one of its tracker: how many it has read, of about how many where the tracker says that,
 * and what came of it. `message` says that in the caller's words, once it is over.
 */
export const IssueImport = z.object({
  id: uuid,
  source: z.enum(sources),
  state: z.enum(['going_on', 'done', 'failed']),
  read: z.int(),
  total: z.nullable(z.int()),
  imported: z.int(),
  updated: z.int(),
  closed: z.int(),
  message: z.nullable(z.string()),
})
export type IssueImport = z.infer<typeof IssueImport>

/** `GET /backlogs/syncs`: when each of my trackers was last read; `failure` says in words why that went wrong. */
export const Sync = z.object({
  source: z.enum(sources),
  synced_at: z.string(),
  failure: z.nullable(z.string()),
})
export type Sync = z.infer<typeof Sync>
