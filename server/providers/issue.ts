import * as z from 'zod/mini'
import type { BacklogItem } from '#contract/backlogs.ts'
import type { DoneKind } from '#contract/prefill.ts'
import { ProviderFailure } from '#server/errors.ts'

/** The fields that every issue has. The texts are unsafe until `cleanTexts` has cleaned them. */
type Named = {
  /** The tracker's own id, which never changes. Includes the host if the tracker has many. */
  key: string
  /** The visible id, such as #471 or HIN-212. */
  reference: string
  title: string
  url: string | null
}

export type Issue = Named & {
  type: string
  /** Undefined if the issue has no known priority. */
  priority: BacklogItem['priority'] | undefined
  updatedAt: Date
  /** The repository, if each repository has its own issue numbers. */
  repository?: string | undefined
}

/**
 * Something that the member has completed.
 * @property status the status at the tracker; equal in two readings if the issue was not moved between them
 */
export type Done = Named & { kind: DoneKind; status: string; doneAt: Date }

/** One step of reading the open issues of an account, in the order of the tracker, the last updated first. */
export type IssuePage = {
  issues: Issue[]
  /** Where the next step begins: JSON that only its provider reads. Null if this was the last one. */
  next: unknown
  /** The approximate number of issues. Undefined if this step does not report it. */
  total?: number | undefined
  /** Issues that were last updated before this time may not have been read. Undefined if all issues were read. */
  knownSince?: Date | undefined
  /** The names of projects that the account may not read. */
  skipped?: string[]
}

/** The most issues that are stored per account. */
export const issuesAtMost = 20_000

const titleLongest = 500 // characters
export const wordLongest = 100 // characters

/** Cleans the texts for storage and display: one line each. An empty title becomes the reference. */
export function cleanTexts<One extends Named>(one: One): One {
  const reference = oneLine(one.reference, wordLongest)
  return {
    ...one,
    reference,
    title: oneLine(one.title, titleLongest) || reference,
    url: one.url !== null && isLink(one.url) ? one.url : null,
  }
}

export const cleanIssue = (issue: Issue): Issue => ({
  ...cleanTexts(issue),
  type: oneLine(issue.type, wordLongest) || 'issue',
})

export function oneLine(text: string, longest: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  if (line.length <= longest) return line
  // Removes half of a surrogate pair.
  return `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`
}

/** Returns whether the URL is safe as a link. */
const isLink = (text: string): boolean => URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol)

/** @throws ProviderFailure invalid_response: the response does not match the schema */
export function parseResponse<Schema extends z.core.$ZodType>(
  provider: string,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const result = z.safeParse(schema, body)
  // Zod's path names the field, but not its value.
  if (!result.success)
    throw new ProviderFailure(provider, 'invalid_response', { cause: result.error.issues[0]?.path.join('.') })
  return result.data
}

/** A timestamp in a tracker's format. */
export const moment = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((written, context) => {
    const date = new Date(written)
    if (Number.isNaN(date.getTime())) context.issues.push({ code: 'custom', input: written, message: 'no moment' })
    return date
  }),
)
