import * as z from 'zod/mini'
import { list, text } from '#contract/fields.ts'
import { ProviderFailure } from '#server/errors.ts'
import { tooLong } from '../call.ts'
import { doneAtMost, doneLately } from '../done.ts'
import { type Done, type Issue, type IssuePage, issuesAtMost, moment, cleanIssue, wordLongest } from '../issue.ts'
import type { Site } from '../tracker-site.ts'
import { ask, type BacklogAccount } from './ask.ts'
import { closed, commonStatuses, OwnStatuses, readOwnStatuses } from './statuses.ts'

const pageSize = 100 // issues; Backlog's maximum
/** Each status takes about twenty characters of the URL, and servers accept a few thousand. */
const statusesAtOnce = 100

const newestFirst: [string, string][] = [
  ['sort', 'updated'],
  ['order', 'desc'],
]

const Myself = z.object({ id: z.int() })
const Count = z.object({ count: z.int() })
const Page = list(
  z.array(
    z.object({
      id: z.int(),
      issueKey: text(wordLongest),
      summary: z.string(),
      issueType: z.nullish(z.object({ name: z.string() })),
      priority: z.nullish(z.object({ id: z.int() })),
      updated: moment,
    }),
  ),
  pageSize,
)

/** @returns the id of the key's owner. @throws ProviderFailure */
export async function confirmBacklog(account: BacklogAccount, signal: AbortSignal): Promise<number> {
  return (await ask(account, '/users/myself', Myself, [], signal)).id
}

/**
 * The position of the next step. The step reads statuses while `own` is set, then issues with `statuses` from `offset`
 * on, then issues with the `others`.
 */
const Cursor = z.object({
  person: z.int(),
  own: z.optional(OwnStatuses),
  statuses: z.array(z.int()),
  others: z.array(z.int()),
  offset: z.int(),
})
type Cursor = z.infer<typeof Cursor>

/**
 * Reads all open issues each time: a list of changes (`updatedSince`) would not contain issues that were reassigned.
 * @throws ProviderFailure
 */
export async function readBacklogPage(
  account: BacklogAccount,
  cursor: unknown,
  signal: AbortSignal,
): Promise<IssuePage> {
  const before = cursor === null ? undefined : z.parse(Cursor, cursor)
  if (before && !before.own) return readIssues(account, before, signal)
  const person = before?.person ?? (await confirmBacklog(account, signal))
  const own = await readOwnStatuses(account, before?.own, signal)
  if (own.left.length > 0) return { issues: [], next: { person, own, statuses: [], others: [], offset: 0 } }
  const all = [...commonStatuses.filter((id) => id !== closed), ...own.ids]
  const isCounted = all.length <= statusesAtOnce
  const page = await readIssues(account, { person, ...partOf(all), offset: 0 }, signal, isCounted)
  return { ...page, skipped: [...own.refused, ...own.beyond] }
}

const partOf = (statuses: number[]) => ({
  statuses: statuses.slice(0, statusesAtOnce),
  others: statuses.slice(statusesAtOnce),
})

async function readIssues(
  account: BacklogAccount,
  { person, statuses, others, offset }: Cursor,
  signal: AbortSignal,
  isCounted = false,
): Promise<IssuePage> {
  const which: [string, string | number][] = [
    ['assigneeId[]', person],
    ...statuses.map((id): [string, number] => ['statusId[]', id]),
  ]
  const query = (from: number, count: number): [string, string | number][] => [
    ...which,
    ...newestFirst,
    ['offset', from],
    ['count', count],
  ]
  const read = (from: number, count: number) => ask(account, '/issues', Page, query(from, count), signal)
  const page = await readPart(read, offset, pageSize)
  const issues = page.map((issue) => issueOf(account.site, issue))
  const hasMore = page.length === pageSize
  const counted = hasMore && isCounted ? await ask(account, '/issues/count', Count, which, signal) : undefined
  const total = counted && Math.min(counted.count, issuesAtMost)
  if (hasMore && offset + pageSize < issuesAtMost)
    return { issues, next: { person, statuses, others, offset: offset + pageSize }, total }
  return {
    issues,
    next: others.length > 0 ? { person, ...partOf(others), offset: 0 } : null,
    knownSince: hasMore ? issues.at(-1)?.updatedAt : undefined,
  }
}

/** Reads the member's closed issues. Backlog's filter accepts a day, but no time of day. @throws ProviderFailure */
export async function readBacklogDone(account: BacklogAccount, since: Date, signal: AbortSignal): Promise<Done[]> {
  const query = (person: number, offset: number, count: number): [string, string | number][] => [
    ['assigneeId[]', person],
    ['statusId[]', closed],
    ['updatedSince', since.toISOString().slice(0, 10)],
    ...newestFirst,
    ['offset', offset],
    ['count', count],
  ]
  const person = await confirmBacklog(account, signal)
  const issues = await readPart(
    (offset, count) => ask(account, '/issues', Page, query(person, offset, count), signal),
    0,
    doneAtMost,
  )
  return doneLately(
    issues.flatMap((issue) =>
      issue.updated >= since
        ? [{ ...nameOf(account.site, issue), kind: 'closed' as const, status: '', doneAt: issue.updated }]
        : [],
    ),
  )
}

/** Reads a page, and splits it if the response is too long, because issues include their whole description. */
async function readPart<Item>(
  read: (offset: number, count: number) => Promise<Item[]>,
  offset: number,
  count: number,
): Promise<Item[]> {
  try {
    return await read(offset, count)
  } catch (error) {
    const canBeSmaller = error instanceof ProviderFailure && error.cause === tooLong && count >= 4
    if (!canBeSmaller) throw error
    const part = count / 5
    const items: Item[] = []
    for (let at = 0; at < count; at += part) items.push(...(await readPart(read, offset + at, part)))
    return items
  }
}

type PageIssue = z.infer<typeof Page>[number]

const nameOf = (site: Site, issue: PageIssue) => ({
  key: `${site.host}/${issue.id}`,
  reference: issue.issueKey,
  title: issue.summary,
  url: `${site.origin}/view/${encodeURIComponent(issue.issueKey)}`,
})

function issueOf(site: Site, issue: PageIssue): Issue {
  return cleanIssue({
    ...nameOf(site, issue),
    type: issue.issueType?.name ?? '',
    priority: ({ 2: 'high', 3: 'medium', 4: 'low' } as const)[issue.priority?.id as 2],
    updatedAt: issue.updated,
  })
}
