import * as z from 'zod/mini'
import { ProviderFailure } from '#server/errors.ts'
import { doneLately } from '../done.ts'
import { type Done, type Issue, type IssuePage, issuesAtMost, cleanIssue } from '../issue.ts'
import { type PageIssue, pageSize, readPage } from './pages.ts'

const pagesAtMost = issuesAtMost / pageSize
const atOnce = 5 // concurrent requests: the pages of one step

type GitHubAccount = { apiUrl: string; accessToken: string }

/** @param which the filter; results are sorted by update time, newest first */
function addressOf(apiUrl: string, which: Record<string, string>): URL {
  const url = new URL(`${apiUrl}/issues`)
  url.search = String(new URLSearchParams({ ...which, sort: 'updated', direction: 'desc', per_page: String(pageSize) }))
  return url
}

/** The number and address of the next page. `last`: the number of the last page, if pages can be read out of order. */
const Cursor = z.object({ page: z.int(), path: z.string(), last: z.optional(z.int()) })

/**
 * Reads one step of the open issues and pull requests that are assigned to the token's owner.
 * @throws ProviderFailure
 */
export async function readGitHubPage(
  { apiUrl, accessToken }: GitHubAccount,
  cursor: unknown,
  signal: AbortSignal,
): Promise<IssuePage> {
  const { page, path, last = page } = cursor === null ? start : z.parse(Cursor, cursor)
  const url = path === '' ? addressOf(apiUrl, { filter: 'assigned', state: 'open' }) : sameOrigin(path, apiUrl)
  const end = Math.min(last, page + atOnce - 1)
  // The first page names the number of the last one, so the pages up to it can be read concurrently.
  const urls = end > page ? pagesOf(url, page, end) : [url]
  const pages = await Promise.all(urls.map((one) => readPage(one, accessToken, signal)))
  const issues = pages.flatMap((one) => one.issues.map(issueOf))
  const { links } = pages.at(-1)!
  if (end < last) return { issues, next: { page: end + 1, path, last } }
  if (!links.next || end >= pagesAtMost)
    return { issues, next: null, knownSince: links.next && issues.at(-1)?.updatedAt }
  const known = cursor === null ? Math.min(Number(links.last?.searchParams.get('page')), pagesAtMost) : 0
  if (known > 1)
    return {
      issues,
      next: { page: 2, path: pathOf(withPage(links.last!, 2)), last: known },
      total: Math.min(known * pageSize, issuesAtMost),
    }
  // Pages may have been added meanwhile: each page names the next one.
  return { issues, next: { page: end + 1, path: pathOf(links.next) } }
}

const start: z.infer<typeof Cursor> = { page: 1, path: '' }

const pagesOf = (url: URL, from: number, to: number): URL[] =>
  Array.from({ length: to - from + 1 }, (_, index) => withPage(url, from + index))

const pathOf = ({ pathname, search }: URL): string => pathname + search

/**
 * Returns the URL of a path of the API. Warning: the token goes to this URL, so its origin must be the one that the
 * operator has configured.
 */
function sameOrigin(path: string, apiUrl: string): URL {
  const url = new URL(path, apiUrl)
  if (url.origin !== new URL(apiUrl).origin) throw new ProviderFailure('GitHub', 'invalid_response')
  return url
}

/**
 * Reads the member's issues that were closed, and pull requests that were merged, at `since` or later.
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
  // Of the items that the member created, only pull requests count: issues that a member reports are closed by others.
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

/**
 * Returns a function that names an issue: by its number, and by its repository if there are several, as GitHub does.
 */
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

/** Returns no entry for issues closed as not solved, pull requests closed without a merge, and those before `since`. */
function doneOf(issue: PageIssue, since: Date, nameOf: NameOf): Done[] {
  const kind = issue.pull_request === undefined ? 'closed' : 'merged'
  const isSolved = !['not_planned', 'duplicate'].includes(issue.state_reason ?? '')
  const doneAt = kind === 'merged' ? issue.pull_request?.merged_at : isSolved && issue.closed_at
  return doneAt && doneAt >= since ? [{ ...nameOf(issue), kind, status: '', doneAt }] : []
}

const issueOf = ({ id, number, title, html_url: url, ...issue }: PageIssue): Issue =>
  cleanIssue({
    key: String(id),
    reference: `#${number}`,
    repository: issue.repository?.full_name,
    title,
    url,
    type: issue.pull_request === undefined ? 'issue' : 'pull_request',
    priority: undefined,
    updatedAt: issue.updated_at,
  })
