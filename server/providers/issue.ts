import * as z from 'zod/mini'
import type { BacklogItem } from '#contract/backlogs.ts'
import type { DoneKind } from '#contract/beginning.ts'
import { ProviderFailure } from '#server/errors.ts'

/** What a tracker calls an issue; its texts are its own until `tidied` has made them what can be stored and shown. */
type Named = {
  /** The tracker's own id, which never changes; with the tracker's host where there are many of them. */
  key: string
  /** What people call it: #471, HIN-212. */
  reference: string
  title: string
  url: string | null
}

export type Issue = Named & {
  type: string
  /** Undefined where the tracker gives it none that we know. */
  priority: BacklogItem['priority'] | undefined
  updatedAt: Date
}

/** Something that its member has done. @property status see migration 0026; the same in two readings: nothing was done between them */
export type Done = Named & { kind: DoneKind; status: string; doneAt: Date }

/**
 * The open issues of an account, the newest first.
 * @property complete whether these are all of them
 * @property skipped projects by name that the account may not read, where the tracker says no for each of its own
 */
export type OpenIssues = { issues: Issue[]; complete: boolean; skipped?: string[] }

/** So many are read of one account. */
export const issuesAtMost = 20_000

/**
 * One reading of an account.
 * @property signal ends it
 * @property tell how many issues are read by now, and of about how many where the tracker says that
 */
export type Reading = { signal: AbortSignal; tell: (read: number, total: number | null) => void }

/** One of each, and no more than are read: while pages are read, an issue may move from one to the next. */
export function openIssues(issues: Issue[], complete: boolean): OpenIssues {
  const unique = [...new Map(issues.toReversed().map((issue) => [issue.key, issue])).values()].toReversed()
  return { issues: unique.slice(0, issuesAtMost).map(tidiedIssue), complete: complete && unique.length <= issuesAtMost }
}

const titleLongest = 500 // characters
export const wordLongest = 100 // characters

/** Texts as they can be stored and shown: one line each, the reference for a title of which nothing is left. */
export function tidied<One extends Named>(one: One): One {
  const reference = oneLine(one.reference, wordLongest)
  return {
    ...one,
    reference,
    title: oneLine(one.title, titleLongest) || reference,
    url: one.url !== null && isLink(one.url) ? one.url : null,
  }
}

const tidiedIssue = (issue: Issue): Issue => ({ ...tidied(issue), type: oneLine(issue.type, wordLongest) || 'issue' })

export function oneLine(text: string, longest: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  if (line.length <= longest) return line
  // Half of a pair is no character.
  return `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`
}

/** An address that can stand in a page. */
const isLink = (text: string): boolean => URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol)

/** @throws ProviderFailure broken: it does not look as its makers say */
export function understood<Schema extends z.core.$ZodType>(
  provider: string,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const result = z.safeParse(schema, body)
  // The issues name places in the answer, nothing of what stands there.
  if (!result.success) throw new ProviderFailure(provider, 'broken', { cause: result.error.issues[0]?.path.join('.') })
  return result.data
}

/** A moment as a tracker writes it. */
export const moment = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((written, context) => {
    const date = new Date(written)
    if (Number.isNaN(date.getTime())) context.issues.push({ code: 'custom', input: written, message: 'no moment' })
    return date
  }),
)
