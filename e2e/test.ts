import { test as base, type ConsoleMessage, expect, type Page, type WebError } from '@playwright/test'
import { keptPage } from './kept-page.ts'
import { type Member, signIn, signUp } from './members.ts'
import { startServer } from './server.ts'
import { focusSettled, watchFocus } from './watch-focus.ts'

export { expect }

type OfTest = { member: Member; consoleStaysQuiet: void }

/**
 * Playwright's `test`, in a browser context of its own; a page that throws or leaves an error or a warning on the console
 * fails it. For who sets the clock, which nothing makes run again, has service workers, ends the page's process, or
 * looks at what is fetched; a file that uses it says why.
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
        // Chromium itself notes every answer from 400 on; the product shows those in its own words.
        // Playwright notes the service worker that it blocks.
        // On plain http it notes the headers that only https has a use for.
        const ofBrowser =
          /^(?:Failed to load resource|Service Worker registration blocked|The Cross-Origin-Opener-Policy header has been ignored|The page requested an origin-keyed agent cluster)/u.test(
            message.text(),
          )
        if (['error', 'warning'].includes(message.type()) && !ofBrowser) strayed.push(message.text())
      }
      context.on('weberror', onError).on('console', onConsole)
      await watchFocus(context)
      await provide()
      for (const page of context.pages())
        if (page.url().startsWith('http')) await focusSettled(page).catch(() => undefined)
      context.off('weberror', onError).off('console', onConsole) // it may be kept for the next test
      if (strayed.length > 0) throw new Error(`The page left on the console:\n${strayed.join('\n')}`)
    },
    { auto: true },
  ],
  /**
   * Where all members are of one team, those of other tests, too, and none of them is its administrator. Every test has this
   * fixture, and a server is started for those that use it: with the fixture in some tests alone, Playwright would end its
   * workers between these and the others.
   */
  server: [
    // Playwright reads the fixtures a fixture needs from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const { url, stop } = await startServer({ SIGNUP: 'join' })
      await signUp({ family_name: '管理', first_name: '担当' }, url) // whoever comes first is the administrator
      await provide(url)
      await stop()
    },
    { scope: 'worker' },
  ],
})

/** The usual one: on the page that its worker keeps. */
export const test = ownContext.extend(keptPage())

/** Opens a screen, and waits until it shows who is signed in. */
export async function openAs(page: Page, { name }: Member, path: string) {
  await page.goto(path)
  await expect(page.getByRole('button', { name })).toBeVisible()
}
