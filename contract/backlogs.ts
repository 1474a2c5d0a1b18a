import * as z from 'zod/mini'
import { uuid } from './fields.ts'
import type { Provider } from './providers.ts'

export const priorities = ['low', 'medium', 'high'] as const

/** The trackers with importable issues. */
export const sources = ['github', 'jira', 'backlog'] as const satisfies Provider[]
export type Source = (typeof sources)[number]

/**
 * An item of a member's backlog, imported from an issue tracker (S3.22). `reference`: its visible id (`#471`,
 * `HIN-212`), or '' if it has none.
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

/**
 * `POST /backlogs/{source}/issues/import`: the result as a sentence in the caller's language, and as numbers of issues.
 */
export const ImportResult = z.object({
  message: z.string(),
  imported: z.int(), // new issues
  updated: z.int(), // changed issues
  closed: z.int(), // issues that were closed or reassigned
})
export type ImportResult = z.infer<typeof ImportResult>

/**
 * The running import of issues from a tracker, or the last one.
 *
 * - `read`: the number of issues read so far.
 * - `total`: the approximate number of all issues, if known.
 * - `message`: the result in the caller's language, after the import has ended.
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

/**
 * `GET /backlogs/syncs`: when each of my trackers was last read. `failure`: why the reading failed, in the caller's
 * language.
 */
export const Sync = z.object({
  source: z.enum(sources),
  synced_at: z.string(),
  failure: z.nullable(z.string()),
})
export type Sync = z.infer<typeof Sync>
