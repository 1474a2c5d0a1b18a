import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { User } from '#contract/users.ts'
import { dateOf, signIn, signUp } from './members.ts'
import { expect, joined, test } from './test.ts'

const take = (page: Page) => page.getByRole('button', { name: '休みにする' })
const change = (page: Page) => page.getByRole('button', { name: '休みを変更' })
const dialog = (page: Page) => page.getByRole('dialog')
const submit = (page: Page) => dialog(page).getByRole('button', { name: '休みにする' })

test('a day is off in two presses, in the small window in three, and back in one', async ({ page, member }) => {
  await page.goto('/')
  await take(page).click()
  await submit(page).click()
  await expect(page.getByText(/を全休にしました$/u)).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(change(page)).toBeFocused()
  await page.reload()
  await expect(change(page)).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('navigation', { name: '日付の移動' }).getByRole('button', { name: 'その他' }).click()
  await page.getByRole('menuitem', { name: '休みを変更' }).click()
  await dialog(page).getByRole('button', { name: '休みをやめる' }).click()
  await expect(page.getByText(/の休みをやめました$/u)).toBeVisible()
  await expect.poll(() => member.call('GET', `/absences?from=${dateOf()}&until=${dateOf()}`)).toEqual({ absences: [] })
})

test('it is taken by keys alone: the focus stays within, arrows choose, Esc leaves', async ({
  page,
  member: _member,
}) => {
  await page.goto('/')
  await take(page).press('Enter')
  await expect(dialog(page).getByRole('radio', { name: '全休' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: '午後休' })).toBeFocused()
  await expect(dialog(page).getByLabel('最後の日')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(take(page)).toBeFocused()

  await take(page).press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/を午前休にしました$/u)).toBeVisible()
  await page.keyboard.press('z')
  await expect(take(page)).toBeVisible()
})

test('without a network it is there and cannot be pressed', async ({ page, member: _member, context }) => {
  await page.goto('/')
  await expect(take(page)).toBeEnabled()
  await context.setOffline(true)
  await expect(take(page)).toBeDisabled()
  await context.setOffline(false)
  await expect(take(page)).toBeEnabled()
})

joined('colleagues see at once who is away, and count nobody who is', async ({ page, server }) => {
  const me = await signUp({ family_name: '有村' }, server)
  const colleague = await signUp({ family_name: '水沢', first_name: '渚' }, server)
  const { id: userId } = (await colleague.call('GET', '/users/me')) as User
  // Whatever weekday it is.
  await colleague.call('PATCH', `/users/${userId}/schedule`, { working_days: [1, 2, 3, 4, 5, 6, 7] })
  await signIn(page, me, server)
  const heard = page.waitForResponse('**/api/events')
  await page.goto(server)
  await heard
  await me.report()
  await expect(page.getByRole('table')).toBeVisible()
  const id = randomUUID()
  await colleague.call('PUT', `/absences/${id}`, { from: dateOf(), until: dateOf(), half: null })
  await expect(page.getByText(/水沢 渚は休みです/u)).toBeVisible()
  await colleague.call('DELETE', `/absences/${id}`)
  await expect(page.getByText(/水沢 渚は休みです/u)).toBeHidden()
})
