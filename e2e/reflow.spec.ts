import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

type Screen = { name: string; path: string; open?: (page: Page) => Promise<unknown>; ready: string }
const toVisitors: Screen[] = [
  { name: 'login', path: '/login', ready: 'h1' },
  { name: 'sign-up', path: '/signup', ready: 'h1' },
]
const toMembers: Screen[] = [
  { name: 'the day', path: '/', ready: 'table' },
  {
    name: 'the panel',
    path: '/',
    open: async (page) => {
      await expect(page.locator('table').first()).toBeVisible()
      await page.keyboard.press('n')
    },
    ready: 'textarea',
  },
  { name: 'the month', path: '/?page=monthly-report', ready: 'h1' },
  { name: 'activity', path: '/?page=activity', ready: 'h1' },
  { name: 'the dashboard', path: '/dashboard', ready: 'dl' },
  ...['', '?tab=pending', '?tab=settings'].map((tab) => ({
    name: `team${tab}`,
    path: `/team${tab}`,
    ready: '[role=tabpanel]',
  })),
  ...['user-info', 'access', 'notifications', 'frequent-tasks', 'backlog-settings', 'language', 'app-info'].map(
    (tab) => ({
      name: `settings, ${tab}`,
      path: `/settings?tab=${tab}`,
      ready: '[role=tabpanel]',
    }),
  ),
]

const controls = 'a[href], button, input, select, textarea, [role=tab]'

/** Returns controls outside the page that scrolling cannot reach. Ignores rows with their own scrolling. */
const lostControls = (page: Page) =>
  page.locator(controls).evaluateAll((all) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    return all
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !scrolls(element.parentElement))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.left < -1 || box.right > document.documentElement.clientWidth + 1))
      .map(({ element }) => element.outerHTML.slice(0, 120))
  })

/**
 * Returns controls with another control inside the circle of this diameter around their middle, as WCAG 2.5.8 defines
 * it. A link within a sentence may be as high as its line.
 */
const crowdedTargets = (page: Page, diameter: number) =>
  page.locator(controls).evaluateAll(
    (all, { radius, selector }) => {
      // Everything outside a modal dialog is out of reach.
      const modal = document.querySelector('dialog:modal')
      return all
        .filter((element) => !modal || modal.contains(element))
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'))
        .filter(
          (element) => element.getBoundingClientRect().width > 1 && getComputedStyle(element).display !== 'inline',
        )
        .filter((element) => {
          element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
          const { x, y, width, height } = element.getBoundingClientRect()
          const corners = [0, 1, 2, 3].map((turn) => (turn * Math.PI) / 2)
          return corners.some((angle) => {
            const at = [x + width / 2 + radius * Math.sin(angle), y + height / 2 + radius * Math.cos(angle)] as const
            const other = document.elementFromPoint(...at)?.closest(selector)
            return other && !element.contains(other) && !other.contains(element)
          })
        })
        .map((element) => element.outerHTML.slice(0, 120))
    },
    { radius: diameter / 2 - 1, selector: controls },
  )

async function expectNothingLost(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)
  expect(await lostControls(page)).toEqual([])
}

async function expectReadable(page: Page, { path, open, ready }: Screen) {
  await page.goto(path)
  await open?.(page)
  await expect(page.locator(ready).first()).toBeVisible()
  await test.step('keeps targets apart, and nothing moves', async () => {
    expect(await crowdedTargets(page, 24)).toEqual([])
    expect(
      await page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length),
    ).toBe(0)
  })
  await test.step('fits with more contrast', async () => {
    await page.emulateMedia({ contrast: 'more' })
    await expectAccessible(page, 'contrast')
    await page.emulateMedia({ contrast: null })
  })
  await test.step('fits with text twice as large', async () => {
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await expectNothingLost(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  })
  await test.step('fits at four times the size', async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    await expectNothingLost(page)
    expect(await crowdedTargets(page, 24)).toEqual([])
  })
}

test.describe('pages enlarged, with more contrast and without motion', () => {
  test.use({ viewport: { width: 1_280, height: 1_024 }, contextOptions: { reducedMotion: 'reduce' } })
  for (const screen of toVisitors) test(screen.name, ({ page }) => expectReadable(page, screen))
  for (const screen of toMembers)
    test(screen.name, async ({ page, member }) => {
      await member.report({ issues: '検証環境のDBが落ちています' })
      await expectReadable(page, screen)
    })
})
