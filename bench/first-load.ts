// Adds up the bytes that a browser without a cache fetches until a person can begin: page, scripts, styles, pictures
// and one catalogue. The files are those of dist/, compressed by gzip at level 9. Fails if a size exceeds
// bench/budgets.json (KB of 1,000 bytes) by more than 5 %. Run after a build with: node bench/first-load.ts
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { member, signedIn } from '#contract/testing/members.ts'
import { findBrowser } from '../tools/test/browser.mjs'
import { figure } from './figure.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const address = 'http://asakai.test'
const tolerance = 1.05

const me = signedIn(member('01998d5c-0000-7000-8000-000000000001', '佐伯', '美咲'))

/** The server's responses, by the beginning of the path. */
const answers: Record<string, unknown> = {
  '/api/deployment': { sign_up: 'join', mail: true, providers: [] },
  '/api/users/me': me,
  '/api/users/': [me],
  '/api/holidays': { holidays: [] },
  '/api/absences': { absences: [] },
  '/api/mentions': { mentions: [], unread: 0 },
  '/api/daily-reports/my/latest': {},
  '/api/daily-reports/days': { days: [] },
  '/api/daily-reports': { reports: [], total: 0 },
}

const scenes: Record<string, (page: Page) => Promise<void>> = {
  login: async (page) => {
    await page.goto(`${address}/login`)
    await page.locator('form input[type=password]').waitFor()
    await page.locator('form button[type=submit]:enabled').waitFor()
  },
  shell: async (page) => {
    await page.addInitScript((token) => localStorage.setItem('daily_standup_token', token), farFuture())
    await page.goto(address)
    await page.locator('main [aria-busy=false]').first().waitFor()
  },
}

if (!existsSync(join(root, 'dist/index.html'))) throw new Error('There are no pages in dist/: run vite build first.')
const budgets = JSON.parse(readFileSync(join(root, 'bench/budgets.json'), 'utf8')) as Record<string, number>
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [], // Chromium's sandbox does not start as root
})
try {
  for (const [name, show] of Object.entries(scenes)) report(name, await measure(show))
} finally {
  await browser.close()
}

/** @returns bytes by file */
async function measure(show: (page: Page) => Promise<void>): Promise<Map<string, number>> {
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const loaded = new Map<string, number>()
  const page = await context.newPage()
  // Does not count downloads that wait until the browser is idle: they delay nobody, and a slow machine would count
  // some of them.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  const strayed: string[] = []
  page.on('pageerror', (error) => strayed.push(error.message))
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith('/api/')) {
      const path = Object.keys(answers).find((beginning) => pathname.startsWith(beginning))
      return path ? route.fulfill({ json: answers[path] }) : route.fulfill({ status: 404, json: {} })
    }
    const page = pathname === '/login' ? 'login/ja.html' : 'index.html'
    const file = join(root, 'dist', extname(pathname) ? pathname : page)
    if (!existsSync(file)) return route.fulfill({ status: 404 })
    loaded.set(file, gzipSync(readFileSync(file), { level: 9 }).length)
    return route.fulfill({ path: file })
  })
  await show(page).catch((error: unknown) => {
    throw new Error(`The page did not come up. ${strayed.join('\n')}`, { cause: error })
  })
  await context.close()
  return loaded
}

function report(name: string, loaded: Map<string, number>) {
  const size = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0) / 1_000
  const budget = budgets[name]!
  const ratio = size / budget
  figure({
    name: `first load, ${name}`,
    goal: `${budget} KB, at most 5 % over`,
    value: `${size.toFixed(1)} KB (${(ratio * 100).toFixed(0)} %) in ${loaded.size} files`,
    holds: ratio <= tolerance,
  })
  if (ratio <= tolerance) return
  for (const [file, bytes] of [...loaded].sort(([, one], [, other]) => other - one))
    console.log(`  ${(bytes / 1_000).toFixed(1).padStart(6)} KB  ${file.slice(join(root, 'dist').length)}`)
}

/** Returns a token that the client accepts as fresh; the test server does not check its signature. */
function farFuture(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ exp: 4_102_444_800 })}.x`
}
