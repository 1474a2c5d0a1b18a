import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Database, withEveryTeamTransaction } from '#server/db/database.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { testDatabase } from '#server/testing/database.ts'
import { type Member, team } from '#server/testing/team.ts'

const now = new Date('2026-10-23T03:00:00Z')
const report = { report_date: '2026-10-23', yesterday_work: '設計', today_plan: '請求書の実装', issues: '鍵がない' }

async function office(database?: Database) {
  const here = await team({ now, ...(database && { database }) })
  const member = await here.member('早川')
  const base = await here.app.listen({ port: 0, host: '127.0.0.1' })
  /** Connects the SDK's own client, as a member's assistant does. */
  const assistant = async (owner: Member, ...scopes: string[]) => {
    const draft = { name: 'assistant', scopes, expires_on: '2026-11-23' }
    const { token } = (await owner.post('/tokens', draft)).body
    const headers = { authorization: `Bearer ${token}` }
    const client = new Client({ name: 'test', version: '1.0.0' })
    const transport = new StreamableHTTPClientTransport(new URL(`${base}/api/mcp`), { requestInit: { headers } })
    await client.connect(transport)
    afterwards(() => client.close())
    const ask = async (name: string, given: object = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: { ...given } })
      const [{ text }] = content as [{ text: string }]
      return isError ? { refused: text } : JSON.parse(text)
    }
    return { client, ask }
  }
  return { ...here, base, newMember: here.member, member, assistant }
}

test('the list of tools tells an assistant which tools write (N10.05)', async () => {
  const { member, assistant } = await office()
  const { client } = await assistant(member, 'read')
  expect(client.getServerVersion()).toMatchObject({ name: 'Asakai' })
  const { tools } = await client.listTools()
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['search_reports', true],
    ['get_day', true],
    ['my_blockers', true],
    ['draft_report', false],
  ])
  expect(tools.find(({ name }) => name === 'search_reports')!.inputSchema).toMatchObject({
    type: 'object',
    required: ['query'],
  })
})

test('an assistant can read the reports of a day, search, and list its member’s blockers', async () => {
  const { member, newMember, assistant } = await office()
  const colleague = await newMember('佐藤')
  await member.post('/daily-reports', report)
  await colleague.post('/daily-reports', { ...report, today_plan: '休む', issues: '机がない' })
  const { ask } = await assistant(member, 'read')
  const today = await ask('get_day')
  expect(today.reports.map(({ user_id }: { user_id: string }) => user_id).sort()).toEqual(
    [member.user.id, colleague.user.id].sort(),
  )
  expect((await ask('get_day', { date: '2026-10-22' })).reports).toEqual([])
  const { results } = await ask('search_reports', { query: '請求書' })
  expect(results).toMatchObject([{ kind: 'report', date: '2026-10-23', user_id: member.user.id }])
  const { blockers } = await ask('my_blockers')
  expect(blockers).toMatchObject([{ text: '鍵がない', opened_by: member.user.id }])
})

test('an assistant’s draft appears in the form and submits no report', async () => {
  const { member, assistant } = await office()
  const { ask } = await assistant(member, 'read', 'write')
  const begin = async () => (await member.get('/daily-reports/draft?date=2026-10-23')).body.draft
  expect(await begin()).toBeUndefined()
  await ask('draft_report', { today_plan: '実装' })
  expect(await ask('draft_report', { today_plan: '実装\n試験' })).toEqual({
    drafted: '2026-10-23',
    url: 'http://localhost:3000/?date=2026-10-23',
  })
  const draft = await begin()
  expect(draft).toEqual({
    id: expect.any(String),
    yesterday_work: '',
    today_plan: '実装\n試験',
    issues: '',
    written_at: '2026-10-23T12:00:00+09:00',
  })
  expect((await ask('get_day')).reports).toEqual([])
  expect((await member.delete(`/daily-reports/draft?date=2026-10-23&id=${draft.id}`)).status).toBe(204)
  expect(await begin()).toBeUndefined()
})

test('taking over a draft does not delete a newer draft', async () => {
  const { member, assistant } = await office()
  const { ask } = await assistant(member, 'read', 'write')
  const begin = async () => (await member.get('/daily-reports/draft?date=2026-10-23')).body.draft
  await ask('draft_report', { today_plan: '実装' })
  const { id } = await begin()
  await ask('draft_report', { today_plan: '実装\n試験' })
  expect((await member.delete(`/daily-reports/draft?date=2026-10-23&id=${id}`)).status).toBe(204)
  expect(await begin()).toMatchObject({ today_plan: '実装\n試験' })
  expect((await member.delete('/daily-reports/draft?date=2026-10-23')).status).toBe(400)
})

test('submitting the day’s report deletes its drafts, and later drafts are rejected', async () => {
  const { member, assistant } = await office()
  const { ask } = await assistant(member, 'read', 'write')
  await ask('draft_report', { today_plan: '実装' })
  await member.post('/daily-reports', report)
  expect((await member.get('/daily-reports/draft?date=2026-10-23')).body.draft).toBeUndefined()
  expect((await ask('draft_report', { today_plan: 'もう一度' })).refused).toMatch(/^report_exists: /u)
})

test('each member has one draft for each day, and a submitted report deletes only that day’s draft', async () => {
  const { member, newMember, assistant } = await office()
  const colleague = await newMember('佐藤')
  const [mine, theirs] = [await assistant(member, 'read', 'write'), await assistant(colleague, 'read', 'write')]
  const plan = async (who: Member, day: number) =>
    (await who.get(`/daily-reports/draft?date=2026-10-${day}`)).body.draft?.today_plan
  const plans = async () => [await plan(member, 22), await plan(member, 23), await plan(colleague, 23)]
  await theirs.ask('draft_report', { today_plan: '同僚の今日' })
  await mine.ask('draft_report', { today_plan: '今日' })
  await mine.ask('draft_report', { date: '2026-10-22', today_plan: '昨日' })
  expect(await plans()).toEqual(['昨日', '今日', '同僚の今日'])
  await colleague.post('/daily-reports', report)
  expect(await plans()).toEqual(['昨日', '今日', undefined])
  await member.post('/daily-reports', { ...report, report_date: '2026-10-22' })
  expect(await plans()).toEqual([undefined, '今日', undefined])
  await mine.ask('draft_report', { today_plan: 'まだ今日' })
  expect(await plans()).toEqual([undefined, 'まだ今日', undefined])
})

test.each([
  ['in the future', '2026-10-25', /^date_in_future: /u],
  ['more than a year ago', '2025-10-21', /^invalid_input: /u],
])('an assistant’s draft for a day %s is rejected', async (_when, date, refused) => {
  const { member, assistant } = await office()
  const { ask } = await assistant(member, 'read', 'write')
  expect((await ask('draft_report', { date, today_plan: '実装' })).refused).toMatch(refused)
  expect((await member.get(`/daily-reports/draft?date=${date}`)).body.draft).toBeUndefined()
})

test('an assistant’s draft for a day a year ago is accepted', async () => {
  const { member, assistant } = await office()
  const { ask } = await assistant(member, 'read', 'write')
  expect(await ask('draft_report', { date: '2025-10-22', today_plan: '実装' })).toMatchObject({ drafted: '2025-10-22' })
})

test('a read-only token cannot write a draft', async () => {
  const { member, assistant } = await office()
  const { ask } = await assistant(member, 'read')
  expect((await ask('draft_report', { today_plan: '実装' })).refused).toMatch(/^scope_missing: /u)
})

test('a tool rejects an invalid argument and names the argument', async () => {
  const { member, assistant } = await office()
  const { ask } = await assistant(member, 'read', 'write')
  expect((await ask('search_reports', { query: 'x' })).refused).toMatch(/query/u)
  expect((await ask('get_day', { date: 'yesterday' })).refused).toMatch(/date/u)
  expect((await ask('draft_report', { issues: 'x'.repeat(10_001) })).refused).toMatch(/issues/u)
  const tools = {
    search_reports: { query: '設計' },
    get_day: {},
    my_blockers: {},
    draft_report: { today_plan: '実装' },
  }
  for (const [tool, given] of Object.entries(tools))
    expect((await ask(tool, { ...given, yesterday: '設計' })).refused).toMatch(/yesterday/u)
  expect((await member.get('/daily-reports/draft?date=2026-10-23')).body.draft).toBeUndefined()
})

test('a tool call that fails in the server returns no details', async () => {
  const database = await testDatabase()
  const { member } = await office(database)
  await withEveryTeamTransaction(database, (db) => sql`alter table report_drafts rename to elsewhere`.execute(db))
  const params = { name: 'draft_report', arguments: { today_plan: '実装' } }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const { status, body } = await member.post('/mcp', message, { accept: 'application/json, text/event-stream' })
  expect([status, body.code]).toEqual([500, 'internal'])
})

test('members cannot see each other’s drafts', async () => {
  const { member, newMember, assistant } = await office()
  await (await assistant(member, 'read', 'write')).ask('draft_report', { today_plan: '実装' })
  const colleague = await newMember('佐藤')
  expect((await colleague.get('/daily-reports/draft?date=2026-10-23')).body.draft).toBeUndefined()
})

test('an MCP request that has no token or breaks the protocol is rejected', async () => {
  const { member, visitor, base } = await office()
  const hello = { jsonrpc: '2.0', id: 1, method: 'ping' }
  expect((await visitor().post('/mcp', hello)).body.code).toBe('not_signed_in')
  expect((await member.post('/mcp', {})).body.code).toBe('invalid_input')
  // the protocol requires the client to accept event streams
  expect((await member.post('/mcp', hello)).status).toBe(406)
  const stream = await fetch(`${base}/api/mcp`, { headers: { accept: 'text/event-stream' } })
  expect(stream.status).toBe(405)
})
