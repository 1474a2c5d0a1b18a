import * as z from 'zod/mini'
import { ProviderFailure } from '#server/errors.ts'
import { tooLong } from '../call.ts'
import { doneAtMost, doneLately } from '../done.ts'
import { type Done, type Issue, type OpenIssues, type Reading, issuesAtMost, moment, openIssues } from '../issue.ts'
import type { Site } from '../tracker-site.ts'
import { ask, type BacklogAccount } from './ask.ts'
import { closed, commonStatuses, ownStatuses } from './statuses.ts'

const pageSize = 100 // issues; Backlog's maximum
/** Each status takes about twenty characters of the URL, and servers accept a few thousand. */
const statusesAtOnce = 100

const newestFirst: [string, string][] = [
  ['sort', 'updated'],
  ['order', 'desc'],
]

const Myself = z.object({ id: z.int() })
const Count = z.object({ count: z.int() })
const Page = z.array(
  z.object({
    id: z.int(),
    issueKey: z.string(),
    summary: z.string(),
    issueType: z.nullish(z.object({ name: z.string() })),
    priority: z.nullish(z.object({ id: z.int() })),
    updated: moment,
  }),
)

/** @returns the id of the key's owner. @throws ProviderFailure */
export async function confirmBacklog(account: BacklogAccount, signal: AbortSignal): Promise<number> {
  return (await ask(account, '/users/myself', Myself, [], signal)).id
}

/**
 * Reads all open issues each time: a list of changes (`updatedSince`) would not contain issues that were reassigned.
 * @throws ProviderFailure
 */
export async function readBacklogIssues(account: BacklogAccount, reading: Reading): Promise<OpenIssues> {
  const { signal } = reading
  const person = await confirmBacklog(account, signal)
  const { ids, skipped } = await ownStatuses(account, signal)
  const statuses = [...commonStatuses.filter((id) => id !== closed), ...ids]
  const parts: OpenIssues[] = []
  for (let at = 0; at < statuses.length; at += statusesAtOnce) {
    const before = parts.flatMap(({ issues }) => issues).length
    const tell: Reading['tell'] = (read, total) =>
      reading.tell(before + read, statuses.length > statusesAtOnce ? null : total)
    parts.push(await readWithStatuses(account, person, statuses.slice(at, at + statusesAtOnce), { signal, tell }))
  }
  return { ...together(parts), skipped }
}

/**
 * Merges the parts by update time. Drops issues older than the last one of an incomplete part, because that part may be
 * missing others of that age.
 */
function together(parts: OpenIssues[]): OpenIssues {
  const [first, ...others] = parts
  if (first && others.length === 0) return openIssues(first.issues, first.complete)
  const known = Math.max(0, ...parts.flatMap(({ issues, complete }) => (complete ? [] : [+issues.at(-1)!.updatedAt])))
  const issues = parts
    .flatMap((part) => part.issues)
    .filter(({ updatedAt }) => +updatedAt >= known)
    .toSorted((one, other) => +other.updatedAt - +one.updatedAt)
  return openIssues(
    issues,
    parts.every(({ complete }) => complete),
  )
}

async function readWithStatuses(
  account: BacklogAccount,
  person: number,
  statuses: number[],
  { signal, tell }: Reading,
): Promise<OpenIssues> {
  const which: [string, string | number][] = [
    ['assigneeId[]', person],
    ...statuses.map((id): [string, number] => ['statusId[]', id]),
  ]
  const query = (offset: number, count: number): [string, string | number][] => [
    ...which,
    ...newestFirst,
    ['offset', offset],
    ['count', count],
  ]
  const read = (offset: number, count: number) => ask(account, '/issues', Page, query(offset, count), signal)
  const issues: Issue[] = []
  let page: PageIssue[]
  let total: number | null = null
  do {
    page = await readPart(read, issues.length, pageSize)
    issues.push(...page.map((issue) => issueOf(account.site, issue)))
    if (page.length === pageSize) total ??= (await ask(account, '/issues/count', Count, which, signal)).count
    tell(issues.length, total && Math.min(total, issuesAtMost))
  } while (page.length === pageSize && issues.length < issuesAtMost)
  return { issues, complete: page.length < pageSize }
}

/** Reads the member's closed issues. Backlog's filter accepts only a day. @throws ProviderFailure */
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
  return {
    ...nameOf(site, issue),
    type: issue.issueType?.name ?? '',
    priority: ({ 2: 'high', 3: 'medium', 4: 'low' } as const)[issue.priority?.id as 2],
    updatedAt: issue.updated,
  }
}
