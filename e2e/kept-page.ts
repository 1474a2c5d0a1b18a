import type { Page } from '@playwright/test'
import { source } from './axe.ts'
import { test as base } from './test.ts'

/** When the design's pictures are. */
export const clock = new Date('2026-10-23T09:41:00+09:00')

/** Of this worker; after a test that fails Playwright goes on in another one. */
let kept: Page | undefined

/**
 * `test` on a page that stays open from one to the next, as somebody has it who has never been here, on `clock`. A new one
 * has a process of its own, which has to read and compile all that this one has at hand.
 * What a test adds to the page besides what it opens (scripts, routes, permissions) it takes away.
 */
export const test = base.extend({
  context: async ({ browser }, provide) => {
    if (!kept) {
      kept = await browser.newPage()
      await kept.clock.setFixedTime(clock)
      await kept.addInitScript({ content: source }) // compiled once; what is evaluated is compiled in each document
    }
    await provide(kept.context())
  },
  page: async ({ context, viewport, colorScheme, contextOptions }, provide) => {
    const page = context.pages()[0]!
    await context.setOffline(false)
    await context.clearCookies()
    await page.goto('/theme.js') // of our origin, and nothing runs there
    await page.evaluate(forget)
    await page.mouse.move(0, 0)
    await page.setViewportSize(viewport!)
    await page.emulateMedia({ colorScheme, reducedMotion: contextOptions.reducedMotion ?? null })
    await provide(page)
  },
})

/** Runs in the page. */
async function forget() {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
}
