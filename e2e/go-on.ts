import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Shows another screen in the document that is open, as a link does. Most of a test that only reads many screens is loading
 * the application again for each.
 */
export async function goOn(page: Page, path: string) {
  const before = await page.evaluate((to) => {
    const words = document.body.innerText
    history.pushState(null, '', to)
    return words
  }, path)
  await expect.poll(() => page.locator('body').innerText(), `${path} is shown`).not.toBe(before)
}
