import { test as base, type ConsoleMessage, expect, type Page, type WebError } from '@playwright/test'
import { type Member, signIn, signUp } from './members.ts'
import { startServer } from './server.ts'

export { expect }

/** Playwright's `test`; a page that throws or leaves an error or a warning on the console fails it. */
export const test = base.extend<{ member: Member; consoleStaysQuiet: void }>({
  /** A new member, alone in a new team, signed in in this test's browser. */
  member: async ({ page }, provide) => {
    const member = await signUp()
    await signIn(page, member)
    await provide(member)
  },
  consoleStaysQuiet: [
    async ({ context }, provide) => {
      const strayed: string[] = []
      const onError = (error: WebError) => strayed.push(String(error.error()))
      const onConsole = (message: ConsoleMessage) => {
        // Chromium itself notes every answer from 400 on; the product shows those in its own words.
        // Playwright notes the service worker that it blocks.
        const ofBrowser = /^(?:Failed to load resource|Service Worker registration blocked)/u.test(message.text())
        if (['error', 'warning'].includes(message.type()) && !ofBrowser) strayed.push(message.text())
      }
      context.on('weberror', onError).on('console', onConsole)
      await provide()
      context.off('weberror', onError).off('console', onConsole) // it may be kept for the next test
      if (strayed.length > 0) throw new Error(`The page left on the console:\n${strayed.join('\n')}`)
    },
    { auto: true },
  ],
})

/** With a server whose members are all of one team; whoever comes first is its administrator. */
export const joined = test.extend<object, { server: string }>({
  server: [
    // Playwright reads the fixtures a fixture needs from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const { url, stop } = await startServer({ SIGNUP: 'join' })
      await provide(url)
      await stop()
    },
    { scope: 'worker' },
  ],
})

/** Opens a screen, and waits until it shows who is signed in. */
export async function openAs(page: Page, { name }: Member, path: string) {
  await page.goto(path)
  await expect(page.getByRole('button', { name })).toBeVisible()
}
