import limitTo from 'p-limit'
import * as z from 'zod/mini'
import { ProviderFailure } from '#server/errors.ts'
import { call, tooLong } from '../call.ts'
import { type Issue, type OpenIssues, issuesAtMost, moment, openIssues, understood } from '../issue.ts'
import type { Site } from '../tracker-site.ts'

/** Who speaks to which space of Backlog. */
export type BacklogAccount = { site: Site; apiKey: string }

const pageSize = 100 // issues; the most that Backlog gives
const atOnce = 4 // questions at the same time
const projectsAtMost = 100 // whose own statuses are read
const closed = 4
const commonStatuses = [1, 2, 3, closed]

const Myself = z.object({ id: z.int() })
const Projects = z.array(z.object({ id: z.int(), archived: z.nullish(z.boolean()) }))
const Statuses = z.array(z.object({ id: z.int() }))
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

/** @returns the id of whose key it is. @throws ProviderFailure */
export async function confirmBacklog(account: BacklogAccount, signal: AbortSignal): Promise<number> {
  return (await ask(account, '/users/myself', Myself, [], signal)).id
}

/** @throws ProviderFailure */
export async function readBacklogIssues(account: BacklogAccount, signal: AbortSignal): Promise<OpenIssues> {
  const [person, own] = await Promise.all([confirmBacklog(account, signal), readOwnStatuses(account, signal)])
  const statuses = [...commonStatuses, ...own].filter((id) => id !== closed)
  const read = async (offset: number, count: number): Promise<Issue[]> => {
    const page = await ask(
      account,
      '/issues',
      Page,
      [
        ['assigneeId[]', person],
        ...statuses.map((id): [string, number] => ['statusId[]', id]),
        ['sort', 'updated'],
        ['order', 'desc'],
        ['offset', offset],
        ['count', count],
      ],
      signal,
    )
    return page.map((issue) => issueOf(account.site, issue))
  }
  const limit = limitTo(atOnce)
  const pages = [await readPart(read, 0, pageSize)]
  // Nobody says how many there are: several pages at once, until one is not full.
  while (pages.at(-1)!.length === pageSize && pages.length * pageSize < issuesAtMost) {
    const offsets = Array.from({ length: atOnce }, (_, index) => (pages.length + index) * pageSize)
    const wanted = offsets.filter((offset) => offset < issuesAtMost)
    const more = await Promise.all(wanted.map((offset) => limit(() => readPart(read, offset, pageSize))))
    pages.push(...more)
  }
  return openIssues(pages.flat(), pages.at(-1)!.length < pageSize)
}

/** A project may have statuses of its own between the common ones. */
async function readOwnStatuses(account: BacklogAccount, signal: AbortSignal): Promise<number[]> {
  const limit = limitTo(atOnce)
  const projects = await ask(account, '/projects', Projects, [['archived', 'false']], signal)
  const found = await Promise.all(
    projects
      .slice(0, projectsAtMost)
      .map(({ id }) => limit(() => ask(account, `/projects/${id}/statuses`, Statuses, [], signal))),
  )
  return [...new Set(found.flat().map(({ id }) => id))].filter((id) => !commonStatuses.includes(id))
}

/** An issue comes with its whole description: what is too long for one answer is read in smaller parts. */
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

async function ask<Schema extends z.core.$ZodType>(
  { site, apiKey }: BacklogAccount,
  path: string,
  schema: Schema,
  query: [string, string | number][],
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const url = new URL(`/api/v2${path}`, site.origin)
  for (const [name, value] of query) url.searchParams.append(name, String(value))
  const { body } = await call('Backlog', url, {
    headers: { 'backlog-api-key': apiKey },
    guarded: site.guarded,
    reasonFor: ({ body: answer }) => reasons.get(understoodCode(answer) ?? 0),
    signal,
  })
  return understood('Backlog', schema, body)
}

/** Backlog's own error codes, where the status says less. */
const reasons = new Map([
  [5, 'forbidden'],
  [6, 'absent'],
  [11, 'unauthorized'],
  [13, 'limited'],
] as const) as ReadonlyMap<number, 'forbidden' | 'absent' | 'unauthorized' | 'limited'>

const understoodCode = (answer: unknown): number | undefined =>
  z.safeParse(z.object({ errors: z.array(z.object({ code: z.int() })) }), answer).data?.errors[0]?.code

function issueOf(site: Site, issue: z.infer<typeof Page>[number]): Issue {
  return {
    key: `${site.host}/${issue.id}`,
    reference: issue.issueKey,
    title: issue.summary,
    type: issue.issueType?.name ?? '',
    url: `${site.origin}/view/${encodeURIComponent(issue.issueKey)}`,
    priority: ({ 2: 'high', 3: 'medium', 4: 'low' } as const)[issue.priority?.id as 2],
    updatedAt: issue.updated,
  }
}
