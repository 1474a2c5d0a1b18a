import type { CDPSession, Disposable, Fixtures, Page } from '@playwright/test'
import type { PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs } from '@playwright/test'

type Given = PlaywrightTestArgs & PlaywrightTestOptions
type Kept = { page: Page; devtools: CDPSession; birth: string; timer: string }

/**
 * A page that the tests of a worker share. Between tests it forgets everything, so that each test starts as a new
 * visitor. A new page would be a new process, which has to load and compile everything again.
 * @param prepare prepares the page once for all tests
 */
export function sharedPage(
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Fixtures<object, object, Given, PlaywrightWorkerArgs> {
  let kept: Kept | undefined // the page of this worker; after a failed test Playwright starts another worker
  return {
    context: async ({ browser, baseURL, locale, hasTouch }, provide) => {
      const birth = JSON.stringify([baseURL, locale, hasTouch]) // settings that an open page cannot change
      if (kept?.birth !== birth || kept.page.isClosed()) {
        await kept?.page.context().close()
        const page = await (await browser.newContext()).newPage()
        await prepare(page)
        const devtools = await page.context().newCDPSession(page)
        kept = { page, devtools, birth, timer: await leave(page, baseURL!) }
      }
      await provide(kept.page.context())
    },
    page: async ({ context, baseURL, viewport, colorScheme, contextOptions }, provide, test) => {
      const { page, devtools, timer } = kept!
      const { reducedMotion = null } = contextOptions
      await page.setViewportSize(viewport!)
      await page.emulateMedia({ colorScheme, reducedMotion, forcedColors: null, contrast: null, media: null })
      const takeAway = scriptsOf(page)
      await provide(page)
      if (page.isClosed() || test.status !== test.expectedStatus) return
      for (const other of context.pages()) if (other !== page) await other.close()
      await takeAway()
      for (const event of ['dialog', 'framenavigated', 'popup', 'request']) page.removeAllListeners(event)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.setOffline(false)
      // Clears the storage here and in `leave`, because the page may show another server than the next test.
      if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear())
      const isOurClock = (await leave(page, baseURL!)) === timer
      await devtools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
      await devtools.send('Page.resetNavigationHistory')
      await page.mouse.move(0, 0)
      if (!isOurClock)
        throw new Error('A test that sets the clock needs a context of its own: nothing makes the clock run again.')
    },
  }
}

/**
 * Leaves for a page of the same server where no script runs.
 * @returns the source of `setTimeout`. It shows whether a test has set the clock, because Playwright then replaces
 * `setTimeout`.
 */
async function leave(page: Page, server: string): Promise<string> {
  const open = () => page.goto(`${server}/theme.js`)
  // Tries twice: a panel that was just closed goes back in the history, which aborts a navigation at the same time.
  await open().catch(open)
  return page.evaluate(() => {
    sessionStorage.clear()
    return String(setTimeout)
  })
}

/** @returns a function that removes the scripts added from now on */
function scriptsOf(page: Page): () => Promise<void> {
  const added: Disposable[] = []
  const { addInitScript } = page
  page.addInitScript = async (...script: Parameters<Page['addInitScript']>) => {
    const disposable = await addInitScript.apply(page, script)
    added.push(disposable)
    return disposable
  }
  return async () => {
    page.addInitScript = addInitScript
    for (const script of added) await script.dispose()
  }
}
