import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as pass } from 'node:timers/promises'
import { listen } from './listen.ts'

/** An open issue that is assigned to whoever asks; the newest stand first. */
export type TrackerIssue = {
  id: number
  title: string
  updatedAt: string
  isPullRequest?: boolean
  /** Jira's name of it, or Backlog's id. */
  priority?: string | number
  /** Beside 1 to 3: a status of the project's own (Backlog). */
  status?: number
}

export type Tracker = {
  url: string
  issues: TrackerIssue[]
  /** The only one that is taken: GitHub's token, Jira's token, Backlog's key. */
  key: string
  /** What has been asked so far. */
  asked: { path: string; query: URLSearchParams; headers: IncomingMessage['headers'] }[]
  /** Answers in place of the tracker, as a network or a provider in trouble does; undefined: as usual. */
  instead: ((path: string, query: URLSearchParams) => RequestListener | undefined) | undefined
  /** Milliseconds until it answers. */
  delay: number
  close: () => Promise<void>
}

/**
 * GitHub's, Jira's and Backlog's answers about issues at one address, in the shapes that their makers describe
 * (`fixtures/providers/`): for as many issues as a test wants, in pages.
 */
export async function startTracker(): Promise<Tracker> {
  const { url, close } = await listen((request, response) => void answer(request, response))
  const tracker: Tracker = {
    url,
    issues: [],
    key: 'right-key',
    asked: [],
    instead: undefined,
    delay: 0,
    close,
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', tracker.url)
    const body = await readAll(request)
    tracker.asked.push({ path, query, headers: request.headers })
    const instead = tracker.instead?.(path, query)
    if (instead) return instead(request, response)
    await pass(tracker.delay)
    const [status, content, headers] = answerOf(tracker, path, query, body, request.headers)
    return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content))
  }
  return tracker
}

type Reply = [status: number, content: unknown, headers?: Record<string, string>]

function answerOf(
  tracker: Tracker,
  path: string,
  query: URLSearchParams,
  body: string,
  headers: IncomingMessage['headers'],
): Reply {
  const { authorization = '' } = headers
  const basic = Buffer.from(authorization.replace(/^Basic /u, ''), 'base64').toString()
  const given = [
    authorization.replace(/^Bearer /u, ''),
    basic.slice(basic.indexOf(':') + 1),
    headers['backlog-api-key'],
  ]
  if (!given.includes(tracker.key)) return [401, { message: 'Bad credentials', errors: [{ message: 'x', code: 11 }] }]
  switch (path) {
    case '/issues':
      return github(tracker, query)
    case '/rest/api/3/myself':
      return [200, { accountId: '5b10a2844c20165700ede21g', emailAddress: basic.split(':')[0] }]
    case '/rest/api/3/search/jql':
      return jira(tracker, JSON.parse(body) as { maxResults: number; nextPageToken?: string })
    case '/api/v2/users/myself':
      return [200, { id: 1_073_936_936, name: 'test' }]
    case '/api/v2/projects':
      return [200, [{ id: 7, archived: false }]]
    case '/api/v2/projects/7/statuses':
      return [200, [1, 2, 3, 4, 71_001].map((id) => ({ id, name: `状態${id}` }))]
    case '/api/v2/issues':
      return backlog(tracker, query)
    default:
      return [404, { message: 'Not Found' }]
  }
}

function github({ issues, url }: Tracker, query: URLSearchParams): Reply {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page'))]
  const last = Math.ceil(issues.length / size)
  const address = (number: number) =>
    `${url}/issues?${String(new URLSearchParams({ ...Object.fromEntries(query), page: String(number) }))}`
  const shown = issues.slice((page - 1) * size, page * size).map(({ id, title, updatedAt, isPullRequest }) => ({
    id,
    number: id,
    title,
    html_url: `https://github.example/hinode/reserve/${isPullRequest ? 'pull' : 'issues'}/${id}`,
    updated_at: updatedAt,
    body: '本文',
    pull_request: isPullRequest ? { url: 'https://api.github.example/pulls/1' } : undefined,
  }))
  const link = `<${address(page + 1)}>; rel="next", <${address(last)}>; rel="last"`
  return [200, shown, page < last ? { link } : {}]
}

function jira(
  { issues, url }: Tracker,
  { maxResults, nextPageToken }: { maxResults: number; nextPageToken?: string },
): Reply {
  const from = Number(nextPageToken ?? 0)
  const to = from + maxResults
  const shown = issues.slice(from, to).map(({ id, title, updatedAt, priority = 'Medium' }) => ({
    id: String(id),
    key: `HIN-${id}`,
    self: `${url}/rest/api/3/issue/${id}`,
    fields: {
      summary: title,
      issuetype: { name: 'バグ', subtask: false },
      priority: { id: '10000', name: priority },
      updated: updatedAt.replace('Z', '.000+0000'),
    },
  }))
  return [
    200,
    { issues: shown, ...(to < issues.length ? { nextPageToken: String(to), isLast: false } : { isLast: true }) },
  ]
}

function backlog({ issues }: Tracker, query: URLSearchParams): Reply {
  const [offset, count] = [Number(query.get('offset')), Number(query.get('count'))]
  const wanted = new Set(query.getAll('statusId[]').map(Number))
  const shown = issues
    .filter(({ status = 1 }) => wanted.has(status))
    .slice(offset, offset + count)
    .map(({ id, title, updatedAt, priority = 3, status = 1 }) => ({
      id,
      issueKey: `HIN-${id}`,
      summary: title,
      description: '説明',
      issueType: { id: 1, name: 'タスク' },
      priority: { id: priority, name: '中' },
      status: { id: status },
      updated: updatedAt,
    }))
  return [200, shown]
}
