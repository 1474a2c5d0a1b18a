import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { FailureReason } from '#contract/errors.ts'
import { list } from '#contract/fields.ts'
import { type Answer, call } from '../call.ts'
import { moment, parseResponse } from '../issue.ts'

/**
 * A high limit, because each issue includes its whole text and its repository. It is safe, because the operator chooses
 * GitHub's address.
 */
const largest = 16 * 1_024 * 1_024 // bytes of a page

export const pageSize = 100 // issues; GitHub's maximum

const Page = list(
  z.array(
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
  ),
  pageSize,
)
export type PageIssue = z.infer<typeof Page>[number]

type ReadPage = { issues: PageIssue[]; links: ReturnType<typeof linksOf> }

/** The cached pages, least recently used first. A response of 304 does not count against GitHub's rate limit. */
const pagesRead = new Map<string, ReadPage & { etag: string }>()
const pagesKept = 50 // pages of 100 issues, 45 KB each

export async function readPage(url: URL, accessToken: string, signal: AbortSignal): Promise<ReadPage> {
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
    before && status === 304
      ? before
      : { issues: parseResponse('GitHub', Page, body), links: linksOf(headers.link, url) }
  const etag = headers.etag ?? before?.etag
  pagesRead.delete(key)
  if (etag) pagesRead.set(key, { ...page, etag })
  for (const oldest of pagesRead.keys()) {
    if (pagesRead.size <= pagesKept) break
    pagesRead.delete(oldest)
  }
  return page
}

/**
 * Returns the pages in a `Link` header (RFC 8288). Leaves out pages of another origin, which must not get the token.
 */
function linksOf(header: string | string[] | undefined, asked: URL): { next?: URL; last?: URL } {
  const links = [...String(header ?? '').matchAll(/<([^<>]*)>([^<>]*)/gu)]
  return Object.fromEntries(
    links.flatMap(([, address = '', parameters = '']) => {
      const relation = /; *rel="?(next|last)\b/u.exec(parameters)?.[1] ?? ''
      const url = URL.canParse(address, asked.href) ? new URL(address, asked) : undefined
      return relation !== '' && url?.origin === asked.origin ? [[relation, url]] : []
    }),
  )
}

/** Returns the reason for a 403 or 404. GitHub uses 403 for several errors, and may send 404 in its place. */
function reasonFor(answer: Answer): FailureReason | undefined {
  const { status, headers } = answer
  if (status !== 403 && status !== 404) return undefined
  if (isLimited(answer)) return 'rate_limited'
  return lacksScope(headers) ? 'missing_scope' : undefined
}

/** Returns whether a rate limit was exceeded. GitHub sometimes says so only in the message of the response. */
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
