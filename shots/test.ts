import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test as base, type Page, type TestInfo } from '@playwright/test'
import { type Member, signIn } from '../e2e/members.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { startNewDatabase } from '../server/testing/embedded-database.ts'
import { type Story, stories } from './stories.ts'
import { clock, fillTeam } from './team.ts'

export type Options = {
  language: string
  /** The story index of the signed-in member, or null for a visitor. */
  member: number | null
  /** The language of the team and of its reports. */
  story: keyof typeof stories
}
type Product = { url: string; members: Member[] }

const sidebarWidth = 284 // pixels: the value of --sidebar, which includes the line beside the sidebar

/** Each test prepares one picture. It is taken at the end of the test and named after its title. */
export const test = base.extend<Omit<Options, 'story'>, Pick<Options, 'story'> & { product: Product }>({
  language: ['ja', { option: true }],
  member: [0, { option: true }],
  story: ['ja', { option: true, scope: 'worker' }],
  product: [({ story }, provide) => withProduct(stories[story], provide), { scope: 'worker', timeout: 120_000 }],
  baseURL: ({ product }, provide) => provide(product.url),
  page: async ({ page, product, language, member }, provide, info) => {
    if (member !== null) await signIn(page, await renewed(product.members[member]!))
    await page.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language)
    await page.clock.setFixedTime(clock)
    await provide(page)
    if (info.status === info.expectedStatus) await takePicture(page, info)
  },
})

/** Runs the built product in this process, so that the test can set times and names in the database. */
async function withProduct(story: Story, provide: (product: Product) => Promise<void>) {
  const { connection, folder, stop } = await startNewDatabase('asakai-screenshots-')
  const database = openDatabase(connection, ({ message }) => console.error(message))
  const config = readConfig({ DATA_DIR: folder, SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'silent' })
  const app = await buildApp({ config, database, now: () => clock, webRoot: resolve('dist') })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  await provide({ url, members: await fillTeam(database, url, story) })
  await app.close()
  await database.destroy()
  await stop()
}

/** Gives each picture its own session, because the token refresh of one browser would end another's session. */
async function renewed(member: Member): Promise<Member> {
  const tokens = (await member.call('POST', '/auth/login', {
    username: member.email,
    password: member.password,
  })) as Member['tokens']
  return { ...member, tokens }
}

async function takePicture(page: Page, { title, tags, project }: TestInfo) {
  await page.locator('h1').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  if (project.name.startsWith('guide-')) return takeGuidePicture(page, title, project.name, tags.includes('@content'))
  await page.screenshot({ path: `screenshots/${title}-${project.name}.png` })
  if (title !== 'daily') return
  // Browsers show these pictures when they offer to install the application.
  if (project.name === '1440-light') await page.screenshot({ path: 'web/public/screenshot-wide.png' })
  if (project.name === '390-light') await page.screenshot({ path: 'web/public/screenshot-narrow.png', scale: 'css' })
}

/** @param isContent leaves out the sidebar */
async function takeGuidePicture(page: Page, title: string, project: string, isContent: boolean) {
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
  const { width, height } = page.viewportSize()!
  const x = isContent ? sidebarWidth : 0
  // Uses the DevTools protocol, because Playwright cannot write WebP.
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 70,
    clip: { x, y: 0, width: width - x, height, scale: 1 },
  })
  await writeFile(`docs/members/pictures/${project.replace('guide-', '')}-${title}.webp`, Buffer.from(data, 'base64'))
}
