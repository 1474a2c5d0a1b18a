import { expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'

const date = '2026-11-20'
const named = { yesterday_work: '設計', today_plan: '- @早川 にレビューを頼む', issues: '' }

/** Creates a report that names a member under their former name. */
async function renamed() {
  const asakai = await team({ now: new Date(`${date}T03:00:00Z`) })
  const misaki = await asakai.member('佐伯')
  const ren = await asakai.member('早川', { preferred_name: '早川' })
  const { id } = (await misaki.post('/daily-reports', { report_date: date, ...named })).body
  await ren.patch('/users/me/profile', { preferred_name: 'れん' })
  const edit = (change: Partial<typeof named>) =>
    misaki.put(`/daily-reports/${id}`, { report_date: date, ...named, ...change })
  return { edit, unread: async () => (await ren.get('/mentions')).body.unread as number }
}

test('changing other lines of a report keeps the mention of a renamed member (E5.16)', async () => {
  const { edit, unread } = await renamed()
  expect((await edit({ yesterday_work: '設計と見積もり' })).status).toBe(200)
  expect(await unread()).toBe(1)
})

test('removing the line that mentions a renamed member removes the mention (E5.16)', async () => {
  const { edit, unread } = await renamed()
  expect((await edit({ today_plan: '実装' })).status).toBe(200)
  expect(await unread()).toBe(0)
})
