import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Opens the login and holds back its scripts until the returned function is called. */
async function openWithoutScripts(page: Page) {
  const { promise: come, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(/\/assets\/index-[^/]+\.js$/u, async (route) => {
    await come
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('#drawn')).toBeAttached()
  return letCome
}

const place = (page: Page, name: string) => page.getByRole('heading', { name }).boundingBox()

test('the login shows its heading before its scripts arrive, and never moves the heading', async ({ page }) => {
  const letCome = await openWithoutScripts(page)
  await expect(page.getByRole('heading', { name: 'おはようございます' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  const before = await place(page, 'おはようございます')
  letCome()
  await expect(page.getByLabel('パスワード')).toBeVisible()
  await expect(page.locator('#drawn')).toHaveCount(0)
  expect(await place(page, 'おはようございます')).toEqual(before)
})

test('the login loads its scripts after the heading was painted', async ({ page }) => {
  const seen = Promise.withResolvers<number>()
  await page.route(/\/assets\/index-[^/]+\.js$/u, async (route) => {
    seen.resolve(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    await route.continue()
  })
  // Disables the timer that loads the scripts after a second, because a slow machine paints later.
  await page.addInitScript(() => Object.assign(window, { setTimeout: () => 0 }))
  await page.goto('/login')
  expect(await seen.promise).toBe(1)
})

test('the login never appears in another language than the chosen one', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('app_language', 'de'))
  const letCome = await openWithoutScripts(page)
  await expect(page.locator('#drawn')).toBeHidden()
  letCome()
  await expect(page.getByRole('heading', { name: 'Guten Morgen' })).toBeVisible()
})

test('the login hides the text beside its picture until the form is visible', async ({ page }) => {
  await page.setViewportSize({ width: 1_440, height: 900 })
  const letCome = await openWithoutScripts(page)
  await expect(page.getByRole('img', { name: 'Asakai 朝会' })).toBeVisible()
  await expect(page.getByRole('heading')).toBeHidden()
  letCome()
  await expect(page.getByRole('heading', { name: 'おはようございます' })).toBeVisible()
})

test('the login loads no script before the page’s root element has arrived', async ({ page, server }) => {
  // The server's HTML has the Japanese login, so a German browser loads the scripts at once.
  await page.addInitScript(() => localStorage.setItem('app_language', 'de'))
  const { promise: arrives, resolve: letArrive } = Promise.withResolvers<void>()
  const respond = async (path: string, response: ServerResponse) => {
    const answer = await fetch(server + path, { headers: { 'accept-language': 'ja' } })
    const type = answer.headers.get('content-type') ?? ''
    response.setHeader('content-type', type)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const head = type.startsWith('text/html') ? bytes.indexOf('<body>') : bytes.length
    response.write(bytes.subarray(0, head))
    if (head < bytes.length) await arrives
    response.end(bytes.subarray(head))
  }
  const slow = createServer((request, response) => void respond(request.url!, response)).listen(0)
  const scripts: string[] = []
  page.on('request', (request) => /assets.*\.js$/u.test(request.url()) && scripts.push(request.url()))
  await page.goto(`http://localhost:${(slow.address() as AddressInfo).port}/login`, { waitUntil: 'commit' })
  const isStyled = () => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet
  await page.waitForFunction(isStyled, undefined, { polling: 50 }) // polls by time, because no frame is painted yet
  expect(scripts).toEqual([])
  letArrive()
  await expect(page.getByRole('heading', { name: 'Guten Morgen' })).toBeVisible()
  slow.close()
  slow.closeAllConnections()
})

test('errors do not move the login form on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto('/login')
  await expect(page.getByLabel('パスワード')).toBeVisible()
  const before = await place(page, 'おはようございます')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  expect(await place(page, 'おはようございます')).toEqual(before)
})
