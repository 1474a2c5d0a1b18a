import { expect, test } from 'vitest'
import { hostileInput } from '#server/testing/fixtures.ts'
import { team } from '#server/testing/team.ts'

const report = (report_date: string) => ({
  report_date,
  yesterday_work: `${report_date}の仕事`,
  today_plan: '実装',
  issues: '',
})
const month = (year: number | string, number: number | string) =>
  `/monthly-reports/achievement/my?year=${year}&month=${number}`

test('the monthly reports list only my own reports, by date', async () => {
  const { member } = await team()
  const [me, colleague] = [await member(), await member()]
  for (const date of ['2026-02-28', '2026-02-01', '2026-01-31', '2026-03-01', '2026-02-14'])
    await me.post('/daily-reports', report(date))
  await colleague.post('/daily-reports', report('2026-02-02'))

  const { status, body } = await me.get(month(2026, 2))

  expect(status).toBe(200)
  expect(body).toEqual(
    ['2026-02-01', '2026-02-14', '2026-02-28'].map((report_date) => ({
      report_date,
      yesterday_work: `${report_date}の仕事`,
      issues: '',
      blockers: [],
      report_time: 'morning',
      added_later: false,
    })),
  )
  expect((await me.get(month(2025, 2))).body).toEqual([])
})

test('the monthly reports include leap days and the first and last days of a year', async () => {
  const { member } = await team()
  const { post, get } = await member()
  for (const date of ['2024-02-29', '2024-12-31', '2025-01-01']) await post('/daily-reports', report(date))
  const datesOf = async (year: number, number: number) =>
    ((await get(month(year, number))).body as { report_date: string }[]).map(({ report_date }) => report_date)
  expect(await datesOf(2024, 2)).toEqual(['2024-02-29'])
  expect(await datesOf(2024, 12)).toEqual(['2024-12-31'])
  expect(await datesOf(2025, 1)).toEqual(['2025-01-01'])
})

test('the monthly reports accept months from 2000 to 2100', async () => {
  const { get } = await (await team()).member()
  for (const [year, number] of [[2000, 1] as const, [2100, 12] as const])
    expect((await get(month(year, number))).status).toBe(200)
  for (const year of [1999, 2101, '']) expect((await get(month(year, 1))).status).toBe(400)
  for (const number of [0, 13, 1.5, 'Oktober', '0xa']) expect((await get(month(2026, number))).status).toBe(400)
})

test('the monthly reports hide reports of another team', async () => {
  const [mine, other] = [await team(), await team()]
  await (await other.member()).post('/daily-reports', report('2026-02-02'))
  expect((await (await mine.member()).get(month(2026, 2))).body).toEqual([])
  expect((await mine.visitor().get(month(2026, 2))).status).toBe(401)
})

test('the monthly reports return hostile text unchanged', async () => {
  const words = hostileInput('xss.txt').split('\n').slice(0, 60).join('\n').trim()
  const { post, get } = await (await team()).member()
  const written = await post('/daily-reports', { ...report('2026-02-02'), yesterday_work: words.slice(0, 2000) })
  expect(written.status).toBeLessThan(300)
  const [entry] = (await get(month(2026, 2))).body as { yesterday_work: string }[]
  expect(entry!.yesterday_work).toBe(words.slice(0, 2000))
})
