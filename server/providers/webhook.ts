import { asName } from '#contract/characters.ts'
import { limits } from '#contract/limits.ts'
import type { Variable } from '#server/variables.ts'
import type { ReportWords } from './report-words.ts'

/** How one service takes what is posted to an address of its own. No failure names that address: it is a secret. */
export type Webhook = {
  /** Where its webhooks are, unless the operator's variable says otherwise. */
  home: string
  variable: Variable
  /** Whether what is posted again with the same `id` appears once. */
  isRepeatable: boolean
  /**
   * The address, exactly as the service gives it out, and what it is known by until it has a name; undefined for anything
   * else.
   * @param home where the webhooks of this deployment are
   */
  read: (home: string, typed: string) => { url: string; place: string } | undefined
  /** @returns what the place is called, where the service says it */
  postText: (url: string, message: { id: string; text: string }) => Promise<string | undefined>
  postReport: (url: string, message: { id: string; day: string; words: ReportWords }) => Promise<unknown>
}

/** An address at `home`, and its path from there; undefined for one that is elsewhere or has more than path and query. */
export function addressAt(home: string, typed: string): { url: URL; path: string } | undefined {
  if (!URL.canParse(typed)) return undefined
  const [url, base] = [new URL(typed), new URL(home)]
  if (url.origin !== base.origin || url.username || url.password || url.hash) return undefined
  const folder = base.pathname.replace(/\/$/u, '')
  return url.pathname.startsWith(`${folder}/`) ? { url, path: url.pathname.slice(folder.length) } : undefined
}

/** Returns what a service calls a place, undefined if it is no name. */
export const nameOf = (said: unknown): string | undefined =>
  typeof said === 'string' ? asName(said, limits.name) || undefined : undefined
