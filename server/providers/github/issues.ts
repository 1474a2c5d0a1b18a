import limitTo from 'p-limit'
import * as z from 'zod/mini'
import type { FailureReason } from '#contract/errors.ts'
import { type Answer, call } from '../call.ts'
import { type Issue, type OpenIssues, issuesAtMost, moment, openIssues, understood } from '../issue.ts'

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
    updated_at: moment,
    pull_request: z.optional(z.unknown()),
  }),
)

/**
 * The open issues and pull requests that are assigned to whoever granted the token.
 * @throws ProviderFailure
 */
export async function readGitHubIssues(
  { apiUrl, accessToken }: { apiUrl: string; accessToken: string },
  signal: AbortSignal,
): Promise<OpenIssues> {
  const read = async (url: URL) => {
    const { body, headers } = await call('GitHub', url, {
      headers: { authorization: `Bearer ${accessToken}`, 'x-github-api-version': '2022-11-28' },
      guarded: false,
      largest,
      reasonFor,
      signal,
    })
    return { issues: understood('GitHub', Page, body).map(issueOf), links: linksOf(headers.link, url) }
  }
  const first = new URL(`${apiUrl}/issues`)
  first.search = String(
    new URLSearchParams({
      filter: 'assigned',
      state: 'open',
      sort: 'updated',
      direction: 'desc',
      per_page: String(pageSize),
    }),
  )
  const pages = [await read(first)]
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
  return openIssues(
    pages.flatMap(({ issues }) => issues),
    pages.at(-1)!.links.next === undefined,
  )
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
function reasonFor({ status, headers }: Answer): FailureReason | undefined {
  if (status !== 403 && status !== 404) return undefined
  if (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined) return 'limited'
  return lacksScope(headers) ? 'missing_scope' : undefined
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

const issueOf = (issue: z.infer<typeof Page>[number]): Issue => ({
  key: String(issue.id),
  reference: `#${issue.number}`,
  title: issue.title,
  type: issue.pull_request === undefined ? 'issue' : 'pull_request',
  url: issue.html_url,
  priority: undefined,
  updatedAt: issue.updated_at,
})
