import type { Page } from '@playwright/test'
import { mailTo } from './mailbox.ts'
import { openAs, expect, ownContext as test } from './test.ts'

// These tests need their own context, because they set the clock and drop responses (E1.04).

const soon = 12 * 60_000 // milliseconds until a page refreshes its token

/** Lets the server process the next refreshes, but drops the responses. */
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

test('a token refresh whose response is lost does not sign the member out', async ({ page, member }) => {
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

test('closing a tab during a token refresh keeps the other tabs signed in, without an email', async ({
  page,
  member,
  context,
}) => {
  await openAs(page, member, '/')
  const stored = await page.evaluate(() => localStorage.getItem('refresh_token'))
  const tab = await context.newPage()
  await tab.goto('/theme.js')
  // The response goes to a tab that does not store the new tokens and is then closed.
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
  // The only email so far is the one of the sign-up.
  expect((await mailTo(member.email)).subject).toBe('メールアドレスの確認')
})
