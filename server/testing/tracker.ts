import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as pass } from 'node:timers/promises'
import { listen } from './listen.ts'
import { githubDone, jiraDone, jiraMoment, type Reply, type TrackerDone } from './tracker-done.ts'

/** An open issue assigned to the account. Lists are ordered newest first. */
export type TrackerIssue = {
  id: number
  title: string
  updatedAt: string
  isPullRequest?: boolean
  /** The priority: its name in Jira, or its id in Backlog. */
  priority?: string | number
  /** Backlog: a status of the project, other than 1 to 3. */
  status?: number
  /** GitHub: the repository, by default `reserve`. */
  repository?: string
}

export type Tracker = {
  url: string
  issues: TrackerIssue[]
  done: TrackerDone[]
  /** The only accepted credential: the token of GitHub or Jira, or Backlog's API key. */
  key: string
  asked: { path: string; query: URLSearchParams; headers: IncomingMessage['headers'] }[]
  /** Replaces the usual response, to simulate a failure of the network or of the tracker. */
  instead: ((path: string, query: URLSearchParams) => RequestListener | undefined) | undefined
  /** The delay of each response in milliseconds. */
  delay: number
  /** The highest number of concurrent requests so far. */
  mostAtOnce: number
  close: () => Promise<void>
}

/**
 * Starts a stand-in for GitHub, Jira and Backlog at one address, with responses as their documentation describes
 * (`fixtures/providers/`): any number of issues, in pages.
 */
export async function startTracker(): Promise<Tracker> {
  let now = 0
  const { url, close } = await listen((request, response) => {
    tracker.mostAtOnce = Math.max(tracker.mostAtOnce, (now += 1))
    response.once('close', () => (now -= 1))
    void answer(request, response)
  })
  const tracker: Tracker = {
    url,
    issues: [],
    done: [],
    key: 'right-key',
    asked: [],
    instead: undefined,
    delay: 0,
    mostAtOnce: 0,
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
    const json = JSON.stringify(content)
    const etag = `W/"${createHash('sha256').update(json).digest('hex')}"`
    const isSame = path === '/issues' && status === 200 && request.headers['if-none-match'] === etag
    response.writeHead(isSame ? 304 : status, { 'content-type': 'application/json', etag, ...headers })
    return response.end(isSame ? undefined : json)
  }
  return tracker
}

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
      return jira(tracker, JSON.parse(body) as JiraQuestion)
    case '/api/v2/users/myself':
      return [200, { id: 1_073_936_936, name: 'test' }]
    case '/api/v2/projects':
      return [200, [{ id: 7, archived: false }]]
    case '/api/v2/projects/7/statuses':
      return [200, [1, 2, 3, 4, 71_001].map((id) => ({ id, name: `状態${id}` }))]
    case '/api/v2/issues':
      return backlog(tracker, query)
    case '/api/v2/issues/count':
      return [200, { count: ofBacklog(tracker, query).length }]
    default:
      return [404, { message: 'Not Found' }]
  }
}

function github({ issues, done, url }: Tracker, query: URLSearchParams): Reply {
  if (query.get('state') === 'closed') return githubDone(done, query)
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page'))]
  const last = Math.ceil(issues.length / size)
  const address = (number: number) =>
    `${url}/issues?${String(new URLSearchParams({ ...Object.fromEntries(query), page: String(number) }))}`
  const shown = issues
    .slice((page - 1) * size, page * size)
    .map(({ id, title, updatedAt, isPullRequest, repository = 'reserve' }) => ({
      id,
      number: id,
      title,
      html_url: `https://github.example/hinode/${repository}/${isPullRequest ? 'pull' : 'issues'}/${id}`,
      repository: { full_name: `hinode/${repository}` },
      updated_at: updatedAt,
      body: '本文',
      pull_request: isPullRequest ? { url: 'https://api.github.example/pulls/1' } : undefined,
    }))
  const link = `<${address(page + 1)}>; rel="next", <${address(last)}>; rel="last"`
  return [200, shown, page < last ? { link } : {}]
}

type JiraQuestion = { jql: string; maxResults: number; nextPageToken?: string }

function jira({ issues, done, url }: Tracker, { jql, maxResults, nextPageToken }: JiraQuestion): Reply {
  if (jql.includes('CHANGED BY')) return jiraDone(done)
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
      updated: jiraMoment(updatedAt),
    },
  }))
  return [
    200,
    { issues: shown, ...(to < issues.length ? { nextPageToken: String(to), isLast: false } : { isLast: true }) },
  ]
}

function ofBacklog({ issues, done }: Tracker, query: URLSearchParams): TrackerIssue[] {
  const wanted = new Set(query.getAll('statusId[]').map(Number))
  const closed = done.map(({ id, title, doneAt }) => ({ id, title, updatedAt: doneAt, status: 4 }))
  const all: TrackerIssue[] = [...issues, ...closed]
  return all.filter(({ status = 1 }) => wanted.has(status))
}

function backlog(tracker: Tracker, query: URLSearchParams): Reply {
  const [offset, count] = [Number(query.get('offset')), Number(query.get('count'))]
  const shown = ofBacklog(tracker, query)
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
