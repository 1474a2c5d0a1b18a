import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from '../tools/build/build.mjs'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

let address: string
let folder: string
let demo: ReturnType<typeof spawn>

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(180_000) // milliseconds; the pages may have to be built
  build('demo')
  folder = await mkdtemp(join(tmpdir(), 'asakai-e2e-demo-'))
  const { PATH, HOME } = process.env
  demo = spawn(process.execPath, ['demo/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH,
      HOME,
      TMPDIR: folder,
      TZ: 'Asia/Tokyo',
      // Sets variables that an operator's shell may have. The demo must ignore them.
      SMTP_URL: 'smtp://127.0.0.1:9',
      SLACK_CLIENT_ID: 'id',
      SLACK_CLIENT_SECRET: 'secret',
    },
  })
  address = await new Promise<string>((resolve, reject) => {
    let output = ''
    demo.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const ready = /The demo is ready at (\S+)/u.exec(output)
      if (ready) resolve(ready[1]!)
    })
    demo.once('exit', () => reject(new Error(`The demo did not start:\n${output}`)))
  })
})
test.afterAll(async () => {
  const ended = new Promise((resolve) => demo.once('exit', resolve))
  demo.kill('SIGTERM')
  await ended
  expect(readdirSync(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

async function be(page: Page, name: RegExp) {
  await page.goto(`${address}/login`)
  await page.getByRole('button', { name }).click()
}

test('the login of the demo lists the members, and a press on one opens the member’s language', async ({ page }) => {
  await page.goto(`${address}/login`)
  const team = page.getByRole('region', { name: '誰として使ってみますか' })
  await expect(team.getByRole('button')).toHaveCount(8)
  await expectAccessible(page)
  await team.getByRole('button', { name: /Jana Hoffmann/u }).press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('region', { name: 'Demo' })).toContainText('Dies ist eine Demo.')
  await expect(page.getByRole('button', { name: /Jana Hoffmann/u })).toBeVisible()
})

test('every screen of the demo has content and the demo’s notice', async ({ page }) => {
  await be(page, /Grace Okafor/u)
  const strip = page.getByRole('region', { name: 'Demo' })
  // The latest day with reports: today, or the Friday before a weekend.
  await expect(page.getByRole('table').first()).toContainText('大庭 拓也')
  for (const [path, title, words] of [
    ['/?page=monthly-report', 'Report for', /./u],
    ['/?page=activity', 'Activity', /2\.1の確認会も/u],
    ['/dashboard', 'Dashboard', /HM-|#517/u],
    ['/team', 'Team', /Matthias Brandt/u],
  ] as const) {
    await page.goto(address + path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    await expect(page.locator('main')).toContainText(words)
    await expect(strip).toBeVisible()
  }
})

test('the demo has no service for mail or notifications', async ({ request }) => {
  const answer = await request.get(`${address}/api/deployment`)
  expect(await answer.json()).toMatchObject({ mail: false, providers: [] })
})

test('a visitor of the demo switches to another member in the demo’s notice', async ({ page }) => {
  await be(page, /Grace Okafor/u)
  const menu = page.getByRole('button', { name: 'Be somebody else' })
  await menu.press('Enter')
  await expect(page.getByRole('menuitem', { name: /Grace Okafor/u })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: /水野 香織/u }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page.getByRole('region', { name: 'デモ' })).toContainText('これはデモです。')
  await expect(page.getByRole('table').first()).toContainText('Grace Okafor')
  await expectAccessible(page, 'contrast')
})
