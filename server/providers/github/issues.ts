import { createHash } from 'node:crypto'
import limitTo from 'p-limit'
import * as z from 'zod/mini'
import type { FailureReason } from '#contract/errors.ts'
import { type Answer, call } from '../call.ts'
import { doneLately } from '../done.ts'
import { type Done, type Issue, type OpenIssues, issuesAtMost, moment, openIssues, understood } from '../issue.ts'

const pageSize = 100 // issues; the most that GitHub gives
const pagesAtMost = issuesAtMost / pageSize
const atOnce = 5 // questions at the same time
/** An issue comes with its whole text and its repository. GitHub's address is the operator's choice, no member's. */
const largest = 16 * 1_024 * 1_024 // bytes of a page

const Page = z.array(
  z.object({
    id: z.int(),
    number: z.int(),
    title: z.string(),
    html_url: z.string(),
    repository: z.nullish(z.object({ full_name: z.string() })),
    updated_at: moment,
    closed_at: z.nullish(moment),
    state_reason: z.nullish(z.string()),
    pull_request: z.optional(z.object({ merged_at: z.nullish(moment) })),
  }),
)
type PageIssue = z.infer<typeof Page>[number]

type GitHubAccount = { apiUrl: string; accessToken: string }

type ReadPage = { issues: PageIssue[]; links: ReturnType<typeof linksOf> }

/** Pages as they were last read, the longest unasked first: an answer of 'not modified' costs nothing of GitHub's limit. */
const pagesRead = new Map<string, ReadPage & { etag: string }>()
const pagesKept = 200 // of 100 issues, reduced to what is read of them: a few megabytes

async function readPage(url: URL, accessToken: string, signal: AbortSignal): Promise<ReadPage> {
  const key = createHash('sha256').update(`${accessToken} ${url.href}`).digest('base64')
  const before = pagesRead.get(key)
  const { status, body, headers } = await call('GitHub', url, {
    headers: {
      authorization: `Bearer ${accessToken}`,
      'x-github-api-version': '2022-11-28',
      ...(before ? { 'if-none-match': before.etag } : {}),
    },
    guarded: false,
    conditional: before !== undefined,
    largest,
    reasonFor,
    signal,
  })
  const page =
    before && status === 304 ? before : { issues: understood('GitHub', Page, body), links: linksOf(headers.link, url) }
  const etag = headers.etag ?? before?.etag
  pagesRead.delete(key)
  if (etag) pagesRead.set(key, { ...page, etag })
  for (const oldest of pagesRead.keys()) {
    if (pagesRead.size <= pagesKept) break
    pagesRead.delete(oldest)
  }
  return page
}

/** @param which of them; those that were updated last stand first */
function addressOf(apiUrl: string, which: Record<string, string>): URL {
  const url = new URL(`${apiUrl}/issues`)
  url.search = String(new URLSearchParams({ ...which, sort: 'updated', direction: 'desc', per_page: String(pageSize) }))
  return url
}

/**
 * The open issues and pull requests that are assigned to whoever granted the token.
 * @throws ProviderFailure
 */
export async function readGitHubIssues(
  { apiUrl, accessToken }: GitHubAccount,
  signal: AbortSignal,
): Promise<OpenIssues> {
  const read = (url: URL) => readPage(url, accessToken, signal)
  const pages = [await read(addressOf(apiUrl, { filter: 'assigned', state: 'open' }))]
  const last = Number(pages[0]!.links.last?.searchParams.get('page'))
  // The last page is known from the first: those between are read at the same time.
  if (last > 1) {
    const limit = limitTo(atOnce)
    const numbers = Array.from({ length: Math.min(last, pagesAtMost) - 1 }, (_, index) => index + 2)
    const addresses = numbers.map((page) => withPage(pages[0]!.links.last!, page))
    pages.push(...(await Promise.all(addresses.map((url) => limit(() => read(url))))))
  }
  // Otherwise, or where there are more meanwhile, each names the next.
  while (pages.at(-1)!.links.next && pages.length < pagesAtMost) pages.push(await read(pages.at(-1)!.links.next!))
  const issues = pages.flatMap((page) => page.issues)
  const nameOf = namesOf(issues)
  return openIssues(
    issues.map((issue) => issueOf(issue, nameOf)),
    pages.at(-1)!.links.next === undefined,
  )
}

/**
 * The issues of theirs that were closed, and the pull requests of theirs that were merged since then.
 * @throws ProviderFailure
 */
export async function readGitHubDone(
  { apiUrl, accessToken }: GitHubAccount,
  since: Date,
  signal: AbortSignal,
): Promise<Done[]> {
  const closed = { state: 'closed', since: since.toISOString() }
  const [assigned, created] = await Promise.all(
    ['assigned', 'created'].map((filter) => readPage(addressOf(apiUrl, { filter, ...closed }), accessToken, signal)),
  )
  // What they only reported, others have closed.
  const ownPulls = created!.issues.filter((issue) => issue.pull_request !== undefined)
  const issues = [...assigned!.issues, ...ownPulls]
  const nameOf = namesOf(issues)
  return doneLately(issues.flatMap((issue) => doneOf(issue, since, nameOf)))
}

function withPage(url: URL, page: number): URL {
  const changed = new URL(url)
  changed.searchParams.set('page', String(page))
  return changed
}

/** The pages that an answer names (RFC 8288); the token goes nowhere but to the address that was asked. */
function linksOf(header: string | string[] | undefined, asked: URL): { next?: URL; last?: URL } {
  const links = [...String(header ?? '').matchAll(/<([^>]*)>[^,]*?;\s*rel="?(next|last)"?/gu)]
  return Object.fromEntries(
    links.flatMap(([, address = '', relation = '']) => {
      const url = URL.canParse(address, asked.href) ? new URL(address, asked) : undefined
      return url?.origin === asked.origin ? [[relation, url]] : []
    }),
  )
}

/** GitHub says 403 for several things, and 404 in place of it. */
function reasonFor(answer: Answer): FailureReason | undefined {
  const { status, headers } = answer
  if (status !== 403 && status !== 404) return undefined
  if (isLimited(answer)) return 'limited'
  return lacksScope(headers) ? 'missing_scope' : undefined
}

/** The secondary limits say so in their words alone, where they do not say how long to wait. */
export function isLimited({ headers, body }: Answer): boolean {
  const said = z.safeParse(z.object({ message: z.string() }), body).data?.message ?? ''
  return (
    headers['x-ratelimit-remaining'] === '0' ||
    headers['retry-after'] !== undefined ||
    /\brate limit\b|abuse detection/iu.test(said)
  )
}

function lacksScope(headers: Answer['headers']): boolean {
  const scopes = (name: string) =>
    String(headers[name] ?? '')
      .split(',')
      .map((scope) => scope.trim())
      .filter((scope) => scope !== '')
  const accepted = scopes('x-accepted-oauth-scopes')
  const granted = scopes('x-oauth-scopes')
  return accepted.length > 0 && !accepted.some((scope) => granted.includes(scope))
}

/** What they are called: by their number, and among those of several repositories by its name too, as GitHub does. */
function namesOf(all: PageIssue[]) {
  const isOfSeveral = new Set(all.map(({ repository }) => repository?.full_name)).size > 1
  return ({ id, number, title, html_url: url, repository }: PageIssue) => ({
    key: String(id),
    reference: `${isOfSeveral ? (repository?.full_name ?? '') : ''}#${number}`,
    title,
    url,
  })
}
type NameOf = ReturnType<typeof namesOf>

/** Nothing of what was closed without being merged or solved, or before. */
function doneOf(issue: PageIssue, since: Date, nameOf: NameOf): Done[] {
  const kind = issue.pull_request === undefined ? 'closed' : 'merged'
  const isSolved = !['not_planned', 'duplicate'].includes(issue.state_reason ?? '')
  const doneAt = kind === 'merged' ? issue.pull_request?.merged_at : isSolved && issue.closed_at
  return doneAt && doneAt >= since ? [{ ...nameOf(issue), kind, status: '', doneAt }] : []
}

const issueOf = (issue: PageIssue, nameOf: NameOf): Issue => ({
  ...nameOf(issue),
  type: issue.pull_request === undefined ? 'issue' : 'pull_request',
  priority: undefined,
  updatedAt: issue.updated_at,
})
