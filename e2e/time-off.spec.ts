import type { Page } from '@playwright/test'
import { dateOf } from './members.ts'
import { expect, test } from './test.ts'

const take = (page: Page) => page.getByRole('button', { name: '休みにする' })
const change = (page: Page) => page.getByRole('button', { name: '休みを変更' })
const dialog = (page: Page) => page.getByRole('dialog')
const submit = (page: Page) => dialog(page).getByRole('button', { name: '休みにする' })

test('a member takes a day off in two presses, and cancels the day off', async ({ page, member }) => {
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
  await dialog(page).getByRole('button', { name: '休みを取り消す' }).click()
  await expect(page.getByText(/の休みを取り消しました$/u)).toBeVisible()
  await expect.poll(() => member.call('GET', `/absences?from=${dateOf()}&until=${dateOf()}`)).toEqual({ absences: [] })
})

test('the dialog for a day off works by keyboard only', async ({ page, member: _member }) => {
  await page.goto('/')
  await take(page).press('Enter')
  await expect(dialog(page).getByRole('radio', { name: '全休' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: '午後休' })).toBeFocused()
  await expect(dialog(page).getByLabel('終了日')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(take(page)).toBeFocused()

  await take(page).press('Enter')
  await expect(dialog(page).getByRole('radio', { name: '全休' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/を午前休にしました$/u)).toBeVisible()
  await page.keyboard.press('z')
  await expect(take(page)).toBeVisible()
})

test('the dialog for a day off opens again immediately after it was closed', async ({ page, member: _member }) => {
  await page.goto('/')
  await take(page).press('Enter')
  await dialog(page).getByRole('radio', { name: '全休' }).waitFor()
  await take(page)
    .first()
    .evaluate((button: HTMLElement) => {
      document.querySelector('dialog')!.requestClose() // closes like Esc: the browser fires `close` only later
      button.click()
    })
  await submit(page).click()
  await expect(page.getByText(/を全休にしました$/u)).toBeVisible()
})

test('the button for a day off is disabled while the page is offline', async ({ page, member: _member, context }) => {
  await page.goto('/')
  await expect(take(page)).toBeEnabled()
  await context.setOffline(true)
  await expect(take(page)).toBeDisabled()
  await context.setOffline(false)
  await expect(take(page)).toBeEnabled()
})
