import type { Page, Route } from '@playwright/test'
import { expect, openAs, test } from './test.ts'

/**
 * Rejects the first write to the path, and asks for the password, as the server does fifteen minutes after a sign-in.
 * All other calls reach the server.
 */
async function asksOnce(page: Page, path: RegExp) {
  let hasAsked = false
  await page.route(path, async (route: Route) => {
    if (hasAsked || route.request().method() === 'GET') return route.fallback()
    hasAsked = true
    const json = { code: 'reauthentication_required', message: '現在のパスワードを入力してください。' }
    await route.fulfill({ status: 403, contentType: 'application/problem+json', json })
  })
}

async function confirm(page: Page, password: string) {
  const dialog = page.getByRole('dialog', { name: 'ご本人の確認' })
  await dialog.getByLabel('現在のパスワード').fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

test('a new access token requires the password, and then gets the typed name (E1.07)', async ({ page, member }) => {
  await asksOnce(page, /\/api\/tokens/u)
  await openAs(page, member, '/settings?tab=access')
  await page.getByRole('button', { name: '発行する' }).click()
  await page.getByLabel('名前').fill('集計の書き出し')
  await page.keyboard.press('Enter')
  await confirm(page, member.password)
  await expect(page.getByRole('textbox', { name: '「集計の書き出し」のトークンです' })).toHaveValue(/^asakai_pat_/u)
  await expect(page.getByRole('button', { name: '集計の書き出しを失効させる' })).toBeVisible()
})

test('a wrong password leaves the password dialog open and the form behind the dialog unchanged', async ({
  page,
  member,
}) => {
  await asksOnce(page, /\/api\/webhooks/u)
  await openAs(page, member, '/team?tab=settings')
  await page.getByRole('button', { name: '追加する', exact: true }).last().click()
  const form = page.getByRole('dialog').first()
  await form.getByLabel('送信先のURL').fill('https://1.1.1.1/asakai')
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: 'ご本人の確認' })
  await asked.getByLabel('現在のパスワード').fill('another password')
  await page.keyboard.press('Enter')
  await expect(asked.getByText('現在のパスワードが違います。')).toBeVisible()
  await confirm(page, member.password)
  await expect(page.getByRole('button', { name: '1.1.1.1/asakai', exact: true })).toBeVisible()
  await expect(page.getByText(`追加: ${member.name}さん`)).toBeVisible()
})
