import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { resumeReportImports } from '#server/features/reports/report-imports/operations.ts'
import { shortenTimeouts } from '#server/testing/shorten-timeouts.ts'
import { watchTurns } from '#server/testing/longest-turn.ts'
import { team } from '#server/testing/team.ts'

const now = new Date('2026-11-20T03:00:00Z')
vi.setConfig({ testTimeout: 60_000 }) // milliseconds, because a busy machine is slow to import the largest files
const largest = 8 * 1_024 * 1_024 // bytes
const turnMost = 50 // milliseconds (E6.01)
/** Repeats a failed test, because garbage of earlier tests may have been collected during the measurement. */
const measured = { retry: 2 }

async function importer() {
  const asakai = await team({ now })
  const misaki = await asakai.member('佐伯')
  const send = async (file: string | Buffer, query = 'preview=true', headers: Record<string, string> = {}) => {
    const payload = Buffer.isBuffer(file) ? file : Buffer.from(file)
    const turns = watchTurns()
    const response = await asakai.app.inject({
      method: 'POST',
      url: `/api/import?existing=replace&${query}`,
      headers: { authorization: `Bearer ${misaki.tokens.access_token}`, 'content-type': 'text/csv', ...headers },
      payload,
    })
    const longestTurn = turns.stop()
    return { status: response.statusCode, body: response.json(), longestTurn }
  }
  await send('date,today\n2026-11-05,warm up')
  const done = (id: string) =>
    expect.poll(async () => (await misaki.get(`/import/${id}`)).body.state, { timeout: 20_000 }).toBe('done')
  return { ...asakai, misaki, send, done }
}

const below = (most: number) => expect.toSatisfy((value: number) => value < most, `below ${most}`)

const daysBefore = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(now.getTime() - index * 86_400_000).toISOString().slice(0, 10))

const hostile: Record<string, [string | Buffer, string?]> = {
  'line feeds': [`date,today\n${'\n'.repeat(largest - 20)}`, 'too_large'],
  'one cell': [`date,today\n2026-11-05,${'a'.repeat(largest - 40)}`, 'too_large'],
  'one heading': ['a'.repeat(largest), 'too_large'],
  commas: [`a${',b'.repeat(largest / 2 - 1)}`, 'too_large'],
  quotes: [`date,today\n${'"'.repeat(largest - 20)}`, 'too_large'],
  'short rows': [`date,today\n${'a,b\n'.repeat(largest / 4 - 10)}`, 'too_large'],
  'bytes without a valid encoding': [
    Buffer.from(Uint8Array.from({ length: largest }, (_, index) => (index * 7_919) % 256)),
    'encoding_unknown',
  ],
  'control characters': [Buffer.alloc(largest, '\u0001'), 'too_large'],
  'Shift_JIS kanji': [Buffer.alloc(largest, Buffer.from('93fa9574', 'hex')), 'too_large'],
  'the maximum number of rows': [
    `date,today\n${daysBefore(limits.importRows)
      .map((day) => `${day},${'あ'.repeat(500)}\n`)
      .join('')}`,
  ],
  'refused rows': [`date,today\n${'x,y\n'.repeat(limits.importRows)}`],
}

test.each(Object.entries(hostile))(
  'an import keeps the event loop free while it reads a file of %s',
  measured,
  async (_, [file, code]) => {
    const { send } = await importer()
    const { status, body, longestTurn } = await send(file, 'preview=true', {
      'idempotency-key': 'a-key-of-a-large-file',
    })
    expect({ status, code: body.code }).toEqual(
      code ? { status: code === 'too_large' ? 413 : 400, code } : { status: 200, code: undefined },
    )
    expect(longestTurn).toBeLessThan(turnMost)
  },
)

test('an import accepts rows with 1,500 blockers each', measured, async () => {
  const { send, done } = await importer()
  const fileAll = async (letter: string) => {
    const blockers = Array.from({ length: 1_500 }, (_, index) => `${letter}${index}`).join('\n')
    const rows = daysBefore(12).map((day) => `${day},x,"${blockers}"`)
    const answer = await send(['date,today,blockers', ...rows].join('\n'), '')
    await done(answer.body.id)
    return answer
  }
  const first = await fileAll('b')
  expect({ isAccepted: [200, 202].includes(first.status), added: first.body.new }).toEqual({
    isAccepted: true,
    added: 12,
  })
  // The first request may also compile code.
  const second = await fileAll('c')
  expect(Math.min(first.longestTurn, second.longestTurn)).toBeLessThan(turnMost)
})

test('the import of the longest texts and its undo keep the event loop free', measured, async () => {
  const { misaki, send, done } = await importer()
  // All pairs of neighbouring characters differ, so the search index gets as many pairs as a text can have.
  const longest = (from: number) =>
    Array.from({ length: limits.reportText }, (_, index) =>
      String.fromCodePoint(0x4e_00 + ((index * 7 + from * 31) % 20_000)),
    ).join('')
  const rows = daysBefore(10).map((day, index) => `${day},${longest(index)},${longest(index + 50)}`)
  const { status, body, longestTurn } = await send(['date,yesterday,today', ...rows].join('\n'), '')
  expect({ isAccepted: [200, 202].includes(status), added: body.new }).toEqual({ isAccepted: true, added: 10 })
  await done(body.id)
  const replacing = (await send(['date,yesterday', ...daysBefore(10).map((day) => `${day},short`)].join('\n'), '')).body
  await done(replacing.id)
  const turns = watchTurns()
  expect((await misaki.delete(`/import/${replacing.id}`)).body).toMatchObject({ restored: 10 })
  expect((await misaki.delete(`/import/${body.id}`)).body).toMatchObject({ removed: 10 })
  expect({ filing: longestTurn, undoing: turns.stop() }).toEqual({ filing: below(turnMost), undoing: below(turnMost) })
})

test('the largest import with an idempotency key keeps the event loop free', measured, async () => {
  const { send } = await importer()
  const rows = daysBefore(limits.importRows).map((day, index) => `${day},${'あ'.repeat(400)}${index}\n`)
  const { status, body, longestTurn } = await send(`date,today\n${rows.join('')}`, '', {
    'idempotency-key': 'a-key-of-the-most-rows',
  })
  expect({ isAccepted: [200, 202].includes(status), added: body.new }).toEqual({
    isAccepted: true,
    added: limits.importRows,
  })
  expect(longestTurn).toBeLessThan(turnMost)
})

test('a long import answers 202 and continues even after a restart of the server', async () => {
  const { misaki, send, app, database, teamId, clock } = await importer()
  const rows = ['date,today', ...daysBefore(3).map((day) => `${day},x`)].join('\n')
  await send(`date,today\n${daysBefore(1)[0]},before`, '')
  shortenTimeouts()
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = withTeamTransaction(database, { teamId }, async (db) => {
    await db.selectFrom('reports').where('team_id', '=', teamId).select('id').forUpdate().execute()
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const { status, body } = await send(rows, '')
  expect({ status, added: body.new, changed: body.changed }).toEqual({ status: 202, added: 2, changed: 1 })
  const progress = async () => (await misaki.get(`/import/${body.id}`)).body
  expect(await progress()).toMatchObject({ state: 'going_on', filed: 0, total: 3, undo_until: null })
  held.resolve()
  await lock
  await expect.poll(progress).toMatchObject({ state: 'done', filed: 3 })
  clock.now = new Date(now.getTime() + 60_001)
  await resumeReportImports(app.services)
  const { body: latest } = await misaki.get('/daily-reports/my/latest')
  expect(latest).toMatchObject({ report_date: daysBefore(1)[0], today_plan: 'x' })
})

/** Locks a report, so that an import waits for it. @returns a function that releases the lock */
async function holdReport(
  { database, teamId }: Awaited<ReturnType<typeof importer>>,
  user_id: string,
  report_date: string,
) {
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = withTeamTransaction(database, { teamId }, async (db) => {
    await db
      .selectFrom('reports')
      .where((is) => is.and({ team_id: teamId, user_id, report_date }))
      .select('id')
      .forUpdate()
      .execute()
    locked.resolve()
    await held.promise
  })
  await locked.promise
  return () => {
    held.resolve()
    return lock
  }
}

test('an import leaves reports unchanged that members write, change or delete during the import', async () => {
  const here = await importer()
  const { misaki, send, done, member, database, teamId, clock } = here
  const bob = await member('早川')
  const write = (who: typeof bob, report_date: string, today_plan: string) =>
    who.post('/daily-reports', { report_date, yesterday_work: '', today_plan, issues: '' })
  const [changed, deleted, replaced, unwritten, added] = daysBefore(5) as [string, string, string, string, string]
  const ids: string[] = []
  for (const day of [changed, deleted, replaced]) ids.push((await write(bob, day, 'before')).body.id)
  await write(misaki, changed, 'holds the import up')
  clock.now = new Date(now.getTime() + 1_000)
  shortenTimeouts()
  const release = await holdReport(here, misaki.user.id, changed)
  const days = [changed, deleted, replaced, unwritten, added]
  const file = [`${changed},${misaki.user.email},imported`, ...days.map((day) => `${day},${bob.user.email},imported`)]
  const { status, body } = await send(['date,email,today', ...file].join('\n'), '')
  expect({ status, added: body.new, changed: body.changed }).toEqual({ status: 202, added: 2, changed: 4 })
  const change = { report_date: changed, yesterday_work: '', today_plan: 'by bob', issues: '' }
  expect((await bob.put(`/daily-reports/${ids[0]}`, change)).status).toBe(200)
  expect((await bob.delete(`/daily-reports/${ids[1]}`)).status).toBe(204)
  expect((await write(bob, unwritten, 'by bob')).status).toBe(201)
  const second = await send(`date,email,today\n${added},${bob.user.email},by a second import`, '')
  await release()
  await done(body.id)
  await done(second.body.id)
  expect((await misaki.get(`/import/${body.id}`)).body).toMatchObject({
    filed: 6,
    new: 0,
    changed: 2,
    refused: 4,
    written_meanwhile: 4,
  })
  const reports = await withTeamTransaction(database, { teamId }, (db) =>
    db
      .selectFrom('reports')
      .where((is) => is.and({ team_id: teamId, user_id: bob.user.id }))
      .select(['report_date', 'today_plan'])
      .execute(),
  )
  expect(Object.fromEntries(reports.map((report) => [report.report_date, report.today_plan]))).toEqual({
    [changed]: 'by bob',
    [replaced]: 'imported',
    [unwritten]: 'by bob',
    [added]: 'by a second import',
  })
  expect((await misaki.delete(`/import/${body.id}`)).body).toMatchObject({ removed: 0, restored: 2, left: 0 })
})

test('an import lists the rows that it skipped because a member wrote the report meanwhile', async () => {
  const here = await importer()
  const { misaki, send, member, database, teamId } = here
  const bob = await member('早川')
  const [day] = daysBefore(1) as [string]
  const draft = { report_date: day, yesterday_work: '', today_plan: 'before', issues: '' }
  await misaki.post('/daily-reports', draft)
  const release = await holdReport(here, misaki.user.id, day)
  const file = ['date,email,today', ...[misaki, bob].map(({ user }) => `${day},${user.email},imported`)]
  const answer = send(file.join('\n'), '')
  const goingOn = () =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('report_imports').where('total', '=', 2).select('id').executeTakeFirst(),
    )
  await expect.poll(goingOn).toBeDefined()
  await bob.post('/daily-reports', draft)
  await release()
  const { status, body } = await answer
  expect({ status, ...body }).toMatchObject({ status: 200, new: 0, changed: 1, refused: 1 })
  expect(body.rows).toEqual([
    { line: 2, outcome: 'changed', message: null },
    { line: 3, outcome: 'refused', message: expect.stringMatching(/^Somebody wrote|^取り込みの間に/u) },
  ])
})
