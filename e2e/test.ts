import { test as base, type ConsoleMessage, expect, type Page, type WebError } from '@playwright/test'
import { sharedPage } from './shared-page.ts'
import { type Member, signIn, signUp } from './members.ts'
import { startServer } from './server.ts'
import { focusSettled, watchFocus } from './watch-focus.ts'
import { watchToasts } from './watch-toasts.ts'

export { expect }

type OfTest = { member: Member; consoleStaysQuiet: void }

/**
 * Playwright's `test` with its own browser context. Fails if a page throws, or logs an error or a warning. Tests need
 * their own context if they set the clock (which cannot be undone), use service workers, crash the page's process, or
 * look at requests. Each file that uses `ownContext` says why.
 */
export const ownContext = base.extend<OfTest, { server: string }>({
  /** A new member, alone in a new team, signed in in this test's browser. */
  member: async ({ page, baseURL }, provide) => {
    const member = await signUp()
    await signIn(page, member, baseURL)
    await provide(member)
  },
  consoleStaysQuiet: [
    async ({ context }, provide) => {
      const strayed: string[] = []
      const onError = (error: WebError) => strayed.push(String(error.error()))
      const onConsole = (message: ConsoleMessage) => {
        // Chromium logs every response from 400 on; the product shows such failures itself. Playwright logs the service
        // worker that it blocks. On plain http Chromium logs headers that need https.
        const ofBrowser =
          /^(?:Failed to load resource|Service Worker registration blocked|The Cross-Origin-Opener-Policy header has been ignored|The page requested an origin-keyed agent cluster)/u.test(
            message.text(),
          )
        if (['error', 'warning'].includes(message.type()) && !ofBrowser) strayed.push(message.text())
      }
      context.on('weberror', onError).on('console', onConsole)
      await watchFocus(context)
      await watchToasts(context)
      await provide()
      for (const page of context.pages())
        if (page.url().startsWith('http')) await focusSettled(page).catch(() => undefined)
      context.off('weberror', onError).off('console', onConsole) // the context may be kept for the next test
      if (strayed.length > 0) throw new Error(`The page left on the console:\n${strayed.join('\n')}`)
    },
    { auto: true },
  ],
  /**
   * A server where all members are in one team, including those of other tests, and none of them is its administrator.
   * Every test has this fixture, but a server starts only for tests that use it. If only some tests had the fixture,
   * Playwright would restart its workers between the tests with and without it.
   */
  server: [
    // Playwright reads from this pattern which other fixtures this one needs.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const { url, stop } = await startServer({ SIGNUP: 'join' })
      await signUp({ family_name: '管理', first_name: '担当' }, url) // the first member becomes the administrator
      await provide(url)
      await stop()
    },
    { scope: 'worker' },
  ],
})

/** The usual `test`: all tests of a Playwright worker share one page. */
export const test = ownContext.extend(sharedPage())

export async function openAs(page: Page, { name }: Member, path: string) {
  await page.goto(path)
  await expect(page.getByRole('button', { name })).toBeVisible()
}
