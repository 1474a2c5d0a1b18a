import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ImportedReports, ReportImport } from '#contract/import.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { eventsOf } from '#server/testing/events.ts'
import { makeDecisionsOld } from '#server/testing/old-decisions.ts'
import { type Member, team } from '#server/testing/team.ts'
import { deleteOldReportImports, resumeReportImports } from './operations.ts'

const now = new Date('2026-11-20T03:00:00Z')
const day = '2026-11-18'
const aDay = 24 * 60 * 60_000 // milliseconds

/** Creates an administrator and a colleague, each with a report of `day`. */
async function twoMembers(options: Parameters<typeof team>[0] = {}) {
  const asakai = await team({ now, ...options })
  const [misaki, ren] = [await asakai.member('佐伯'), await asakai.member('早川')]
  for (const member of [misaki, ren])
    await member.post('/daily-reports', {
      report_date: day,
      yesterday_work: '設計',
      today_plan: '実装',
      issues: '困りました',
    })
  const take = (rows: readonly string[], who: Member = misaki, query = '') =>
    who.post(`/import?existing=replace${query}`, rows.join('\n'), { 'content-type': 'text/csv' })
  const reports = async (date = day) => {
    const { body } = await misaki.get(`/daily-reports?report_date=${date}`)
    return (body.reports as Record<string, string>[]).map(
      ({ id, yesterday_work, today_plan, issues, status, updated_at }) => ({
        id,
        words: [yesterday_work, today_plan, issues].join('|'),
        status,
        updated_at,
      }),
    )
  }
  const table = [
    'date,email,yesterday,today,blockers',
    `${day},${misaki.user.email},a,b,`,
    `${day},${ren.user.email},c,d,e`,
    `2026-11-17,${ren.user.email},f,g,h`,
  ]
  return { ...asakai, misaki, ren, take, reports, table }
}

test('undoing an import restores replaced reports and deletes added ones (E4.03)', async () => {
  const { misaki, take, reports, table, clock } = await twoMembers()
  const before = await reports()
  clock.now = new Date(now.getTime() + 60_000)
  const { body: imported } = await take(table)
  expect(imported).toMatchObject({ new: 1, changed: 2, refused: 0 })
  expect((await reports()).map(({ words }) => words)).toEqual(['a|b|', 'c|d|e'])
  const { status, body } = await misaki.delete(`/import/${imported.id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ state: 'undone', removed: 1, restored: 2, left: 0, undo_until: null })
  expect(await reports()).toEqual(before)
  expect(await reports('2026-11-17')).toEqual([])
  expect((await misaki.get('/search?q=設計')).body.results).toHaveLength(2)
  const { blockers } = (await misaki.get('/blockers')).body
  expect(blockers.map(({ text }: { text: string }) => text)).toEqual(['困りました', '困りました'])
  expect((await misaki.delete(`/import/${imported.id}`)).body).toEqual(body)
})

test('undoing an import keeps reports that members changed, commented on or deleted since the import', async () => {
  const { misaki, ren, take, reports, table } = await twoMembers()
  const { body: imported } = await take([...table, `2026-11-16,${ren.user.email},i,j,k`])
  const [own] = await reports()
  await misaki.put(`/daily-reports/${own!.id}`, {
    report_date: day,
    yesterday_work: 'mine',
    today_plan: 'b',
    issues: '',
  })
  const [added] = await reports('2026-11-17')
  await misaki.post(`/daily-reports/${added!.id}/comments`, { body: '読みました' })
  const [deleted] = await reports('2026-11-16')
  await ren.delete(`/daily-reports/${deleted!.id}`)
  expect((await misaki.delete(`/import/${imported.id}`)).body).toMatchObject({ removed: 0, restored: 1, left: 3 })
  expect((await reports()).map(({ words }) => words)).toEqual(['mine|b|', '設計|実装|困りました'])
  expect(await reports('2026-11-17')).toHaveLength(1)
})

test('undoing an import restores the text of a replaced report that the author has deleted since', async () => {
  const { misaki, ren, take, reports, table, clock } = await twoMembers()
  const before = await reports()
  clock.now = new Date(now.getTime() + 60_000)
  const { body: imported } = await take([...table, `2026-11-16,${ren.user.email},i,j,k`])
  const [added] = await reports('2026-11-16')
  await misaki.delete(`/daily-reports/${before[0]!.id}`)
  await ren.delete(`/daily-reports/${before[1]!.id}`)
  await ren.delete(`/daily-reports/${added!.id}`)
  await ren.post(`/daily-reports/${before[1]!.id}/restore`)
  await ren.delete(`/daily-reports/${before[1]!.id}`)
  expect((await misaki.delete(`/import/${imported.id}`)).body).toMatchObject({ removed: 1, restored: 2, left: 1 })
  expect(await reports()).toEqual([])
  await misaki.post(`/daily-reports/${before[0]!.id}/restore`)
  await ren.post(`/daily-reports/${before[1]!.id}/restore`)
  expect(await reports()).toEqual(before)
  expect((await misaki.get('/search?q=設計')).body.results).toHaveLength(2)
  const { blockers } = (await misaki.get('/blockers')).body
  expect(blockers.map(({ text }: { text: string }) => text)).toEqual(['困りました', '困りました'])
})

test('an import keeps the existing text of a column that the file lacks (E4.01)', async () => {
  const { misaki, ren, take, reports } = await twoMembers()
  const rows = ['date,email,What,today', `${day},${misaki.user.email},x,b`, `2026-11-17,${ren.user.email},x,g`]
  expect((await take(rows)).body.columns).toMatchObject({ yesterday: null, blockers: null })
  expect((await reports()).map(({ words }) => words)).toEqual(['設計|b|困りました', '設計|実装|困りました'])
  expect((await reports('2026-11-17')).map(({ words }) => words)).toEqual(['|g|'])
  expect((await take(rows)).body).toMatchObject({ new: 0, changed: 0, id: null })
})

test('an import reads the column with the chosen number, and no column for the number 0', async () => {
  const { misaki, take, reports } = await twoMembers()
  const rows = ['date,email,Answer,Answer,blockers', `${day},${misaki.user.email},a,b,c`]
  const { body } = await take(rows, misaki, '&yesterday=%234&today=%230&blockers=%230')
  expect(body.column_numbers).toEqual({ date: 1, email: 2, yesterday: 4, today: null, blockers: null })
  expect((await reports())[0]!.words).toBe('b|実装|困りました')
})

test('the preview of an import lists the reports that rows replace, with the former text', async () => {
  const { misaki, take, table } = await twoMembers()
  const { body } = await take(['date,email,today', ...table.slice(1, 2)], misaki, '&preview=true')
  expect((body as ImportedReports).replaced).toEqual([
    {
      line: 2,
      user_id: misaki.user.id,
      user_name: '佐伯 直樹',
      report_date: day,
      before: { yesterday_work: '設計', today_plan: '実装', issues: '困りました' },
      after: { yesterday_work: '設計', today_plan: 'a', issues: '困りました' },
    },
  ])
})

test('members can undo their own imports, and administrators can undo all imports of the team', async () => {
  const { misaki, ren, take, database, teamId } = await twoMembers()
  const own = (await take(['date,today', '2026-11-17,x'], ren)).body.id as string
  const others = (await take(['date,today', '2026-11-17,x'])).body.id as string
  const ids = async (who: Member) => ((await who.get('/import')).body as ReportImport[]).map(({ id }) => id)
  expect(await ids(ren)).toEqual([own])
  expect(await ids(misaki)).toEqual([others, own])
  expect((await ren.get(`/import/${others}`)).body.code).toBe('not_yours')
  expect((await ren.delete(`/import/${others}`)).body.code).toBe('not_yours')
  expect((await misaki.delete(`/import/${own}`)).body).toMatchObject({ state: 'undone', user_id: ren.user.id })
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('report_imports').set({ ended_at: null }).execute(),
  )
  expect((await misaki.delete(`/import/${others}`)).body.code).toBe('import_going_on')
})

test('an import cannot be undone while its rows are being stored', async () => {
  const { misaki, take, database, teamId } = await twoMembers()
  const id = (await take(['date,today', '2026-11-17,x'])).body.id as string
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('report_imports').set({ ended_at: null }).execute(),
  )
  await withTeamTransaction(database, { teamId }, async (db) => {
    await sql`select from report_imports where team_id = ${teamId} and id = ${id} for update`.execute(db)
    expect(await misaki.delete(`/import/${id}`)).toMatchObject({ status: 409, body: { code: 'import_going_on' } })
  })
})

test('an import can be undone for 24 hours, and its record is deleted the next night', async () => {
  const { misaki, take, app, database, teamId } = await twoMembers()
  const { id } = (await take(['date,today', '2026-11-17,x'])).body
  const age = (milliseconds: number) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db
        .updateTable('report_imports')
        .set({ created_at: new Date(now.getTime() - milliseconds) })
        .execute(),
    )
  await age(aDay - 1)
  expect((await misaki.get('/import')).body).toHaveLength(1)
  await age(aDay)
  expect((await misaki.get('/import')).body).toEqual([])
  expect((await misaki.get(`/import/${id}`)).body).toMatchObject({ state: 'done', undo_until: null })
  expect((await misaki.delete(`/import/${id}`)).body.code).toBe('import_too_old')
  await age(aDay + 1)
  await deleteOldReportImports(app.services)
  expect((await misaki.get(`/import/${id}`)).status).toBe(404)
  const rows = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('report_import_rows').selectAll().execute(),
  )
  expect(rows).toEqual([])
})

test('another server continues an import if the first server has ended', async () => {
  const { misaki, ren, take, reports, table, app, clock, database, teamId } = await twoMembers()
  const { id } = (await take(table)).body
  // Makes the rows look as if a kill -9 had ended the server after the first of three rows.
  await withTeamTransaction(database, { teamId }, async (db) => {
    await db.updateTable('report_imports').set({ ended_at: null, filed: 2 }).execute()
    await db
      .updateTable('report_import_rows')
      .set({ filed_at: null, report_id: null })
      .where('report_date', '=', '2026-11-17')
      .execute()
    await db.deleteFrom('reports').where('team_id', '=', teamId).where('report_date', '=', '2026-11-17').execute()
  })
  expect((await misaki.get(`/import/${id}`)).body).toMatchObject({ state: 'going_on', filed: 2, total: 3 })
  await resumeReportImports(app.services)
  expect((await misaki.get(`/import/${id}`)).body).toMatchObject({ state: 'going_on', filed: 2 })
  clock.now = new Date(now.getTime() + 60_001)
  await Promise.all([resumeReportImports(app.services), resumeReportImports(app.services)])
  expect((await misaki.get(`/import/${id}`)).body).toMatchObject({ state: 'done', filed: 3 })
  expect((await reports('2026-11-17')).map(({ words }) => words)).toEqual(['f|g|h'])
  expect((await ren.get('/search?q=f')).status).toBeLessThan(500)
  expect((await misaki.delete(`/import/${id}`)).body).toMatchObject({ removed: 1, restored: 2 })
})

test('an import logs reports_imported once, even if another server finishes the import', async () => {
  const { misaki, take, table, app, clock, database, teamId } = await twoMembers({ logLevel: 'info' })
  const events = eventsOf(app)
  const logged = () => events().filter(({ event }) => event === 'reports_imported')
  const { id } = (await take(table)).body
  const event = expect.objectContaining({ team: teamId, member: misaki.user.id, id })
  expect(logged()).toEqual([event])
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('report_imports').set({ ended_at: null }).execute(),
  )
  clock.now = new Date(now.getTime() + 60_001)
  await Promise.all([resumeReportImports(app.services), resumeReportImports(app.services)])
  await resumeReportImports(app.services)
  expect(logged()).toEqual([event, event])
})

test('two requests with the same idempotency key start one import', async () => {
  const { misaki, table } = await twoMembers()
  const send = () =>
    misaki.post('/import?existing=replace', table.join('\n'), {
      'content-type': 'text/csv',
      'idempotency-key': 'a-key-of-this-import',
    })
  const [first, second] = [await send(), await send()]
  expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body })
  expect(first.body.id).toEqual(expect.any(String))
  expect((await misaki.get('/import')).body).toHaveLength(1)
})

test.each(['keep', 'erase'])(
  'an import that replaced reports of others can be undone after the importer left (option “%s”) (E4.03)',
  async (choice) => {
    const here = await twoMembers()
    const { misaki, ren, take, reports, table } = here
    expect((await misaki.patch(`/users/${ren.user.id}`, { is_admin: true })).status).toBe(200)
    await makeDecisionsOld(here)
    const before = (await reports()).find(({ words }) => words.includes('設計'))
    const { body: imported } = await take(table.slice(0, 2), ren)
    expect(imported.changed).toBe(1)
    const left = await ren.call('DELETE', '/users/me', { password: 'correct horse battery', reports: choice })
    expect(left.status).toBe(204)
    const ofNobody = { user_id: null, user_name: null }
    const [listed] = (await misaki.get('/import')).body as ReportImport[]
    expect(listed).toMatchObject({ id: imported.id, ...(choice === 'erase' && ofNobody) })
    expect((await misaki.delete(`/import/${imported.id}`)).body).toMatchObject({ state: 'undone', restored: 1 })
    expect(await reports()).toContainEqual(before)
  },
)

test('an import can be undone after the author of a replaced report left and kept the reports (E4.03)', async () => {
  const { misaki, ren, take, reports, table } = await twoMembers()
  const before = (await reports()).find(({ words }) => words.includes('設計'))
  const { body: imported } = await take(table.filter((row) => !row.includes(misaki.user.email)))
  const left = await ren.call('DELETE', '/users/me', { password: 'correct horse battery', reports: 'keep' })
  expect(left.status).toBe(204)
  const { body } = await misaki.delete(`/import/${imported.id}`)
  expect(body).toMatchObject({ state: 'undone', removed: 1, restored: 1, left: 0 })
  expect(await reports()).toContainEqual(before)
  expect(await reports('2026-11-17')).toEqual([])
})

test('a leaving member’s own imports are deleted', async () => {
  const { misaki, ren, take, database, teamId } = await twoMembers()
  await take(['date,today', '2026-11-17,x'], ren)
  await take(['date,today', '2026-11-16,y'])
  const left = await ren.call('DELETE', '/users/me', { password: 'correct horse battery', reports: 'keep' })
  expect(left.status).toBe(204)
  const users = await withTeamTransaction(database, { teamId }, async (db) => [
    ...(await db.selectFrom('report_imports').select('user_id').execute()),
    ...(await db.selectFrom('report_import_rows').select('user_id').execute()),
  ])
  expect(users.map(({ user_id }) => user_id)).toEqual([misaki.user.id, misaki.user.id])
})
