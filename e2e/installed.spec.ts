import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { signUp } from './members.ts'
import { stored } from './stored.ts'
import { expect, ownContext as test } from './test.ts'

// Service workers need their own context.
test.use({ serviceWorkers: 'allow' })

/** Sends the form that a browser sends when a person shares something with the application (`share_target`). */
const share = (page: Page, parts: Record<string, string>) =>
  page.evaluate((fields) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'POST', action: '/share' })
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement('textarea')
      Object.assign(field, { name, value })
      form.append(field)
    }
    document.body.append(form)
    form.submit()
  }, parts)

/** Opens the page and waits until the service worker controls it. */
async function controlled(page: Page, path = '/') {
  await page.goto(path)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
}

test('text shared with the app is added to today’s draft and is not sent', async ({ page, member }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())))
  await controlled(page)
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('今日やること').fill('設計')
  await expect(page.getByText('下書き保存済み')).toBeVisible()

  await share(page, { title: '議事録', text: 'https://example.com/minutes' })
  const plan = page.getByLabel('今日やること')
  await expect(plan).toHaveValue('設計\n議事録\nhttps://example.com/minutes')
  await expect(page).toHaveURL('/')
  await page.reload()
  await page.getByRole('button', { name: '続きを書く' }).click()
  await expect(plan).toHaveValue('設計\n議事録\nhttps://example.com/minutes')
  expect(asked.filter((url) => url.includes('minutes') && !url.includes('#'))).toEqual([])
  await expect(member.call('GET', '/daily-reports/my/latest')).resolves.toBeUndefined()
})

test('text shared with the app while offline goes below the plan of the submitted report', async ({
  page,
  context,
  member,
}) => {
  await member.report({ today_plan: '実装' })
  await controlled(page)
  await expect(page.getByText('実装')).toBeVisible()
  await expect.poll(() => stored(page)).toContain('実装')
  await context.setOffline(true)
  await share(page, { text: '電車の中で' })
  await expect(page.getByLabel('今日やること')).toHaveValue('実装\n電車の中で')
  await context.setOffline(false)
})

test('text shared with the app by a signed-out user waits for the sign-in', async ({ page }) => {
  const member = await signUp()
  await controlled(page, '/login')
  await share(page, { text: '電話' })
  await expect(page).toHaveURL(/\/login$/u)
  await page.getByLabel('メールアドレス').fill(member.email)
  await page.getByLabel('パスワード', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByLabel('今日やること')).toHaveValue('電話')
})

test('the app has a badge while today’s report is due, and loses the badge on sign-out', async ({ page, member }) => {
  await page.addInitScript(() => {
    const show = (badge: string) => {
      document.documentElement.dataset['badge'] = badge
      return Promise.resolve()
    }
    Object.assign(navigator, { setAppBadge: () => show('due'), clearAppBadge: () => show('none') })
  })
  const badge = page.locator('html')
  // Moves the day of joining to an earlier month, because no report is due before that day.
  await page.route('**/api/users/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), joined_on: '2026-01-05' } })
  })
  await page.clock.setFixedTime(new Date('2026-10-24T10:00:00+09:00'))
  await page.goto('/team') // on a Saturday
  await expect(badge).toHaveAttribute('data-badge', 'none')
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
  expect(today).toBe('2026-10-24')

  await page.clock.setFixedTime(new Date('2026-10-23T10:00:00+09:00'))
  await page.goto('/team')
  await expect(badge).toHaveAttribute('data-badge', 'due')
  await member.report({ report_date: '2026-10-23' })
  await page.reload()
  await expect(badge).toHaveAttribute('data-badge', 'none')

  await page.clock.setFixedTime(new Date('2026-10-22T10:00:00+09:00'))
  await page.goto('/')
  await expect(badge).toHaveAttribute('data-badge', 'due')
  await page.getByRole('button', { name: member.name }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/login/u)
  await expect(badge).toHaveAttribute('data-badge', 'none')
})

test('the web app manifest is in the reader’s language and states true icon sizes', async ({
  page,
  member: _member,
}) => {
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('app_language', 'de'))
  await page.reload()
  const address = new URL((await page.locator('link[rel=manifest]').getAttribute('href'))!, page.url()).href
  const manifest = await (await page.request.get(address)).json()
  expect(manifest).toMatchObject({ lang: 'de', shortcuts: [{ name: 'Bericht schreiben' }, { name: 'Dashboard' }] })
  const seen = new Set<string>()
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const picture = await page.request.get(new URL(src, address).href)
    expect(picture.ok(), src).toBe(true)
    const body = await picture.body()
    seen.add(createHash('sha256').update(body).digest('hex'))
    if (sizes !== 'any') expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, src).toBe(sizes)
  }
  expect(seen.size).toBe(manifest.icons.length + manifest.screenshots.length)

  await page.goto(new URL(manifest.shortcuts[0].url, address).href)
  await expect(page.getByRole('heading', { name: 'Bericht schreiben' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a press on a reminder opens today’s report on the open page', async ({ page, context, member: _member }) => {
  await controlled(page, '/team')
  const worker = context.serviceWorkers()[0]!
  // Repeats the press until the page is loaded: a page that is still loading does not receive the worker's message.
  await expect(async () => {
    await worker.evaluate(dispatch, { type: 'notificationclick', given: {} })
    await expect(page.getByLabel('今日やること')).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('a push message shows a reminder and the app’s badge', async ({ page, context, member: _member }) => {
  await controlled(page, '/team')
  const worker = context.serviceWorkers()[0]!
  const text = '今日の日報がまだです。'
  const did = await worker.evaluate(dispatch, { type: 'push', given: { text } })
  expect(did).toEqual([['notification', 'Asakai', text, 'reminder'], ['badge']])
})

/**
 * Dispatches an event to the worker, as a push service would. Waits for the promises that the worker passes to
 * `waitUntil`, because a browser waits only after real events.
 * @returns what the worker requested from the browser
 */
async function dispatch({ type, given }: { type: string; given: object }) {
  const asked: unknown[][] = []
  const waits: Promise<unknown>[] = []
  const worker = self as unknown as { registration: { showNotification: unknown } }
  worker.registration.showNotification = async (title: string, { body, tag }: { body: string; tag: string }) =>
    asked.push(['notification', title, body, tag])
  Object.assign(navigator, { setAppBadge: async () => asked.push(['badge']) })
  self.dispatchEvent(
    Object.assign(new Event(type), {
      data: { json: () => given },
      notification: { close: () => undefined },
      waitUntil: (wait: Promise<unknown>) => waits.push(wait),
    }),
  )
  await Promise.allSettled(waits) // focusing the page rejects, because no person has pressed the notification
  return asked
}
