import type { CDPSession, Disposable, Fixtures, Page } from '@playwright/test'
import type { PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs } from '@playwright/test'

type Given = PlaywrightTestArgs & PlaywrightTestOptions
type Kept = { page: Page; devtools: CDPSession; birth: string; date: string }

/**
 * A page that stays open from one test of its worker to the next, as somebody has it who has never been here. A new one has a
 * process of its own, which has to fetch, read and compile all that this one has at hand.
 * @param prepare what all tests find on it
 */
export function keptPage(
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Fixtures<object, object, Given, PlaywrightWorkerArgs> {
  let kept: Kept | undefined // of this worker; after a test that fails Playwright goes on in another one
  return {
    context: async ({ browser, baseURL, locale, hasTouch }, provide) => {
      const birth = JSON.stringify([baseURL, locale, hasTouch]) // what an open page cannot change
      if (kept?.birth !== birth || kept.page.isClosed()) {
        await kept?.page.context().close()
        const page = await (await browser.newContext()).newPage()
        await prepare(page)
        const devtools = await page.context().newCDPSession(page)
        kept = { page, devtools, birth, date: await leave(page, baseURL!) }
      }
      await provide(kept.page.context())
    },
    page: async ({ context, baseURL, viewport, colorScheme, contextOptions }, provide, test) => {
      const { page, devtools, date } = kept!
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
      if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear()) // of another server perhaps
      const isOurClock = (await leave(page, baseURL!)) === date
      await devtools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
      await devtools.send('Page.resetNavigationHistory')
      await page.mouse.move(0, 0)
      if (!isOurClock) throw new Error('Who sets the clock needs a context of its own: nothing makes it run again.')
    },
  }
}

/** For where nothing runs, on the same server. @returns what tells a clock that a test has set */
async function leave(page: Page, server: string): Promise<string> {
  const open = () => page.goto(`${server}/theme.js`)
  // A panel that has just been closed goes back in the history, which ends a navigation that begins beside it.
  await open().catch(open)
  return page.evaluate(() => {
    sessionStorage.clear()
    return Date.toString()
  })
}

/** @returns what takes away the scripts that are added from now on */
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
