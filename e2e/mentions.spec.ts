import type { Report } from '#contract/reports.ts'
import type { Me } from '#contract/users.ts'
import { signIn, signUp } from './members.ts'
import { expect, test } from './test.ts'

test('a comment raises the count of unread mentions, and opening the comment lowers the count (N5.02)', async ({
  page,
  server,
}) => {
  const me = await signUp({ family_name: '有村', first_name: '葵' }, server)
  const colleague = await signUp({ family_name: '水沢', first_name: '渚' }, server)
  const { id } = (await me.call('GET', '/users/me')) as Me
  const report = (await me.report()) as Report
  await signIn(page, me, server)
  const heard = page.waitForResponse('**/api/events*')
  await page.goto(server)
  await heard
  const link = page.getByRole('navigation').getByRole('link', { name: '自分あて' })
  await expect(link).toBeVisible()
  const body = '@有村 葵 境界値の一覧をもらえますか。'
  await colleague.call('POST', `/daily-reports/${report.id}/comments`, { body, mentions: [id] })
  await expect(link).toHaveAccessibleName(/未読 1件/u)

  await page.keyboard.press('g')
  await page.keyboard.press('i')
  const row = page.getByRole('list', { name: '自分あて' }).getByRole('link')
  await expect(row).toHaveAccessibleName(/^未読.*水沢 渚.*メンション.*境界値/u)
  await row.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: body })).toBeFocused()
  await expect(link).not.toHaveAccessibleName(/未読/u)
})

test('a member mentioned in a report sees the count of mentions and their name highlighted (E5.16)', async ({
  page,
  server,
}) => {
  const me = await signUp({ family_name: '榎本', first_name: '葵' }, server)
  const colleague = await signUp({ family_name: '水沢', first_name: '渚' }, server)
  await signIn(page, colleague, server)
  await page.goto(server)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('n')
  const plan = page.getByRole('textbox', { name: '今日やること' })
  await page.getByRole('textbox', { name: '昨日やったこと' }).fill('設計')
  await plan.fill('')
  await plan.pressSequentially('@榎')
  await page.getByRole('option', { name: '榎本 葵' }).waitFor()
  await plan.press('Enter')
  await plan.pressSequentially('に確認')
  await plan.press('Control+Enter')
  await expect(page.getByText('@榎本 葵', { exact: true })).toBeVisible()
  await signIn(page, me, server)
  await page.goto(`${server}/mentions`)
  const link = page.getByRole('navigation').getByRole('link', { name: '自分あて' })
  await expect(link).toHaveAccessibleName(/未読 1件/u)
  await page.getByRole('list', { name: '自分あて' }).getByRole('link').press('Enter')
  await expect(page.getByText('@榎本 葵', { exact: true })).toBeVisible()
  await expect(link).not.toHaveAccessibleName(/未読/u)
})
