import { expect, test } from 'vitest'
import type { ImportedReports } from '#contract/import.ts'
import type { DayReport } from '#contract/reports.ts'
import { type Member, team } from '#server/testing/team.ts'

const now = new Date('2026-11-20T03:00:00Z')
const [written, empty] = ['2026-11-18', '2026-11-17']
const own = { report_date: written, yesterday_work: 'own', today_plan: 'plan', issues: '' }

/** Creates an administrator, and a colleague with the report `written`. */
async function twoMembers() {
  const asakai = await team({ now })
  const [misaki, ren] = [await asakai.member('佐伯'), await asakai.member('早川')]
  await ren.post('/daily-reports', own)
  const send = async (query = '', text = 'imported', who: Member = misaki) => {
    asakai.clock.now = new Date(asakai.clock.now.getTime() + 60_000)
    const rows = [written, empty].map((day) => `${day},${ren.user.email},${text},${text}`)
    const table = ['date,email,yesterday,today', ...rows].join('\n')
    return (await who.post(`/import?${query}`, table, { 'content-type': 'text/csv' })).body as ImportedReports
  }
  const reportOf = async (day = written) =>
    (await ren.get(`/daily-reports?report_date=${day}`)).body.reports[0] as DayReport
  return { ...asakai, misaki, ren, send, reportOf }
}

const counts = ({ new: added, changed, kept, refused, rows }: ImportedReports) => ({
  counts: [added, changed, kept, refused],
  outcomes: rows.map(({ outcome }) => outcome),
})

test.each(['', 'existing=keep', 'existing='])(
  'an import with the query “%s” keeps existing reports (E4.15)',
  async (query) => {
    const { send, reportOf } = await twoMembers()
    const before = await reportOf()
    const expected = { counts: [1, 0, 1, 0], outcomes: ['kept', 'new'] }
    const preview = await send(`preview=true&${query}`)
    expect(counts(preview)).toEqual(expected)
    expect(preview.replaced).toEqual([])
    expect(counts(await send(query))).toEqual(expected)
    expect(await reportOf()).toEqual(before)
    expect(await reportOf(empty)).toMatchObject({ yesterday_work: 'imported', status: 'submitted' })
  },
)

test('an import keeps the caller’s own reports and those of an earlier import (E4.15)', async () => {
  const { ren, send, reportOf } = await twoMembers()
  await send('', 'first')
  expect(counts(await send('', 'second', ren))).toEqual({ counts: [0, 0, 2, 0], outcomes: ['kept', 'kept'] })
  expect([(await reportOf()).yesterday_work, (await reportOf(empty)).yesterday_work]).toEqual(['own', 'first'])
})

test('an import replaces existing reports if the caller chooses it (E4.15)', async () => {
  const { send, reportOf } = await twoMembers()
  expect(counts(await send('existing=replace'))).toEqual({ counts: [1, 1, 0, 0], outcomes: ['changed', 'new'] })
  expect((await reportOf()).yesterday_work).toBe('imported')
  expect(counts(await send())).toEqual({ counts: [0, 0, 0, 0], outcomes: ['unchanged', 'unchanged'] })
})

test('an import rejects a value of `existing` other than keep and replace', async () => {
  const { misaki } = await twoMembers()
  const { status } = await misaki.post('/import?existing=all', 'date,today\n2026-11-18,a', {
    'content-type': 'text/csv',
  })
  expect(status).toBe(400)
})

test('a replaced report names the importer until an edit by the author or an undo (E4.15)', async () => {
  const { misaki, ren, send, reportOf } = await twoMembers()
  expect(await reportOf()).toMatchObject({ replaced_by: null })
  const { id } = await send('existing=replace')
  expect(await reportOf()).toMatchObject({ status: 'edited', replaced_by: '佐伯 直樹' })
  expect(await reportOf(empty)).toMatchObject({ replaced_by: null })

  const { id: reportId } = await reportOf()
  await ren.delete(`/daily-reports/${reportId}`)
  await ren.post(`/daily-reports/${reportId}/restore`)
  expect(await reportOf()).toMatchObject({ replaced_by: '佐伯 直樹' })

  await misaki.delete(`/import/${id}`)
  expect(await reportOf()).toMatchObject({ yesterday_work: 'own', status: 'submitted' })
  expect(await reportOf()).toMatchObject({ replaced_by: null })

  await send('existing=replace', 'again')
  await ren.put(`/daily-reports/${reportId}`, { ...own, yesterday_work: 'mine' })
  expect(await reportOf()).toMatchObject({ status: 'edited' })
  expect(await reportOf()).toMatchObject({ replaced_by: null })
})

test('a report that its own author replaced by an import names no importer (E4.15)', async () => {
  const { ren, send, reportOf } = await twoMembers()
  await send('existing=replace', 'first')
  await send('existing=replace', 'second', ren)
  expect(await reportOf()).toMatchObject({ status: 'edited', yesterday_work: 'second' })
  expect(await reportOf()).toMatchObject({ replaced_by: null })
})

test('undoing the second import of a report restores the name of the first importer (E4.15)', async () => {
  const { ren, send, reportOf } = await twoMembers()
  await send('existing=replace', 'first')
  const { id } = await send('existing=replace', 'second', ren)
  await ren.delete(`/import/${id}`)
  expect(await reportOf()).toMatchObject({ yesterday_work: 'first', replaced_by: '佐伯 直樹' })
})
