import limitTo from 'p-limit'
import { doneLately } from '../done.ts'
import { type Done, type Issue, type OpenIssues, type Reading, issuesAtMost, openIssues } from '../issue.ts'
import { type PageIssue, readPage } from './pages.ts'

const pageSize = 100 // issues; GitHub's maximum
const pagesAtMost = issuesAtMost / pageSize
const atOnce = 5 // concurrent requests

type GitHubAccount = { apiUrl: string; accessToken: string }

/** @param which the filter; results are sorted by update time, newest first */
function addressOf(apiUrl: string, which: Record<string, string>): URL {
  const url = new URL(`${apiUrl}/issues`)
  url.search = String(new URLSearchParams({ ...which, sort: 'updated', direction: 'desc', per_page: String(pageSize) }))
  return url
}

/**
 * Reads the open issues and pull requests that are assigned to the token's owner.
 * @throws ProviderFailure
 */
export async function readGitHubIssues(
  { apiUrl, accessToken }: GitHubAccount,
  { signal, tell }: Reading,
): Promise<OpenIssues> {
  let count = 0
  let total: number | null = null
  const read = async (url: URL) => {
    const page = await readPage(url, accessToken, signal)
    tell((count += page.issues.length), total)
    return page
  }
  const pages = [await read(addressOf(apiUrl, { filter: 'assigned', state: 'open' }))]
  const last = Number(pages[0]!.links.last?.searchParams.get('page'))
  if (last > 1) total = Math.min(last * pageSize, issuesAtMost)
  // The first page names the last one, so the pages in between can be read concurrently.
  if (last > 1) {
    const limit = limitTo(atOnce)
    const numbers = Array.from({ length: Math.min(last, pagesAtMost) - 1 }, (_, index) => index + 2)
    const addresses = numbers.map((page) => withPage(pages[0]!.links.last!, page))
    pages.push(...(await Promise.all(addresses.map((url) => limit(() => read(url))))))
  }
  // Otherwise, or if pages were added in the meantime, each page names the next.
  while (pages.at(-1)!.links.next && pages.length < pagesAtMost) pages.push(await read(pages.at(-1)!.links.next!))
  const issues = pages.flatMap((page) => page.issues)
  const nameOf = namesOf(issues)
  return openIssues(
    issues.map((issue) => issueOf(issue, nameOf)),
    pages.at(-1)!.links.next === undefined,
  )
}

/**
 * Reads the member's issues closed and pull requests merged since then.
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
  // Only pull requests count among created items: other people close the issues that a member reports.
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

const issueOf = (issue: PageIssue, nameOf: NameOf): Issue => ({
  ...nameOf(issue),
  type: issue.pull_request === undefined ? 'issue' : 'pull_request',
  priority: undefined,
  updatedAt: issue.updated_at,
})
