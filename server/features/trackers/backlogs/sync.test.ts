import { describe, expect, test, vi } from 'vitest'
import { sources } from '#contract/backlogs.ts'
import { defaultSettings } from '#contract/users.ts'
import { readProviders } from '#server/config/providers.ts'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { answerWith, type Fault } from '#server/testing/fault.ts'
import { shortenTimeouts } from '#server/testing/shorten-timeouts.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { runImports, runJobs } from '#server/testing/jobs.ts'
import { type Member, team } from '#server/testing/team.ts'
import {
  choose,
  hinode,
  issue,
  saveGrant,
  keyring,
  secretKey,
  importIssues,
  titles,
} from '#server/testing/backlog-team.ts'
import { syncDue } from '#server/features/trackers/issue-imports/operations.ts'

type Hinode = Awaited<ReturnType<typeof hinode>>

const faults: [string, Fault, number, string][] = [
  ['401', { status: 401, body: {} }, 400, 'がこの接続を受け付けません'],
  ['403', { status: 403, body: {} }, 400, '権限がありません'],
  ['404', { status: 404, body: {} }, 400, '見つかりません'],
  ['429', { status: 429, headers: { 'retry-after': '90' }, body: {} }, 503, 'リクエストが多すぎます'],
  ['500', { status: 500, body: 'Internal' }, 503, '応答しません'],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, 503, '応答しません'],
  ['broken JSON', 'broken JSON', 503, '読み取れません'],
  ['half a response', 'truncated', 503, '読み取れません'],
  ['a closed connection', 'hanging up', 503, '応答しません'],
  ['unexpected JSON', { body: { issues: [{ number: 'one' }] } }, 503, '読み取れません'],
  ['a page of HTML', { body: '<!doctype html>' }, 503, '読み取れません'],
]

const issuesOfThreePages = { github: 201, jira: 501, backlog: 201 }

describe.each(sources)('failing %s', (source) => {
  test.each(faults)(
    'an import whose tracker answers with %s reports one sentence and keeps the existing items',
    async (_name, fault, status, words) => {
      const { tracker, member, connect } = await hinode()
      const me = await member()
      await connect(me, source)
      tracker.issues = Array.from({ length: 20 }, (_, index) => issue(index))
      await importIssues(me, source)
      const before = await titles(me)
      // Only the third and last request fails, after both earlier pages were read.
      const count = issuesOfThreePages[source]
      tracker.issues = Array.from({ length: count }, (_, index) => issue(index + 600))
      const isLast = (path: string) => /issues|search/u.test(path)
      let pages = 0
      tracker.instead = (path) =>
        isLast(path) && (pages += 1) === 3 ? (_request, response) => answerWith(response, fault) : undefined

      const answer = await me.post(`/backlogs/${source}/issues/import`)

      expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(words)])
      if ('90' === (fault as { headers?: Record<string, string> }).headers?.['retry-after'])
        expect(answer.headers['retry-after']).toBe('90')
      expect(await titles(me)).toEqual(before)
      expect((await me.get('/backlogs/syncs')).body).toEqual([
        { source, synced_at: expect.any(String), failure: answer.body.message },
      ])
      // The next import succeeds once the tracker works again.
      tracker.instead = undefined
      expect(await importIssues(me, source)).toMatchObject({ imported: count, closed: 20 })
      expect((await me.get('/backlogs/syncs')).body).toMatchObject([{ failure: null }])
    },
  )

  test('a failing import neither shows nor logs the revoked key', async () => {
    const tracker = await standIn.tracker()
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const providers = readProviders(
      readerOf({
        TRACKER_ORIGINS: tracker.url,
        GITHUB_CLIENT_ID: 'id',
        GITHUB_CLIENT_SECRET: 'client-secret',
        GITHUB_API_URL: tracker.url,
      }),
    )
    const { app, member, database, teamId } = await team({ secretKey, logLevel: 'debug', providers })
    runImports(app)
    const me = await member()
    const grant = {
      github: { access_token: 'very-secret' },
      jira: { domain: tracker.url, email: 'misaki@example.com', apiToken: 'very-secret' },
      backlog: { space: tracker.url, apiKey: 'very-secret' },
    }[source]
    await saveGrant(database, { teamId, userId: me.user.id }, source, grant)
    const { body } = await me.post(`/backlogs/${source}/issues/import`)
    tracker.instead = () => (_request, response) => answerWith(response, 'hanging up')
    const away = await me.post(`/backlogs/${source}/issues/import`)
    const lines = written.mock.calls.map(([line]) => String(line)).join('')
    written.mockRestore()
    expect(lines).toContain(`/backlogs/${source}/issues/import`)
    const base64 = Buffer.from('misaki@example.com:very-secret').toString('base64')
    for (const secret of ['very-secret', base64, 'client-secret'])
      expect(JSON.stringify([body, away.body]) + lines).not.toContain(secret)
    expect(tracker.asked).not.toEqual([])
    expect(tracker.asked.every(({ query }) => !String(query).includes('very-secret'))).toBe(true)
  })
})

describe('rejections by GitHub', () => {
  test.each<[string, Record<string, string>, number, string, message?: string]>([
    ['asked too often', { 'x-ratelimit-remaining': '0' }, 503, 'リクエストが多すぎます'],
    ['asked too fast', { 'retry-after': '60' }, 503, 'リクエストが多すぎます'],
    ['by a secondary limit', {}, 503, 'リクエストが多すぎます', 'You have exceeded a secondary rate limit.'],
    ['of abuse', {}, 503, 'リクエストが多すぎます', 'You have triggered an abuse detection mechanism.'],
    [
      'without the scope',
      { 'x-accepted-oauth-scopes': 'repo', 'x-oauth-scopes': 'user:email' },
      400,
      '権限が足りません',
    ],
    ['with the scope', { 'x-accepted-oauth-scopes': 'repo', 'x-oauth-scopes': 'user:email, repo' }, 400, '管理者に'],
  ])('an import reports a rejection by GitHub: %s', async (_name, headers, status, words, message) => {
    const { tracker, member, connect } = await hinode()
    const me = await member()
    await connect(me, 'github')
    tracker.instead = () => (_request, response) => answerWith(response, { status: 403, headers, body: { message } })
    const answer = await me.post('/backlogs/github/issues/import')
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(words)])
    // A response to a temporary failure has a Retry-After. The value is a minute if GitHub names no time.
    expect(Number(answer.headers['retry-after'] ?? 0)).toBe(status === 503 ? 60 : 0)
  })

  test('an import does not download an unchanged list from GitHub again', async () => {
    const { tracker, member, connect } = await hinode()
    const me = await member()
    await connect(me, 'github')
    tracker.issues = Array.from({ length: 250 }, (_, index) => issue(index))
    expect(await importIssues(me)).toMatchObject({ imported: 250 })
    const before = tracker.asked.length
    expect(await importIssues(me)).toEqual({ imported: 0, updated: 0, closed: 0 })
    const again = tracker.asked.slice(before)
    expect(again).toHaveLength(before)
    expect(again.every(({ headers }) => headers['if-none-match']?.startsWith('W/"'))).toBe(true)
    tracker.issues = tracker.issues.toSpliced(120, 1)
    expect(await importIssues(me)).toEqual({ imported: 0, updated: 0, closed: 1 })
  })

  test('an import prefixes issue numbers with the repository if there are several repositories', async () => {
    const { tracker, member, connect } = await hinode()
    const me = await member()
    await connect(me, 'github')
    const references = async () =>
      (await me.get('/backlogs')).body.map(({ reference }: { reference: string }) => reference)
    tracker.issues = [issue(1), issue(2)]
    await importIssues(me)
    expect(await references()).toEqual(['#1', '#2'])
    tracker.issues = [issue(1), issue(2, { repository: 'pay' })]
    await importIssues(me)
    expect(await references()).toEqual(['hinode/reserve#1', 'hinode/pay#2'])
  })

  test('an import does not follow a link to another host, which would get the token', async () => {
    const { tracker, member, connect } = await hinode()
    const elsewhere = await standIn.tracker()
    const me = await member()
    await connect(me, 'github')
    const link = `<${elsewhere.url}/issues?page=2>; rel="next", <${elsewhere.url}/issues?page=9>; rel="last"`
    tracker.instead = () => (_request, response) => answerWith(response, { headers: { link }, body: [] })
    await importIssues(me)
    expect(elsewhere.asked).toEqual([])
  })
})

test('an import gives up on a silent tracker before the browser gives up', async () => {
  const { tracker, member, connect } = await hinode()
  const me = await member()
  await connect(me, 'jira')
  tracker.delay = 60_000
  shortenTimeouts(5_000)
  expect(await me.post('/backlogs/jira/issues/import')).toMatchObject({
    status: 503,
    body: { code: 'provider_unavailable' },
  })
  expect(await titles(me)).toEqual([])
})

test('an import sends no request to a tracker that the operator no longer allows', async () => {
  const { tracker, member, database, teamId } = await hinode()
  const me = await member()
  await saveGrant(database, { teamId, userId: me.user.id }, 'backlog', { space: 'http://127.0.0.1:9', apiKey: 'x' })
  expect(await me.post('/backlogs/backlog/issues/import')).toMatchObject({
    status: 400,
    body: { code: 'connection_refused', message: expect.stringContaining('接続できません') },
  })
  expect(tracker.asked).toEqual([])
})

test('an import reads smaller pages if a response of Backlog is too long', async () => {
  const { tracker, member, connect } = await hinode()
  const me = await member()
  await connect(me, 'backlog')
  tracker.issues = Array.from({ length: 130 }, (_, index) => issue(index))
  const tooLong = { body: 'x'.repeat(1_100_000) }
  tracker.instead = (path, query) =>
    path === '/api/v2/issues' && Number(query.get('count')) > 20
      ? (_request, response) => answerWith(response, tooLong)
      : undefined
  expect(await importIssues(me, 'backlog')).toMatchObject({ imported: 130 })
  tracker.instead = () => (_request, response) => answerWith(response, tooLong)
  expect((await me.post('/backlogs/backlog/issues/import')).status).toBe(503)
  expect(await titles(me)).toHaveLength(100)
})

describe('automatic import', () => {
  /** The time of the job. The app's clock does not change, so sessions stay valid. */
  let now: Date

  /** Creates a separate team, so that other tests do not change its settings. */
  async function alone() {
    const parts = await hinode()
    await parts.imports.stop()
    await withEveryTeamTransaction(parts.database, (db) =>
      db
        .updateTable('users')
        .set({ settings: JSON.stringify(defaultSettings) })
        .execute(),
    )
    now = new Date('2026-10-23T00:00:00Z')
    return parts
  }
  /** Runs the job and returns the logged errors, except failures of the tracker. */
  const run = async ({ app }: Hinode): Promise<string[]> => {
    const services = { ...app.services, keyring, now: () => now }
    await syncDue(services)
    return runJobs({ services })
  }
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
  const wishing = async ({ member, connect }: Hinode, source: 'github' | 'jira' = 'github'): Promise<Member> => {
    const person = await member()
    await choose(person, { auto_sync: true })
    await connect(person, source)
    return person
  }

  test('the hourly job imports only for members with automatic import', async () => {
    const parts = await alone()
    const { tracker, member, connect } = parts
    const [me, without] = [await wishing(parts), await member('早川')]
    await connect(without, 'github')
    tracker.issues = [issue(1)]

    await run(parts)

    expect([await titles(me), await titles(without)]).toEqual([['課題 1'], []])
    expect((await me.get('/backlogs/syncs')).body).toEqual([
      { source: 'github', synced_at: '2026-10-23T09:00:00+09:00', failure: null },
    ])
    expect((await without.get('/backlogs/syncs')).body).toEqual([])

    tracker.issues = []
    later(50)
    await run(parts)
    expect(await titles(me)).toEqual(['課題 1'])
    later(10)
    await run(parts)
    expect(await titles(me)).toEqual([])
  })

  test('a failed import is recorded and retried in an hour, and the others continue', async () => {
    const parts = await alone()
    const { tracker } = parts
    const [me, other] = [await wishing(parts), await wishing(parts, 'jira')]
    tracker.issues = [issue(1)]
    tracker.instead = (path) =>
      path === '/issues' ? (_request, response) => answerWith(response, { status: 500, body: {} }) : undefined
    await run(parts)
    expect(await titles(other)).toEqual(['課題 1'])
    expect((await me.get('/backlogs/syncs')).body).toMatchObject([
      { failure: 'GitHubが応答しません。しばらくしてから、もう一度お試しください。' },
    ])
    tracker.instead = undefined
    later(60)
    await run(parts)
    expect(await titles(me)).toEqual(['課題 1'])
  })

  test('the hourly job retries a refused key once a day, or at once after reconnecting', async () => {
    const parts = await alone()
    const { tracker, connect } = parts
    const me = await wishing(parts)
    tracker.key = 'another-key'
    tracker.issues = [issue(1)]
    await run(parts)
    expect((await me.get('/backlogs/syncs')).body).toMatchObject([
      { failure: expect.stringContaining('受け付けません') },
    ])
    const asked = tracker.asked.length
    later(180)
    await run(parts)
    expect(tracker.asked).toHaveLength(asked)
    await connect(me, 'github', 'another-key')
    expect((await me.get('/backlogs/syncs')).body).toEqual([])
    await run(parts)
    expect(await titles(me)).toEqual(['課題 1'])

    tracker.key = 'a third'
    later(60)
    await run(parts)
    const askedThen = tracker.asked.length
    later(24 * 60)
    await run(parts)
    expect(tracker.asked.length).toBeGreaterThan(askedThen)
  })

  test('the hourly job imports no issues for former members', async () => {
    const parts = await alone()
    await parts.member('藤井')
    const me = await wishing(parts)
    await parts.change(me, { is_active: false })
    await run(parts)
    expect(parts.tracker.asked).toEqual([])
  })

  test('the hourly job logs an internal error and imports for the other members', async () => {
    const parts = await alone()
    const { tracker, database, teamId, member } = parts
    const broken = await member()
    await choose(broken, { auto_sync: true })
    await saveGrant(database, { teamId, userId: broken.user.id }, 'github', { another: 'shape' })
    const me = await wishing(parts)
    tracker.issues = [issue(1)]
    expect(await run(parts)).toEqual([expect.stringContaining('access_token')])
    expect(await titles(me)).toEqual(['課題 1'])
  })
})
