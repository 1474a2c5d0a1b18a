import type { Locator, Page } from '@playwright/test'

/**
 * Presses the same place twice within half a second. Sets the page's clock, so the test needs `ownContext`.
 * @param changed waits until the page has changed after the first press
 * @returns a function that presses the place once more, two seconds later
 */
export async function pressTwice(page: Page, control: Locator, changed: () => Promise<unknown>) {
  const start = Date.now()
  await control.hover()
  const { x, y, width, height } = (await control.boundingBox())!
  const press = async (at: number) => {
    await page.clock.setFixedTime(start + at)
    await page.mouse.click(x + width / 2, y + height / 2)
  }
  await press(0)
  await changed()
  await press(500)
  return () => press(2_500)
}
