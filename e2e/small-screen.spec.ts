import type { Locator } from '@playwright/test'
import { atRest } from './at-rest.ts'
import { dateOf } from './members.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('the drawer closes after a member chooses a day in it', async ({ page, member }) => {
  await page.goto(`/?date=${dateOf(-1)}`) // the calendar of yesterday's month also shows today
  await expect(page.getByRole('grid')).toBeHidden()
  await page.getByRole('button', { name: 'メニューを開く' }).tap()
  const drawer = page.getByRole('dialog', { name: 'サイドバー' })
  await expect(drawer).toBeVisible()
  await expect(drawer.getByRole('button', { name: member.name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'メニューを開く' }).tap()
  await expect(drawer).toBeVisible()
  await page.setViewportSize({ width: 1_024, height: 844 })
  await expect(drawer).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'メニューを開く' })).toBeVisible()
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'メニューを開く' }).tap()
  await drawer.locator(`[data-date="${dateOf()}"]`).tap()
  await expect(drawer).toBeHidden()
  await expect(page.locator(`h1 time[datetime="${dateOf()}"]`)).toBeVisible()
})

test('on a small screen, a member writes a report in a panel of the full width', async ({ page, member: _member }) => {
  await page.goto('/')
  await page.getByRole('button', { name: '日報を書く' }).last().tap()
  const panel = page.getByRole('dialog', { name: '日報を書く' }).or(page.getByRole('dialog', { name: '日報を書く' }))
  const box = await panel.boundingBox()
  expect(box?.width).toBeCloseTo(390, 3) // positions are inexact while the panel slides in
  await page.getByLabel('昨日やったこと').fill('設計')
  await page.getByLabel('今日やること').fill('実装')
  await page.getByRole('button', { name: /^提出する/u }).tap()
  await expect(page.getByRole('table', { name: 'メンバーの日報' })).toContainText('実装')
})

test('a tab row shows that it continues beyond the edge, and scrolls to the chosen tab', async ({
  page,
  member: _member,
}) => {
  await page.goto('/settings')
  const row = page.getByRole('tablist')
  const last = row.getByRole('tab').last()
  await expect(last).not.toBeInViewport()
  await expect(row).toHaveClass(/fade-end/u)
  await row.getByRole('tab', { name: '課題' }).tap()
  await expect(row.getByRole('tab', { name: '言語' })).toBeInViewport()
  await page.goto('/settings?tab=app-info')
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(row).not.toHaveClass(/fade-end/u)
  await expect(row).toHaveClass(/fade-start/u)
})

/** Returns whether a press on the middle of the button would hit the button. */
const isFree = (button: Locator) =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

test('toasts do not cover the close button of the panel', async ({ page, member }) => {
  await member.report({ report_date: dateOf(-1) })
  await page.goto('/')
  await page.getByRole('button', { name: '日報を書く' }).last().tap()
  await page.getByRole('button', { name: '空にする' }).tap()
  await atRest(page.getByRole('button', { name: '元に戻す' }))
  const panel = page.getByRole('dialog', { name: '日報を書く' })
  expect(await isFree(panel.getByRole('button', { name: '閉じる' }).first())).toBe(true)
})

test('a toast covers no control of the page if there is room', async ({ page, member }) => {
  await page.addInitScript(() => localStorage.setItem('asakai_lasting_toasts', 'on'))
  for (const note of ['一つ目', '二つ目']) await member.call('POST', '/insights/', { type: 'keep', note })
  await page.goto('/?page=activity')
  await page.getByRole('button', { name: 'ふりかえりを書く' }).tap()
  await page.getByLabel(/^内容/u).fill('三つ目')
  await page.getByRole('button', { name: '投稿する' }).tap()
  await expect(page.locator('[data-toast]')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const covered = () =>
    page.evaluate(() => {
      const toast = document.querySelector('[data-toast]')!.getBoundingClientRect()
      return [...document.querySelectorAll('main :is(a[href], button), [data-app-bar] button, .tab-bar')]
        .filter((control) => {
          const { left, right, top, bottom, width } = control.getBoundingClientRect()
          return width > 1 && left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 120))
    })
  await expect.poll(covered).toEqual([])
})

test('toasts do not cover the pressed button', async ({ page, member: _member }) => {
  const github = { provider: 'github', account: '@misaki', connected_at: '2026-10-01T09:00:00+09:00' }
  await page.route('**/api/connections', (route) =>
    route.fulfill({ json: { connections: [github], destinations: [] } }),
  )
  await page.goto('/settings')
  const button = page.getByRole('button', { name: 'GitHubの接続を解除' })
  await button.evaluate((element) => {
    window.scrollBy(0, element.getBoundingClientRect().top - 64) // just below the bar
  })
  await button.tap()
  const toasts = page.getByRole('region', { name: 'お知らせ' })
  await atRest(toasts.getByRole('button', { name: '閉じる' }))
  expect(await isFree(button)).toBe(true)
})

test('a member adds an insight by the button beside the heading of the insights', async ({ page, member }) => {
  await member.call('POST', '/insights/', { type: 'keep', note: '一つ目' })
  await page.goto('/?page=activity')
  const button = page.getByRole('button', { name: 'ふりかえりを書く' })
  await button.tap()
  await page.getByLabel(/^内容/u).fill('二つ目')
  await page.getByRole('button', { name: '投稿する' }).tap()
  await expect(page.getByRole('region', { name: 'ふりかえり' })).toContainText('二つ目')
  await expect(button).toBeFocused()
})

/** Runs in the page. Waits until the page is rendered at its new width. */
async function beyondTheEdge() {
  await new Promise(requestAnimationFrame)
  return document.documentElement.scrollWidth - window.innerWidth
}

test('no screen scrolls sideways at any width of the window', async ({ page, member }) => {
  await member.report({
    today_plan: `${'長い'.repeat(200)} ${'x'.repeat(300)}`,
    issues: 'https://example.com/'.repeat(9),
  })
  for (const path of ['/', '/settings', '/licence', '/help']) {
    await page.goto(path)
    for (const width of [320, 390, 768, 1_024, 1_280, 1_920]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path === '/') await expect(page.getByRole('table', { name: 'メンバーの日報' })).toBeVisible()
      await expect.poll(() => page.evaluate(beyondTheEdge), `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('the chosen tab stays visible when the window becomes narrower', async ({ page, member: _member }) => {
  await page.addInitScript(() => localStorage.setItem('app_language', 'fr'))
  await page.goto('/settings?tab=app-info')
  const chosen = page.getByRole('tab', { selected: true })
  const hidden = () =>
    chosen.evaluate((tab) => {
      const [{ left, right }, row] = [tab.getBoundingClientRect(), tab.parentElement!.getBoundingClientRect()]
      return Math.max(0, row.left - left) + Math.max(0, right - row.right)
    })
  await expect.poll(hidden).toBe(0)
  await page.setViewportSize({ width: 320, height: 844 })
  await expect.poll(hidden).toBe(0)
})
