import { asName } from '#contract/characters.ts'
import { limits } from '#contract/limits.ts'
import type { ReportText } from './report-text.ts'

/** An adapter for a service's incoming webhooks. Failures must not contain the URL, which is a secret. */
export type ChatWebhook = {
  /** The base URL of the service's webhooks, unless the operator's variable sets another. */
  home: string
  /** Whether a repeat with the same `id` is shown only once. */
  isRepeatable: boolean
  /**
   * Parses a webhook URL. Returns undefined unless the URL has exactly the service's format. `place` identifies the
   * channel until its name is known.
   * @param home the base URL of this deployment's webhooks
   */
  read: (home: string, typed: string) => { url: string; place: string } | undefined
  /** @returns the name of the channel, if the service returns it */
  postText: (url: string, message: { id: string; text: string }) => Promise<string | undefined>
  postReport: (url: string, message: { id: string; day: string; words: ReportText }) => Promise<unknown>
}

/**
 * Parses a URL below `home`, and returns its path from there. Returns undefined for other addresses, and for URLs with
 * more than a path and query.
 */
export function addressAt(home: string, typed: string): { url: URL; path: string } | undefined {
  if (!URL.canParse(typed)) return undefined
  const [url, base] = [new URL(typed), new URL(home)]
  if (url.origin !== base.origin || url.username || url.password || url.hash) return undefined
  const folder = base.pathname.replace(/\/$/u, '')
  return url.pathname.startsWith(`${folder}/`) ? { url, path: url.pathname.slice(folder.length) } : undefined
}

/** Returns a service's name for a channel, or undefined if it is invalid. */
export const nameOf = (said: unknown): string | undefined =>
  typeof said === 'string' ? asName(said, limits.name) || undefined : undefined
