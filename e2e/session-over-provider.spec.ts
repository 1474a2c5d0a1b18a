import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { ReportDay } from '#contract/reports.ts'
import { openIdSettings, startOpenIdProvider } from '#server/testing/openid-provider.ts'
import { dateOf } from './members.ts'
import { startServer } from './server.ts'
import { expect, test } from './test.ts'

// The session of a member ends while the member writes, and the member signs in again by a provider. The browser leaves
// the page for the provider, and then loads the page again (E5.04).
test.describe.configure({ mode: 'default' })
let server = ''
const stops: (() => Promise<void>)[] = []
test.beforeAll(async () => {
  const started = await startServer(async (url) => {
    const provider = await startOpenIdProvider({ redirectUris: [`${url}/oidc/callback`] })
    stops.push(provider.close)
    return { PUBLIC_URL: url, SIGNUP: 'join', ...openIdSettings('OIDC', provider), OIDC_NAME: '日の出ID' }
  })
  stops.push(started.stop)
  server = started.url
})
test.afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

const plan = 'PR #482 のレビュー対応'
const byProvider = (page: Page) => page.getByRole('button', { name: '日の出IDでログイン' })
const over = (page: Page) => page.getByRole('dialog', { name: 'ログアウトされました' })
const form = (page: Page) => page.getByLabel('今日やること')

async function signInAtProvider(page: Page, email: string, name: string) {
  await page.getByLabel('email', { exact: true }).fill(email)
  await page.getByLabel('name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Returns the plans of today's reports, as the signed-in member can read them. */
const plans = (page: Page) =>
  page.evaluate(async (date) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('daily_standup_token')}` }
    const answer = await fetch(`/api/daily-reports?report_date=${date}`, { headers })
    return ((await answer.json()) as ReportDay).reports.map(({ today_plan }) => today_plan)
  }, dateOf())

async function writeReport(page: Page, words: string) {
  await page.goto(`${server}/`)
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('昨日やったこと').fill('設計')
  await form(page).fill(words)
  await expect(page.getByText('下書き保存済み')).toBeVisible()
}

/** Signs in by the provider, writes (by default a report), and ends the session. */
async function writing(page: Page, words: string, write = () => writeReport(page, words)) {
  const email = `naoki-${randomUUID()}@example.com`
  await page.goto(`${server}/login`)
  await byProvider(page).click()
  await signInAtProvider(page, email, '早川 直樹')
  await page.getByRole('button', { name: '日報を書く' }).last().waitFor()
  // blocks the event stream: it would report the end of the session before the press
  await page.route('**/api/events*', (route) => route.abort())
  await write()
  await page.waitForLoadState('networkidle') // a later request would report the end of the session, too
  await page.evaluate(() => {
    const body = JSON.stringify({ refresh_token: localStorage.getItem('refresh_token') })
    return fetch('/api/auth/logout', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  })
  return email
}

const leaveProvider = (page: Page) => page.context().clearCookies()

test('a report submitted after the session’s end is sent after a sign-in by a provider', async ({ page }) => {
  const words = `${plan} ${randomUUID()}`
  const email = await writing(page, words)
  await page.getByRole('button', { name: /^提出する/u }).click()
  await expect(over(page)).toBeVisible()
  await leaveProvider(page)
  await byProvider(page).click()
  await signInAtProvider(page, email, '早川 直樹')
  await expect(page.getByRole('table', { name: 'メンバーの日報' })).toContainText(words)
  await expect.poll(async () => (await plans(page)).filter((each) => each === words)).toEqual([words])
})

test('a form submitted after the session’s end is sent after a sign-in by a provider', async ({ page }) => {
  const words = `${plan} ${randomUUID()}`
  const email = await writing(page, words, async () => {
    await page.goto(`${server}/settings?tab=user-info`)
    await page.getByRole('button', { name: /^プロフィールを編集/u }).click()
    await page.getByLabel(/^表示名/u).fill('なおき')
  })
  await page.getByLabel(/^表示名/u).press('Enter')
  await expect(over(page)).toBeVisible()
  await leaveProvider(page)
  await byProvider(page).click()
  await signInAtProvider(page, email, '早川 直樹')
  await expect(page.getByText('送信待ちだった内容を保存しました')).toBeVisible()
  await expect(page.getByRole('main').getByText('なおき', { exact: true })).toBeVisible()
})

test('an unsubmitted report is restored after a sign-in by a provider', async ({ page }) => {
  const words = `${plan} ${randomUUID()}`
  const email = await writing(page, words)
  await page.getByRole('button', { name: '前の日' }).first().click() // a request notices the end of the session
  await expect(over(page)).toBeVisible()
  await leaveProvider(page)
  await byProvider(page).click()
  await signInAtProvider(page, email, '早川 直樹')
  await expect(page.getByRole('button', { name: /早川 直樹/u }).first()).toBeVisible()
  await page.goto(`${server}/`)
  await page.getByRole('button', { name: '続きを書く' }).click()
  await expect(form(page)).toHaveValue(words)
  expect(await plans(page)).not.toContain(words)
})

test('the first person’s report is not sent if another person signs in by a provider', async ({ page }) => {
  const words = `${plan} ${randomUUID()}`
  await writing(page, words)
  await page.getByRole('button', { name: /^提出する/u }).click()
  await expect(over(page)).toBeVisible()
  await leaveProvider(page)
  await byProvider(page).click()
  await signInAtProvider(page, `haruka-${randomUUID()}@example.com`, '上田 遥')
  await expect(page.getByRole('button', { name: /上田 遥/u }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await plans(page)).not.toContain(words)
  await expect(page.getByText(words)).toBeHidden()
})
