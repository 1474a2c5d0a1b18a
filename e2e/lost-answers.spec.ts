import type { Page } from '@playwright/test'
import { letterTo } from './letters.ts'
import { openAs, expect, ownContext as test } from './test.ts'

// A context of its own: it sets the clock and loses answers. (E1.04)

const soon = 12 * 60_000 // milliseconds, after which a page renews its token

/** The server carries out the next refreshes, but their answers never arrive. */
async function loseAnswers(page: Page, count: number) {
  let lost = 0
  await page.route(
    '**/api/auth/refresh',
    async (route) => {
      await route.fetch()
      lost += 1
      await route.abort('connectionreset')
    },
    { times: count },
  )
  return () => lost
}

test('a refresh whose answers are lost logs nobody out', async ({ page, member }) => {
  await page.clock.install()
  await openAs(page, member, '/')
  await page.clock.setSystemTime(Date.now() + soon)
  const lost = await loseAnswers(page, 3)
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.goto(`/?page=activity&n=${attempt}`)
    await expect.poll(lost).toBeGreaterThanOrEqual(attempt)
  }
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: member.name })).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/u)
  await expect(page.getByRole('tabpanel')).toContainText(member.email)
})

test('a tab that is closed during a refresh leaves the others logged in, and sends no mail', async ({
  page,
  member,
  context,
}) => {
  await openAs(page, member, '/')
  const stored = await page.evaluate(() => localStorage.getItem('refresh_token'))
  const tab = await context.newPage()
  await tab.goto('/theme.js')
  // The tab that the server answers is gone.
  await tab.evaluate(async (refresh_token) => {
    await fetch('/api/auth/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
    })
  }, stored)
  await tab.close()
  await page.evaluate(() => localStorage.setItem('daily_standup_token', 'expired'))
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: member.name })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('refresh_token'))).not.toBe(stored)
  // The first letter is that of the sign-up; no other has come.
  expect((await letterTo(member.email)).subject).toBe('メールアドレスの確認')
})
