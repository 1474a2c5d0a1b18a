import type { Page } from '@playwright/test'
import { dateOf, type Member, signIn, signUp } from './members.ts'
import { expect, ownContext as test } from './test.ts'

// These tests count requests, so they need their own context without cached data.

const quiet = 1_000 // milliseconds without a request, after which a page has loaded everything

function readsOf(page: Page) {
  const reads: string[] = []
  let lastAt = Date.now()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    lastAt = Date.now()
    if (request.method() === 'GET' && pathname !== '/api/events') reads.push(pathname.replace('/api', '') + search)
  })
  return {
    during: async (act: () => Promise<unknown>) => {
      reads.length = 0
      lastAt = Date.now()
      await act()
      await expect.poll(() => Date.now() - lastAt, { intervals: [100] }).toBeGreaterThan(quiet)
      const counts: Record<string, number> = {}
      for (const path of reads) counts[path] = (counts[path] ?? 0) + 1
      return counts
    },
  }
}

const day = () => `/daily-reports?report_date=${dateOf()}&limit=100&offset=0`
const twice = (counts: Record<string, number>) => Object.keys(counts).filter((path) => counts[path]! > 1)

/** Simulates that the tab is hidden or shown. */
const look = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
    document.dispatchEvent(new Event('visibilitychange'))
    if (now === 'visible') window.dispatchEvent(new Event('focus'))
  }, state)

/** Waits until the server receives the database's notifications of changes. The first event of the stream says so. */
async function hears(server: string, { tokens }: Member) {
  const stop = new AbortController()
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const { body } = await fetch(`${server}/api/events?since=0`, { headers, signal: stop.signal })
  for await (const chunk of body!) if (Buffer.from(chunk as Uint8Array).includes('gap')) break
  stop.abort()
}

/** Opens a page and waits until it has loaded everything, in a team with a colleague. */
async function open(page: Page, server: string) {
  const me = await signUp({}, server)
  const colleague = await signUp({}, server)
  const plan = `計画 ${colleague.email}`
  const { id } = (await colleague.report({ today_plan: plan })) as { id: string }
  const change = (today_plan: string) =>
    colleague.call('PUT', `/daily-reports/${id}`, {
      report_date: dateOf(),
      yesterday_work: '設計の見直し',
      today_plan,
      issues: '',
    })
  await hears(server, colleague)
  await signIn(page, me, server)
  const reads = readsOf(page)
  const heard = page.waitForResponse('**/api/events*')
  const markedAsRead = page.waitForResponse(/\/read$/u)
  const first = await reads.during(async () => {
    await page.goto(server)
    await expect(page.getByText(plan)).toBeVisible()
    await heard
  })
  await markedAsRead // reports are marked as read a while after they became visible
  await reads.during(async () => {}) // waits until the reports of other tests are marked as well
  return { plan, change, reads, first }
}

test('a page fetches each path once when it opens or reloads', async ({ page, server }) => {
  const { plan, reads, first } = await open(page, server)
  expect(first[day()]).toBe(1)
  expect(twice(first)).toEqual([])
  const again = await reads.during(async () => {
    await page.reload()
    await expect(page.getByText(plan)).toBeVisible()
  })
  expect(twice(again)).toEqual([])
})

test('a page fetches changed data once after a member changes their report', async ({ page, server }) => {
  const { reads } = await open(page, server)
  await page
    .getByRole('button', { name: /日報を書く/u })
    .first()
    .click()
  await page.getByLabel('昨日やったこと').fill('設計')
  await page.getByLabel('今日やること').fill('実装')
  const counts = await reads.during(async () => {
    await page.getByRole('button', { name: /^提出する/u }).click()
    await expect(page.getByText('日報を提出しました')).toBeVisible()
  })
  expect(counts[day()]).toBe(1)
  expect(twice(counts)).toEqual([])
  expect(Object.keys(counts).length).toBeLessThanOrEqual(5)
})

test('a page fetches changed data once after a member’s comment or reaction', async ({ page, server }) => {
  const { reads } = await open(page, server)
  const opened = await reads.during(() =>
    page
      .getByRole('button', { name: /コメント/u })
      .first()
      .click(),
  )
  expect(twice(opened)).toEqual([])
  await page.getByRole('textbox', { name: /コメント/u }).fill('よさそうです')
  const commented = await reads.during(() => page.keyboard.press('ControlOrMeta+Enter'))
  await expect(page.getByText('よさそうです')).toBeVisible()
  expect(twice(commented)).toEqual([])
  const reacted = await reads.during(async () => {
    await page.getByRole('button', { name: 'リアクション' }).first().click()
    await page
      .getByRole('menuitemcheckbox')
      .or(page.getByRole('button', { name: /了解|いいね|👍/u }))
      .first()
      .click()
  })
  expect(twice(reacted)).toEqual([])
})

test("a page fetches changed data once after a colleague's report changes", async ({ page, server }) => {
  const { change, reads } = await open(page, server)
  const counts = await reads.during(async () => {
    await change('計画を見直す')
    await expect(page.getByText('計画を見直す')).toBeVisible()
  })
  expect(counts[day()]).toBe(1)
  expect(twice(counts)).toEqual([])
})

test('a page that becomes visible fetches nothing if nothing has changed', async ({ page, server }) => {
  const { reads } = await open(page, server)
  await look(page, 'hidden')
  const heard = page.waitForResponse('**/api/events*')
  const counts = await reads.during(async () => {
    await look(page, 'visible')
    await heard
  })
  expect(counts).toEqual({})
})

test('a page that becomes visible fetches changed data once', async ({ page, server }) => {
  const { change, reads } = await open(page, server)
  await look(page, 'hidden')
  await change('計画を見直す')
  const counts = await reads.during(async () => {
    await look(page, 'visible')
    await expect(page.getByText('計画を見直す')).toBeVisible()
  })
  expect(counts[day()]).toBe(1)
  expect(twice(counts)).toEqual([])
})
