import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

/** Everything that this browser keeps of what was read. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('asakai')
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const reading = opening.result.transaction('kept').objectStore('kept').getAll()
    await new Promise((resolve) => (reading.onsuccess = resolve))
    opening.result.close()
    return JSON.stringify(reading.result)
  })

test('opens without a network, with what was last read, marked as such', async ({ page, context, member }) => {
  await member.report({ today_plan: '実装' })
  await page.goto('/')
  await expect(page.getByText('実装')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => kept(page)).toContain('実装')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('実装')).toBeVisible()
  await expect(page.getByText('オフラインです')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('オフラインです')).toBeHidden()
})

test('a logout forgets what was read', async ({ page, context, member }) => {
  await member.report({ today_plan: '実装' })
  await page.goto('/')
  await expect(page.getByText('実装')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => kept(page)).toContain('実装')
  await page.getByRole('button', { name: member.name }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/login/u)
  await context.setOffline(true)
  expect(await kept(page)).toBe('[]')
  await page.goto('/')
  await expect(page).toHaveURL(/login/u)
  await expect(page.getByLabel('パスワード')).toBeVisible()
})
