import { randomUUID } from 'node:crypto'
import type { User } from '#contract/users.ts'
import { dateOf, signIn, signUp } from './members.ts'
import { expect, test } from './test.ts'

test('an open screen shows a new report, a changed report and a new member at once', async ({ page, server }) => {
  const me = await signUp({}, server)
  // A unique name: people from other test files may be in this team.
  const colleague = await signUp({ family_name: '村瀬', first_name: '航' }, server)
  await signIn(page, me, server)
  const heard = page.waitForResponse('**/api/events*')
  await page.goto(server)
  await heard

  await colleague.report({ today_plan: 'キャッシュ方針をADRにまとめる' })
  await expect(page.getByText('キャッシュ方針をADRにまとめる')).toBeVisible()

  const heardAgain = page.waitForResponse('**/api/events*')
  await page.goto(`${server}/team`)
  await heardAgain
  await expect(page.getByRole('heading', { name: colleague.name })).toBeVisible()
  await signUp({ family_name: '小野寺', first_name: '栞' }, server)
  await expect(page.getByRole('heading', { name: '小野寺 栞' })).toBeVisible()
})

test('an open screen shows at once that a colleague is away, and does not count them', async ({ page, server }) => {
  const me = await signUp({ family_name: '有村' }, server)
  const colleague = await signUp({ family_name: '水沢', first_name: '渚' }, server)
  const { id: userId } = (await colleague.call('GET', '/users/me')) as User
  // The test must work on every weekday.
  await colleague.call('PATCH', `/users/${userId}/schedule`, { working_days: [1, 2, 3, 4, 5, 6, 7] })
  await signIn(page, me, server)
  const heard = page.waitForResponse('**/api/events*')
  await page.goto(server)
  await heard
  await me.report()
  await expect(page.getByRole('table')).toBeVisible()
  const id = randomUUID()
  await colleague.call('PUT', `/absences/${id}`, { from: dateOf(), until: dateOf(), half: null })
  await expect(page.getByText(/^休み.*水沢 渚/u)).toBeVisible()
  await colleague.call('DELETE', `/absences/${id}`)
  await expect(page.getByText(/^休み.*水沢 渚/u)).toBeHidden()
})

test('the page keeps its scroll position when a report arrives above the visible part', async ({ page, server }) => {
  const me = await signUp({}, server)
  const others = await Promise.all(['い', 'ろ', 'は', 'に', 'ほ'].map((family_name) => signUp({ family_name }, server)))
  const late = await signUp({ family_name: 'へ' }, server)
  const long = Array.from({ length: 30 }, (_, line) => `仕事 ${line}`).join('\n')
  await me.report({})
  for (const [index, { report }] of others.entries())
    await report({ yesterday_work: long, today_plan: `計画 ${index}` })
  // Unread reports are above the read ones.
  await me.call('POST', '/daily-reports/read', { date: dateOf() })
  await signIn(page, me, server)
  const heard = page.waitForResponse('**/api/events*')
  await page.goto(server)
  await heard
  const words = page.getByText('計画 4')
  await words.scrollIntoViewIfNeeded()
  const top = async () => (await words.boundingBox())?.y
  let before = await top()
  const isStill = async () => before === (before = await top())
  await expect.poll(isStill, { intervals: [500] }).toBe(true)
  // At the first layout after a scroll, Chromium chooses the element that it keeps in place. The new size causes this
  // layout.
  await page.setViewportSize({ width: 1440, height: 880 })
  await expect.poll(isStill, { intervals: [500] }).toBe(true)

  await late.report({ yesterday_work: long, today_plan: '遅れた計画' })
  await expect(page.getByText('遅れた計画')).toBeAttached()
  await expect.poll(top).toBeCloseTo(before!, 0)
})

test('an open screen shows missed changes without a reload after a lost connection', async ({
  page,
  server,
  context,
}) => {
  const me = await signUp({}, server)
  const colleague = await signUp({ family_name: '三浦' }, server)
  await signIn(page, me, server)
  await page.goto(server)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await colleague.report({ today_plan: '留守の間の計画' })
  await context.setOffline(false)
  await expect(page.getByText('留守の間の計画')).toBeVisible()
})
