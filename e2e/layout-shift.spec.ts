import type { Page } from '@playwright/test'
import { signIn, signUp } from './members.ts'
import { startServer } from './server.ts'
import { expect, test } from './test.ts'

/** Opens the day. Everything else that the page loads arrives after the reports were drawn. */
async function openSlowly(page: Page, server: string) {
  const day = page.waitForResponse(/\/daily-reports\?/u)
  await page.route(/first-minute|account-notes|api\/(?:deployment|connections|daily-reports\/my)/u, async (route) => {
    await day
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await route.continue()
  })
  await page.goto(`${server}/`)
}

/** Collects what moves in the page, except for the placeholders of what is being loaded. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[] = []
    const placeholders = '[aria-hidden=true], [role=status]'
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      type Shift = PerformanceEntry & { sources: { node?: Node }[] }
      for (const { node } of (list.getEntries() as Shift[]).flatMap(({ sources }) => sources)) {
        const element = node instanceof Element ? node : node?.parentElement
        if (!element || element.closest(placeholders)) continue
        const content = element.cloneNode(true) as Element
        for (const placeholder of content.querySelectorAll(placeholders)) placeholder.remove()
        if (content.textContent) moved.push(content.textContent.slice(0, 40))
      }
    }).observe({ type: 'layout-shift' })
  })

const movedIn = async (page: Page) => {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  return page.evaluate(() => (window as unknown as { moved: string[] }).moved)
}

for (const [width, height] of [
  [1_440, 900],
  [390, 844],
] as const)
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height } })

    test("no note moves the page on a new team's first day", async ({ page }) => {
      const server = await startServer({ SIGNUP: 'join' })
      try {
        const founder = await signUp({ family_name: '管理' }, server.url, { keepsFirstSteps: true })
        const ren = await signUp({ family_name: '早川', first_name: '蓮' }, server.url)
        const aoi = await signUp({ family_name: '上田', first_name: '葵' }, server.url)
        await ren.report()
        await watchShifts(page)

        await signIn(page, founder, server.url)
        await openSlowly(page, server.url)
        await expect(page.getByText(/サーバーで次の設定が必要です/u)).toBeVisible()
        await expect(page.getByText(/招待なしでチームに参加しました/u)).toBeVisible()
        await expect(page.getByText('予約画面の実装')).toBeVisible()
        expect(await movedIn(page), 'parts that moved for the administrator').toEqual([])

        await signIn(page, aoi, server.url)
        await openSlowly(page, server.url)
        await expect(page.getByText(/^このチームのメンバーは/u)).toBeVisible()
        await expect(page.getByText('予約画面の実装')).toBeVisible()
        expect(await movedIn(page), 'parts that moved for a new member').toEqual([])
      } finally {
        await server.stop()
      }
    })
  })
