import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Opens another screen without a reload, as a link does. Loading the application takes most of the time of a test that
 * only opens many screens.
 */
export async function navigateWithoutReload(page: Page, path: string) {
  const before = await page.evaluate((to) => {
    const words = document.body.innerText
    history.pushState(null, '', to)
    return words
  }, path)
  await expect.poll(() => page.locator('body').innerText(), `${path} is shown`).not.toBe(before)
}
