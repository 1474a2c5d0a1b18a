// The pictures of docs/members, from the product as it was built last: node scripts/guide-pictures.ts [part of a name]
// It needs a font with Japanese letters (Debian: fonts-noto-cjk). The files are committed; the same words make the same pictures.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from '../e2e/members.ts'
import type reference from '../locales/ja.json'
import { stories } from './screenshot-stories.ts'
import { renewed, type Studio, withStudio } from './screenshot-studio.ts'
import { clock } from './screenshot-team.ts'

type Words = typeof reference
type Scene = {
  name: string
  /** Who is signed in, by their place in the story. */
  as?: number
  /** CSS pixels from the top. */
  height: number
  /** What is on it: all of the page, what is beside the sidebar, or all of a telephone. */
  shows: 'page' | 'content' | 'telephone'
  open: (page: Page, words: Words) => Promise<unknown>
}

const sidebar = 284 // pixels: --sidebar and its rule
const at = (path: string) => (page: Page) => page.goto(path)

const scenes: Scene[] = [
  { name: 'day', height: 880, shows: 'page', open: at('/') },
  { name: 'day-small', height: 700, shows: 'telephone', open: at('/') },
  {
    name: 'write',
    as: 5,
    height: 760,
    shows: 'content',
    open: async (page, { dailyReport, tasks }) => {
      await page.goto('/')
      await page.getByRole('button', { name: dailyReport.write }).last().click()
      await page.getByRole('group', { name: tasks.frequent }).getByRole('button').first().waitFor()
    },
  },
  { name: 'month', height: 640, shows: 'content', open: at('/?page=monthly-report') },
  {
    name: 'insights',
    height: 1_040,
    shows: 'content',
    open: async (page) => {
      await page.goto('/?page=activity')
      // The words stay empty until the reader of Markdown is loaded.
      await page.locator('table strong').first().waitFor()
    },
  },
  { name: 'dashboard', height: 760, shows: 'content', open: at('/dashboard') },
  {
    name: 'invite',
    height: 480,
    shows: 'content',
    open: async (page, { team }) => {
      await page.goto('/team')
      await page.getByRole('button', { name: team.invite }).first().click()
      await page.getByLabel(team.inviteEmail).fill('aoi@hinode.example')
    },
  },
  {
    name: 'notifications',
    height: 480,
    shows: 'content',
    open: async (page, { notifications }) => {
      // To connect one takes an account at the service.
      await page.route('**/api/connections', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), destinations: ['slack', 'discord'] } })
      })
      await page.goto('/settings?tab=notifications')
      await page.getByText(notifications.connected, { exact: true }).first().waitFor()
    },
  },
]

const wanted = process.argv[2] ?? ''
await mkdir('docs/members/pictures', { recursive: true })
for (const language of ['ja', 'en'] as const) {
  const words = JSON.parse(await readFile(`locales/${language}.json`, 'utf8')) as Words
  await withStudio(stories[language], async (studio) => {
    for (const scene of scenes.filter(({ name }) => name.includes(wanted))) {
      const path = `docs/members/pictures/${language}-${scene.name}.webp`
      await writeFile(path, await take(studio, scene, language, words))
      console.log(path)
    }
  })
}

async function take({ browser, url, members }: Studio, scene: Scene, language: string, words: Words): Promise<Buffer> {
  const small = scene.shows === 'telephone'
  const x = scene.shows === 'content' ? sidebar : 0
  const width = small ? 390 : 1_200
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: scene.height },
    deviceScaleFactor: small ? 1.5 : 1,
    hasTouch: small,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Tokyo',
  })
  const page = await context.newPage()
  await signIn(page, await renewed([...members.values()][scene.as ?? 0]!))
  await page.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language)
  await page.clock.setFixedTime(clock)
  await scene.open(page, words)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
  await page.evaluate(() => document.fonts.ready)
  // Playwright itself writes no WebP.
  const { data } = await (
    await context.newCDPSession(page)
  ).send('Page.captureScreenshot', {
    format: 'webp',
    quality: 70,
    clip: { x, y: 0, width: width - x, height: scene.height, scale: 1 },
  })
  await context.close()
  return Buffer.from(data, 'base64')
}
