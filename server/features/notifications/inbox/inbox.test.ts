import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import type { Mention } from '#contract/comments.ts'
import { type Member, team } from '#server/testing/team.ts'

const evening = new Date('2026-11-19T14:58:00Z') // 23:58 in Tokyo
const forMe = async (who: Member, query = ''): Promise<{ mentions: Mention[]; unread: number }> =>
  (await who.get(`/mentions${query}`)).body

/**
 * Creates Misaki with two reports and two insights, written around midnight. Ren comments on each of them. The comment
 * on the first report is written last, but has the earliest time.
 */
async function answered() {
  const asakai = await team({ now: evening })
  const { clock } = asakai
  const [misaki, ren] = [await asakai.member('佐伯'), await asakai.member('早川')]
  const at = (minutes: number) => (clock.now = new Date(evening.getTime() + minutes * 60_000))
  const places: { place: string; id: string }[] = []
  for (const [index, report_date] of ['2026-11-19', '2026-11-20'].entries()) {
    at(index * 4)
    const report = { report_date, yesterday_work: '設計', today_plan: '実装', issues: '' }
    const { body: filed } = await misaki.post('/daily-reports', report)
    const { body: noted } = await misaki.post('/insights', { type: 'keep', note: '朝会' })
    places.push({ place: 'daily-reports', id: filed.id }, { place: 'insights', id: noted.id })
  }
  for (const [index, { place, id }] of [...places.slice(1), places[0]!].entries()) {
    at(index === 3 ? 4.5 : index + 5)
    await ren.post(`/${place}/${id}/comments`, { body: String(index) })
  }
  return { ...asakai, misaki, ren, places, at }
}

test('the inbox lists mentions with their subject and day, newest first, page by page', async () => {
  const { misaki, places } = await answered()
  const [first, second, third, fourth] = places
  const { mentions } = await forMe(misaki)
  expect(mentions.map(({ body, subject, subject_id, date }) => [body, subject, subject_id, date])).toEqual([
    ['2', 'insight', fourth!.id, '2026-11-20'],
    ['1', 'report', third!.id, '2026-11-20'],
    ['0', 'insight', second!.id, '2026-11-19'],
    ['3', 'report', first!.id, '2026-11-19'],
  ])
  expect((await forMe(misaki, '?limit=2')).mentions.map(({ body }) => body)).toEqual(['2', '1'])
  expect((await forMe(misaki, '?limit=1&offset=1')).mentions.map(({ body }) => body)).toEqual(['1'])
})

test('a member marks only their own mentions as read, and an unknown mention gets a 404', async () => {
  const { misaki, ren, places } = await answered()
  await misaki.post(`/daily-reports/${places[0]!.id}/comments`, { body: '返事' })
  expect((await misaki.put(`/mentions/${newId()}/read`, undefined)).status).toBe(404)
  const [{ id }] = (await forMe(misaki)).mentions as [Mention]
  expect((await misaki.put(`/mentions/${id}/read`, undefined)).status).toBe(204)
  expect((await forMe(misaki)).mentions.map(({ read }) => read)).toEqual([true, false, false, false])
  expect((await misaki.post('/mentions/read', {})).body.ids).toHaveLength(3)
  expect([(await forMe(misaki)).unread, (await forMe(ren)).unread]).toEqual([0, 1])
})

test('marking mentions as unread changes only the caller’s mentions among the given ones', async () => {
  const { misaki, ren, places } = await answered()
  await misaki.post(`/daily-reports/${places[0]!.id}/comments`, { body: '返事' })
  const { ids } = (await misaki.post('/mentions/read', {})).body
  const { ids: others } = (await ren.post('/mentions/read', {})).body
  await misaki.post('/mentions/unread', { ids: [ids[0], others[0]] })
  expect([(await forMe(misaki)).unread, (await forMe(ren)).unread]).toEqual([1, 0])
})
