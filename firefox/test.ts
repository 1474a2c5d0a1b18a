import { test as base } from '@playwright/test'
import { type Browser, launch, type Page } from 'puppeteer-core'
import { controlPath, fieldPath, type Role } from '../e2e/xpaths.ts'
import { findFirefox } from '../tools/test/browser.mjs'

export { expect } from '@playwright/test'

/** The actions and checks of a person on a page. Each waits until the page is ready for it. */
export type Person = ReturnType<typeof personAt>

/** Playwright's `test` with a person in their own Firefox. Fails if a page throws an error. */
export const test = base.extend<{ person: Person }, { firefox: Browser }>({
  firefox: [
    // Playwright reads from this pattern which other fixtures this one needs.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const executablePath = findFirefox()
      if (!executablePath) throw new Error('There is no Firefox here: install one, or say in FIREFOX_PATH where it is.')
      const firefox = await launch({
        browser: 'firefox',
        executablePath,
        env: { ...process.env, TZ: 'Asia/Tokyo' },
        extraPrefsFirefox: { 'intl.accept_languages': 'ja', 'ui.systemUsesDarkTheme': 0 },
        defaultViewport: { width: 1_440, height: 900 },
      })
      await provide(firefox)
      await firefox.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  person: async ({ firefox }, provide, info) => {
    const context = await firefox.createBrowserContext()
    const page = await context.newPage()
    const thrown: unknown[] = []
    page.on('pageerror', (error) => thrown.push(error))
    await provide(personAt(page))
    if (info.status !== info.expectedStatus) await page.screenshot({ path: info.outputPath('page.png') })
    await context.close()
    if (thrown.length > 0) throw new Error(`The page threw:\n${thrown.join('\n')}`)
  },
})

function personAt(page: Page) {
  const control = (role: Role, name: string) => page.locator(`::-p-xpath(${controlPath(role, name)})`)
  const field = (label: string) => page.locator(`::-p-xpath(${fieldPath(label)})`)
  return {
    page,
    goTo: (path: string) => page.goto(`${process.env['ASAKAI_URL']}${path}`),
    press: (role: Role, name: string) => control(role, name).click(),
    tick: (label: string) => field(label).click(),
    /** @param words text by field label */
    write: async (words: Record<string, string>) => {
      for (const [label, text] of Object.entries(words)) await field(label).fill(text)
    },
    meets: (role: Role, name: string) => control(role, name).wait(),
    reads: (words: string, within = 'body') => page.locator(`${within} ::-p-text(${words})`).wait(),
  }
}
