import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { mcpTools } from '#contract/mcp.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { routesOf } from '#server/testing/described.ts'
import { exampleOf } from '#server/testing/example.ts'
import { ownPath } from '#server/testing/measured-team.ts'
import { startApp, team } from '#server/testing/team.ts'

// Tests that a day that a member enters must be in the years 2000 to 2100 (E6.21).

const now = new Date('2026-11-20T03:00:00Z')
const early = ['0001-01-01', '0002-01-01', '1969-12-31', '1999-12-31']
const late = ['2101-01-01', '9999-01-01', '9999-12-31']
const words = { yesterday_work: '設計', today_plan: '実装', issues: '待ち' }

test.each([...early, ...late])('every call that writes a day refuses the date %s', async (day) => {
  const { member } = await team({ now })
  const { post, put, user } = await member()
  const report = (await post('/daily-reports', { report_date: '2026-11-19', ...words })).body
  const absence = { from: day, until: day, half: null, user_id: user.id }
  const refused = {
    status: 400,
    body: { errors: expect.arrayContaining([expect.objectContaining({ code: 'year_out_of_range' })]) },
  }
  expect(await post('/daily-reports', { report_date: day, ...words })).toMatchObject(refused)
  expect(await put(`/daily-reports/${report.id}`, { report_date: day, ...words })).toMatchObject(refused)
  expect(await put(`/absences/${newId()}`, absence)).toMatchObject(refused)
  expect(await put(`/holidays/${day}`, { name: '休み' })).toMatchObject(refused)
  const chosen = { holidays: [{ date: day, name: '休み' }] }
  expect(await post('/holidays/import', chosen)).toMatchObject(refused)
})

test.each(['2000-01-01', '2026-11-20'])('a report and a holiday on %s are accepted', async (day) => {
  const { member } = await team({ now })
  const { post, put } = await member()
  expect((await post('/daily-reports', { report_date: day, ...words })).status).toBe(201)
  expect((await put(`/holidays/${day}`, { name: '休み' })).status).toBe(200)
})

/** Replaces the days in an example request. */
const replaced = (value: unknown, day: string) =>
  JSON.parse(JSON.stringify(value ?? null).replaceAll('2026-10-23', day)) as unknown

test('a write on the first or last accepted day never gets a 5xx response', { timeout: 60_000 }, async () => {
  const { app, member } = await team({ now })
  const failed: string[] = []
  for (const { name, method, path, schema } of routesOf(app)) {
    if (method === 'GET' || method === 'HEAD' || !schema || path === '/mcp') continue
    const body = exampleOf(schema.body, newId())
    const query = exampleOf(schema.querystring, newId()) as Record<string, string> | undefined
    if (!/2026-10-23/u.test(JSON.stringify([body, query]) + path.replace(':date', '2026-10-23'))) continue
    for (const day of [...early, ...late, '2000-01-01', '2100-12-31']) {
      const caller = await member()
      const at = await ownPath(path.replace(':date', day).replace(':month', day.slice(0, 7)), caller)
      const search = new URLSearchParams(replaced(query ?? {}, day) as Record<string, string>).toString()
      const { status } = await caller.call(
        method,
        `${at}?${search}`,
        body === undefined ? undefined : replaced(body, day),
      )
      if (status >= 500) failed.push(`${name} ${day}: ${status}`)
    }
  }
  expect(failed).toEqual([])
})

test("a program's draft cannot have a day that a report cannot have", async () => {
  await startApp()
  const { date } = mcpTools.draft_report.shape as Record<string, z.core.$ZodType>
  for (const day of [...early, ...late]) expect(date!['~standard'].validate(day)).toHaveProperty('issues')
  expect(date!['~standard'].validate('2000-01-01')).toHaveProperty('value')
})

test('reports on days that are no longer accepted can still be read', async () => {
  const { database, member, teamId, clock } = await team({ now })
  const ren = await member()
  const issues = Array.from({ length: 199 }, (_, n) => `待ち ${String.fromCodePoint(0x4e00 + n * 7)}`).join('\n')
  await ren.post('/daily-reports', { report_date: '2026-11-20', ...words, issues })
  const mine = { team_id: teamId }
  await withTeamTransaction(database, { teamId }, async (db) => {
    await sql`update users set created_at = '2026-11-02T00:00:00Z' where team_id = ${teamId}`.execute(db)
    await db
      .updateTable('reports')
      .set({ report_date: '0002-01-01' })
      .where((is) => is.and(mine))
      .execute()
    await db
      .updateTable('blockers')
      .set({ first_day: '0002-01-01', last_day: '0002-01-01' })
      .where((is) => is.and(mine))
      .execute()
    await db
      .updateTable('blocker_events')
      .set({ day: '0002-01-01' })
      .where((is) => is.and(mine))
      .execute()
    await db
      .insertInto('holidays')
      .values({ ...mine, date: '0002-01-02', name: '昔' })
      .execute()
  })
  clock.now = new Date('2026-11-20T03:00:00Z')
  const { blockers } = (await ren.get('/blockers')).body
  // The member joined on Monday, 2 November. The ages count the working days since then, including Friday, 20 November.
  expect(new Set(blockers.map(({ age }: { age: number }) => age))).toEqual(new Set([16]))
  for (const path of [
    '/week',
    '/dashboard',
    '/daily-reports?report_date=0002-01-01',
    '/holidays?from=0001-12-31&until=0002-02-01',
  ])
    expect([path, (await ren.get(path)).status]).toEqual([path, 200])
})
