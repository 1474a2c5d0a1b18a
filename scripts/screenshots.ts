// Pictures of every screen and state into screenshots/, at 1440 and 390, light and dark, to compare with the design;
// docs/asakai.png for the README, and the two of the manifest. Run after a build with: node scripts/screenshots.ts [part of a name]
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { type Member, signIn } from '../e2e/members.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { findBrowser } from './browser.mjs'
import { scenes } from './screenshot-scenes.ts'
import type { Scene } from './screenshot-signed-out.ts'
import { clock, fillTeam } from './screenshot-team.ts'

const wanted = process.argv[2] ?? ''
await mkdir('screenshots', { recursive: true })
const server = await startHere()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const members = await fillTeam(server.database, server.url)
  for (const scene of scenes.filter(({ name }) => name.includes(wanted)))
    for (const width of [1_440, 390])
      for (const theme of ['light', 'dark'] as const) await takePicture(browser, scene, members, width, theme)
} finally {
  await browser.close()
  await server.stop()
}

/** The product in this process, so that its database can be given the times and the name of the pictures. */
async function startHere() {
  const folder = await mkdtemp(join(tmpdir(), 'asakai-screenshots-'))
  await chmod(folder, 0o711)
  const embedded = await startEmbedded(join(folder, 'data'), () => {})
  await migrate(embedded.connection)
  const database = openDatabase(embedded.connection, (error) => console.error(error))
  const config = readConfig({ DATA_DIR: join(folder, 'data'), SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'silent' })
  const app = await buildApp({ config, database, now: () => clock, webRoot: resolve('dist') })
  return {
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    database,
    stop: async () => {
      await app.close()
      await database.destroy()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function takePicture(
  engine: Browser,
  { name, as = '佐伯', signedOut = false, language = 'ja', open }: Scene,
  members: Map<string, Member>,
  width: number,
  colorScheme: 'light' | 'dark',
) {
  const small = width < 768
  const context = await engine.newContext({
    baseURL: server.url,
    viewport: { width, height: small ? 844 : 900 },
    deviceScaleFactor: small ? 2 : 1,
    hasTouch: small,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
  })
  const page = await context.newPage()
  if (!signedOut) await signIn(page, await renewed(members.get(as)!))
  await page.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language)
  await page.clock.setFixedTime(clock)
  await open(page)
  await page.locator('h1').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  const path = `screenshots/${name}-${width}-${colorScheme}.png`
  await page.screenshot({ path })
  if (name === 'daily' && !small && colorScheme === 'light') await page.screenshot({ path: 'docs/asakai.png' })
  // What a browser shows of the application where it offers to install it.
  if (name === 'daily' && colorScheme === 'light')
    await page.screenshot({ path: `web/public/screenshot-${small ? 'narrow' : 'wide'}.png`, scale: 'css' })
  await context.close()
  console.log(path)
}

/** A session of their own for each picture: one browser's renewal must not end another's. */
async function renewed(member: Member): Promise<Member> {
  const tokens = (await member.call('POST', '/auth/login', {
    username: member.email,
    password: member.password,
  })) as Member['tokens']
  return { ...member, tokens }
}
