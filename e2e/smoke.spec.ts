import { expect, test } from '@playwright/test'
import { letterTo, linkIn } from './letters.ts'
import { signIn, signUp } from './members.ts'

test('a stranger is led to the login', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/u)
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeEnabled()
})

test('a member who is signed in sees the daily report', async ({ page }) => {
  const misaki = await signUp()
  await signIn(page, misaki)
  await expect(page).toHaveTitle(/日報|Asakai/u)
  await expect(page.getByRole('button', { name: '日報を書く' }).first()).toBeVisible()
})

test('the link of the first letter proves the address', async ({ page }) => {
  const misaki = await signUp()
  await page.goto(linkIn(await letterTo(misaki.email)))
  await expect(page.getByText('メールアドレスを確認しました')).toBeVisible()
})
