import { describe, expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { naughtyStrings } from '#server/testing/fixtures.ts'
import { team } from '#server/testing/team.ts'
import {
  choose,
  hinode,
  imported,
  issue,
  saveGrant,
  secretKey,
  importIssues,
  titles,
} from '#server/testing/backlog-team.ts'

describe('an import', () => {
  test('an import reads open issues and marks pull requests', async () => {
    const { tracker, member, connect } = await hinode()
    const me = await member('佐伯')
    await connect(me, 'github')
    tracker.issues = [issue(1), issue(2, { isPullRequest: true })]

    const answer = await me.post('/backlogs/github/issues/import')

    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'GitHubの課題を取り込みました。新規2件、更新0件、完了0件',
        imported: 2,
        updated: 0,
        closed: 0,
      },
    })
    expect((await me.get('/backlogs')).body).toEqual([
      imported(1, {
        user_id: me.user.id,
        url: 'https://github.example/hinode/reserve/issues/1',
        priority: 'medium',
        updated_at: '2026-10-20T08:59:00+09:00',
      }),
      expect.objectContaining({
        reference: '#2',
        source_type: 'pull_request',
        url: 'https://github.example/hinode/reserve/pull/2',
      }),
    ])
  })

  test('an import reports its result in the language of the caller', async () => {
    const { tracker, member, connect } = await hinode()
    const me = await member()
    await connect(me, 'jira')
    tracker.issues = [issue(1)]
    const english = { 'accept-language': 'en' }
    expect((await me.post('/backlogs/jira/issues/import', undefined, english)).body.message).toBe(
      'Imported from Jira: 1 new issue, 0 updated, 0 closed',
    )
    expect((await me.post('/backlogs/jira/issues/import', undefined, english)).body.message).toBe(
      'Nothing has changed in Jira',
    )
  })

  test.each(['github', 'jira', 'backlog'] as const)(
    'a second import of %s counts new, changed and closed issues',
    async (source) => {
      const { tracker, member, connect } = await hinode()
      const me = await member()
      await connect(me, source)
      tracker.issues = [issue(1), issue(2), issue(3)]
      expect(await importIssues(me, source)).toEqual({ imported: 3, updated: 0, closed: 0 })
      const ids = (await me.get('/backlogs')).body.map(({ id }: { id: number }) => id)
      expect(await importIssues(me, source)).toEqual({ imported: 0, updated: 0, closed: 0 })
      expect((await me.get('/backlogs')).body.map(({ id }: { id: number }) => id)).toEqual(ids)

      tracker.issues = [issue(2, { title: '別の題' }), issue(3), issue(4)]
      expect(await importIssues(me, source)).toEqual({ imported: 1, updated: 1, closed: 1 })
      expect(await titles(me)).toEqual(['別の題', '課題 3', '課題 4'])

      tracker.issues = []
      expect(await importIssues(me, source)).toEqual({ imported: 0, updated: 0, closed: 3 })
      expect(await titles(me)).toEqual([])
    },
  )

  test('an import from one tracker does not affect another tracker’s items', async () => {
    const { tracker, member, connect } = await hinode()
    const me = await member()
    await Promise.all([connect(me, 'github'), connect(me, 'jira'), connect(me, 'backlog')])
    tracker.issues = [issue(1)]
    for (const source of ['github', 'jira', 'backlog'] as const) await importIssues(me, source)
    expect(await titles(me)).toHaveLength(3)
    tracker.issues = []
    await importIssues(me, 'jira')
    expect((await me.get('/backlogs')).body.map(({ source }: { source: string }) => source).toSorted()).toEqual([
      'backlog',
      'github',
    ])
  })

  test('an import reads 20,000 issues page by page and omits none', { timeout: 120_000 }, async () => {
    const { tracker, member, connect, database, teamId } = await hinode()
    const me = await member()
    await connect(me, 'jira')
    tracker.issues = Array.from({ length: 20_010 }, (_, index) => issue(index + 1))
    expect(await importIssues(me, 'jira')).toEqual({ imported: 20_000, updated: 0, closed: 0 })
    // A new issue pushes the last one beyond the limit of 20,000 issues. The item of the last one stays.
    tracker.issues = [issue(0), ...tracker.issues]
    expect(await importIssues(me, 'jira')).toEqual({ imported: 1, updated: 0, closed: 0 })
    // The item of a done issue within the limit is removed.
    tracker.issues = tracker.issues.toSpliced(9, 1)
    expect(await importIssues(me, 'jira')).toEqual({ imported: 0, updated: 0, closed: 1 })
    // The item of a done issue beyond the limit is removed once all issues can be read.
    tracker.issues = tracker.issues.slice(0, 19_999)
    expect(await importIssues(me, 'jira')).toEqual({ imported: 0, updated: 0, closed: 1 })
    const { count } = await withTeamTransaction(database, { teamId }, (db) =>
      db
        .selectFrom('backlog_items')
        .where('team_id', '=', teamId)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    )
    expect(Number(count)).toBe(19_999)
  })

  test('an import without a connected tracker is rejected with 409', async () => {
    const { member } = await hinode()
    const me = await member()
    expect(await me.post('/backlogs/github/issues/import')).toMatchObject({
      status: 409,
      body: { code: 'not_connected', message: 'まだ接続されていません。設定で接続してください。' },
    })
  })

  test('a GitHub import is rejected with 404 if GitHub is not set up', async () => {
    const { member: other, database, teamId } = await team({ secretKey })
    const elsewhere = await other()
    await saveGrant(database, { teamId, userId: elsewhere.user.id }, 'github', { access_token: 'x' })
    expect(await elsewhere.post('/backlogs/github/issues/import')).toMatchObject({
      status: 404,
      body: { code: 'provider_not_set_up' },
    })
  })

  test.each(['gitlab', 'GITHUB', '__proto__', 'slack', '%00'])(
    'an import from the unknown tracker %s is rejected with 404',
    async (source) => {
      const { member } = await hinode()
      expect((await (await member()).post(`/backlogs/${source}/issues/import`)).status).toBe(404)
    },
  )

  test('an import needs a session', async () => {
    const { visitor } = await hinode()
    expect((await visitor().post('/backlogs/github/issues/import')).status).toBe(401)
    expect((await visitor().get('/backlogs/syncs')).status).toBe(401)
  })

  test('simultaneous imports of one member read the tracker only once', async () => {
    const { tracker, member, connect } = await hinode()
    const me = await member()
    await connect(me, 'github')
    tracker.issues = [issue(1)]
    tracker.delay = 1_000 // so that all requests arrive during the first read
    const results = await Promise.all([importIssues(me), importIssues(me), importIssues(me)])
    expect(results).toEqual(Array.from({ length: 3 }, () => ({ imported: 1, updated: 0, closed: 0 })))
    // There are three requests: for open issues, for recently closed issues of the member, and for the member's merged
    // pull requests.
    expect(tracker.asked).toHaveLength(3)
  })

  test('the lead gets each issue once if many members import at the same time', async () => {
    const { tracker, member, connect } = await hinode()
    const lead = await member('早川')
    const others = await Promise.all(['佐伯', '藤井', '三浦', '小野寺'].map((name) => member(name)))
    for (const person of others) {
      await choose(person, { auto_assign: 'team-lead' })
      await connect(person, 'jira')
    }
    tracker.issues = Array.from({ length: 60 }, (_, index) => issue(index + 1))
    const counts = await Promise.all(others.map((person) => importIssues(person, 'jira')))
    expect(counts.map(({ imported }) => imported).toSorted((one, other) => one - other)).toEqual([0, 0, 0, 60])
    expect(await titles(lead)).toHaveLength(60)
  })
})

describe('priority', () => {
  test('an imported item has the tracker’s priority, or else the member’s default priority', async () => {
    const { tracker, member, connect } = await hinode()
    const me = await member()
    await connect(me, 'jira')
    tracker.issues = [
      issue(1, { priority: 'Highest' }),
      issue(2, { priority: 'lowest' }),
      issue(3, { priority: '至急' }),
    ]
    const read = async () =>
      Object.fromEntries(
        (await me.get('/backlogs')).body.map((item: { reference: string; priority: string }) => [
          item.reference,
          item.priority,
        ]),
      )
    await importIssues(me, 'jira')
    expect(await read()).toEqual({ 'HIN-1': 'high', 'HIN-2': 'low', 'HIN-3': 'medium' })
    await choose(me, { default_priority: 'high' })
    expect(await importIssues(me, 'jira')).toEqual({ imported: 0, updated: 1, closed: 0 })
    expect(await read()).toEqual({ 'HIN-1': 'high', 'HIN-2': 'low', 'HIN-3': 'high' })
  })

  test('an import from Backlog includes issues with custom statuses', async () => {
    const { tracker, member, connect } = await hinode()
    const me = await member()
    await connect(me, 'backlog')
    tracker.issues = [
      issue(1, { priority: 2, status: 71_001 }),
      issue(2, { priority: 3, status: 4 }),
      issue(3, { priority: 4, status: 3 }),
    ]
    expect(await importIssues(me, 'backlog')).toMatchObject({ imported: 2 })
    expect((await me.get('/backlogs')).body).toMatchObject([
      { reference: 'HIN-1', priority: 'high', source_type: 'タスク' },
      { reference: 'HIN-3', priority: 'low' },
    ])
  })
})

describe('owner', () => {
  test('imported items go to the project manager, or else to the first active member', async () => {
    const { tracker, member, connect, change } = await hinode()
    const first = await member('早川')
    const manager = await member('藤井')
    const me = await member('佐伯')
    await choose(me, { auto_assign: 'team-lead' })
    await connect(me, 'github')
    tracker.issues = [issue(1)]
    await importIssues(me)
    expect([await titles(first), await titles(manager), await titles(me)]).toEqual([['課題 1'], [], []])

    await change(manager, { role: 'project-manager' })
    expect(await importIssues(me)).toEqual({ imported: 0, updated: 1, closed: 0 })
    expect([await titles(first), await titles(manager)]).toEqual([[], ['課題 1']])

    await change(me, { is_admin: true })
    await change(manager, { is_active: false })
    await change(first, { is_active: false })
    await importIssues(me)
    expect(await titles(me)).toEqual(['課題 1'])
  })

  test('an unassigned item is on everyone’s dashboard, but in nobody’s priority tasks', async () => {
    const { tracker, member, connect } = await hinode()
    const [me, colleague] = [await member('佐伯'), await member('早川')]
    await choose(me, { auto_assign: 'none' })
    await connect(me, 'github')
    tracker.issues = [issue(1)]
    await importIssues(me)
    for (const person of [me, colleague]) {
      expect(await titles(person)).toEqual([])
      expect((await person.get('/dashboard')).body.backlog).toMatchObject([{ backlog: '課題 1', user_id: null }])
    }
    const { member: other } = await team()
    expect(await titles(await other(), '/dashboard')).toEqual([])
  })

  test('an item is shown once even if several members import it', async () => {
    const { tracker, member, connect } = await hinode()
    const [lead, me, colleague] = [await member('早川'), await member('佐伯'), await member('藤井')]
    for (const person of [lead, me, colleague]) await connect(person, 'github')
    await choose(me, { auto_assign: 'none' })
    await choose(colleague, { auto_assign: 'none' })
    tracker.issues = [issue(1)]
    for (const person of [me, colleague, lead]) await importIssues(person)
    expect(await titles(lead)).toEqual(['課題 1'])
    for (const person of [lead, me, colleague]) expect(await titles(person, '/dashboard')).toEqual(['課題 1'])

    await choose(me, { auto_assign: 'team-lead' })
    await choose(colleague, { auto_assign: 'team-lead' })
    for (const person of [me, colleague]) await importIssues(person)
    expect([await titles(lead), await titles(me), await titles(colleague)]).toEqual([['課題 1'], [], []])
    expect(await titles(me, '/dashboard')).toEqual([])

    // The lead imported the issue, too, so another member's import does not delete it.
    tracker.issues = []
    await importIssues(me)
    expect(await titles(lead)).toEqual(['課題 1'])
    await importIssues(lead)
    expect(await titles(lead)).toEqual([])
  })

  test('an item that its owner imports has the owner’s default priority', async () => {
    const { tracker, member, connect } = await hinode()
    const [lead, me] = [await member('早川'), await member('佐伯')]
    for (const person of [lead, me]) await connect(person, 'github')
    await choose(me, { auto_assign: 'team-lead', default_priority: 'low' })
    await choose(lead, { default_priority: 'high' })
    tracker.issues = [issue(1)]
    const priority = async () => (await lead.get('/backlogs')).body[0].priority
    await importIssues(me)
    expect(await priority()).toBe('low')
    await importIssues(lead)
    expect(await priority()).toBe('high')
    expect(await importIssues(me)).toEqual({ imported: 0, updated: 0, closed: 0 })
    expect(await priority()).toBe('high')
  })

  test('items that a deactivated member imported are hidden', async () => {
    const { tracker, member, connect, change } = await hinode()
    const [lead, me] = [await member('早川'), await member('佐伯')]
    await connect(me, 'github')
    await choose(me, { auto_assign: 'team-lead' })
    tracker.issues = [issue(1)]
    await importIssues(me)
    await change(me, { is_active: false })
    expect(await titles(lead)).toEqual([])
  })

  test('disconnecting a tracker deletes only the items of that tracker', async () => {
    const { tracker, member, connect } = await hinode()
    const [me, colleague] = [await member('佐伯'), await member('早川')]
    for (const person of [me, colleague]) await connect(person, 'github')
    await connect(me, 'jira')
    tracker.issues = [issue(1)]
    await importIssues(me)
    await importIssues(me, 'jira')
    await importIssues(colleague)
    await me.delete('/connections/github')
    expect((await me.get('/backlogs')).body).toMatchObject([{ source: 'jira' }])
    expect((await me.get('/backlogs/syncs')).body).toMatchObject([{ source: 'jira' }])
    expect(await titles(colleague)).toEqual(['課題 1'])
  })
})

describe('texts of the tracker', () => {
  test.each(['github', 'jira', 'backlog'] as const)('an issue title from %s is stored as one line', async (source) => {
    const { tracker, member, connect } = await hinode()
    const me = await member()
    await connect(me, source)
    tracker.issues = [
      issue(1, { title: 'a\0b\nc\u2028d\u001b[31m' }),
      issue(2, { title: '\ud800 半分' }),
      issue(3, { title: ' \n ' }),
      issue(4, { title: '😀'.repeat(400) }),
      issue(5, { title: '<script>alert(1)</script>' }),
    ]
    await importIssues(me, source)
    const reference = source === 'github' ? '#3' : 'HIN-3'
    expect(await titles(me)).toEqual([
      'a b c d [31m',
      '\ufffd 半分',
      reference,
      `${'😀'.repeat(249)}…`,
      '<script>alert(1)</script>',
    ])
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x', 'x', ''])(
    'the address %j from a tracker does not become a link',
    async (url) => {
      const { tracker, member, connect } = await hinode()
      const me = await member()
      await connect(me, 'github')
      const body = [{ id: 1, number: 1, title: 't', html_url: url, updated_at: '2026-10-20T00:00:00Z' }]
      tracker.instead = () => (_request, response) => response.end(JSON.stringify(body))
      await importIssues(me)
      expect((await me.get('/backlogs')).body).toMatchObject([{ url: null }])
    },
  )

  test('the backlog returns hostile titles of issues unchanged', async () => {
    const { tracker, member, connect } = await hinode()
    const me = await member()
    await connect(me, 'jira')
    const hostile = naughtyStrings().filter(
      (text) =>
        text.isWellFormed() &&
        !/[\p{Cc}\u2028\u2029]/u.test(text) &&
        text.trim() === text &&
        text !== '' &&
        text.length < 500,
    )
    tracker.issues = hostile.slice(0, 100).map((title, index) => issue(index, { title }))
    await importIssues(me, 'jira')
    expect(await titles(me)).toEqual(hostile.slice(0, 100))
  })
})
