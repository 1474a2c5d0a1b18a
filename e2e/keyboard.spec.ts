import type { Page } from '@playwright/test'
import { dateOf, signUp } from './members.ts'
import { colleague, report, standIn, today } from './states.ts'
import { test as stillTest } from './still-clock.ts'
import { expect, openAs, test } from './test.ts'

declare global {
  interface Window {
    /** The requests that the page has sent to its fake server, such as `GET /api/users/me`. */
    asked: string[]
  }
}

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const element = document.activeElement
      const labels = element && 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null
      return element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? ''
    })
    if (name.test(label.trim())) return
  }
  throw new Error(`Tab never came to ${name}`)
}

test('a member logs in and submits a report by keyboard only', async ({ page }) => {
  const misaki = await signUp()
  await page.goto('/login')
  await expect(page.getByLabel('メールアドレス')).toBeFocused()
  await page.keyboard.type(misaki.email)
  await tabTo(page, /^パスワード$/u)
  await page.keyboard.type(misaki.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '日報を書く' }).last()).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel('昨日やったこと')).toBeFocused()
  await page.keyboard.type('予約画面の設計')
  await tabTo(page, /^今日やること/u)
  await page.keyboard.type('予約画面の実装 n j k t')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('table', { name: 'メンバーの日報' })).toContainText('予約画面の実装 n j k t')
  await expect(page.getByRole('button', { name: '自分の日報を編集' })).toBeFocused()
})

test('single-key shortcuts change the day and open the panel or help until they are turned off', async ({
  page,
  member,
}) => {
  const heading = (day: string) => page.locator(`h1 time[datetime="${day}"]`)
  await openAs(page, member, '/')
  await expect(page.getByRole('button', { name: '日報を書く' }).last()).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(heading(dateOf(-1))).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(heading(dateOf(-2))).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(heading(dateOf(-1))).toBeVisible()
  await page.keyboard.press('t')
  await expect(heading(dateOf())).toBeVisible()
  await expect(page.getByRole('button', { name: '日報を書く' }).last()).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel('今日やること')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('今日やること')).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press(',')
  await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(heading(dateOf())).toBeVisible()
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: /1文字のショートカット/u }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('n')
  await expect(heading(dateOf())).toBeVisible()
  await expect(page.getByLabel('今日やること')).toBeHidden()
})

test('the skip link leads to the content, and the member menu works by keyboard', async ({ page, member }) => {
  await openAs(page, member, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '本文へ移動' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: member.name }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'ログアウト' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: member.name })).toBeFocused()
})

test('a menu item that is focused while its menu opens keeps the focus', async ({ page, member }) => {
  await page.goto('/')
  const trigger = await page.getByRole('button', { name: member.name }).elementHandle()
  const chosen = page.getByRole('menuitem', { name: 'ヘルプ', includeHidden: true })
  await chosen.evaluate(async (entry: HTMLElement, opener) => {
    const menu = entry.closest('[popover]') ?? entry
    const opened = new Promise((heard) => menu.addEventListener('toggle', heard, { once: true }))
    ;(opener as HTMLElement).click()
    entry.focus()
    await opened
  }, trigger)
  await expect(chosen).toBeFocused()
})

test('shortcut keys open the daily report and its form from another screen', async ({ page, member }) => {
  const heading = (day: string) => page.locator(`h1 time[datetime="${day}"]`)
  await openAs(page, member, '/settings')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL('/team')
  await page.keyboard.press('t')
  await expect(heading(dateOf())).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL('/dashboard')
  await page.keyboard.press('n')
  await expect(page.getByLabel('昨日やったこと')).toBeFocused()
  await expect(page.getByText(/日報は(まだ)?ありません/u)).toBeVisible() // the focus returns only after the day is loaded
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '日報を書く' }).last()).toBeFocused()
})

test('Esc leaves the profile without saving, and keeps the typed text (E5.15)', async ({ page, member }) => {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'プロフィールを編集' }).click()
  await page.getByLabel('表示名').fill('みさき')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'プロフィールを編集' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('表示名')).toHaveValue('みさき')
  expect(await member.call('GET', '/users/me')).toMatchObject({ preferred_name: '' })
})

test('an ordinary report needs at most ten keys from opening the panel to submitting it (N8.04)', async ({
  page,
  member,
}) => {
  await member.report({ report_date: dateOf(-3), today_plan: '設計\n#482 のレビュー\n見積もり', issues: '' })
  await openAs(page, member, '/')
  await expect(page.getByRole('button', { name: '日報を書く' }).last()).toBeVisible()
  let keys = 0
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
    keys += pressed.length
  }
  const row = (line: string) => page.getByRole('radiogroup', { name: line })

  await press('n')
  await expect(page.getByLabel('今日やること')).toBeFocused()
  await expect(row('見積もり')).toBeVisible()
  await press('Shift+Tab', 'Shift+Tab', '2', 'ArrowUp', '1', 'ArrowUp', '3')
  await expect(page.getByLabel('昨日やったこと')).toHaveValue('#482 のレビュー')
  await expect(page.getByLabel('今日やること')).toHaveValue('見積もり')
  await press('ControlOrMeta+Enter')

  const reports = page.getByRole('table', { name: 'メンバーの日報' })
  await expect(reports).toContainText('見積もり')
  await expect(reports).not.toContainText('設計')
  expect(keys).toBeLessThanOrEqual(10)
})

stillTest('a member marks twenty reports as read by keys, with one request for the day', async ({ page }) => {
  const authors = Array.from({ length: 20 }, (_, index) => colleague(index + 2, '筆者', `${index + 1}`))
  const reports = authors.map((author, index) => Object.assign(report(index, author, {}), { read: false }))
  const marked = Object.fromEntries(reports.map(({ id }) => [`PUT /daily-reports/${id}/read`, { status: 204 }]))
  await standIn(page, { 'GET /daily-reports': { json: { reports, total: 20 } }, ...marked })
  // Reports visible for two seconds would be marked as read.
  await page.addInitScript(() => (IntersectionObserver.prototype.observe = () => undefined))
  await page.addInitScript(() => {
    const { fetch } = window
    window.asked = []
    window.fetch = (address, options) => {
      window.asked.push(`${options?.method ?? 'GET'} ${address as string}`)
      return fetch(address, options)
    }
  })
  const asked = async (call: RegExp) => (await page.evaluate(() => window.asked)).filter((each) => call.test(each))
  await page.goto('/')
  await expect(page.getByText('未読 20件')).toBeVisible()
  await page.getByText('筆者 20').first().waitFor() // reports out of sight are rendered last
  for (const _each of reports) {
    await page.keyboard.press('j')
    await page.keyboard.press('e')
  }
  await expect(page.getByText('すべて既読です')).toBeVisible()
  await expect.poll(() => asked(/^PUT \/api\/daily-reports\/[^/]+\/read\/?$/u)).toHaveLength(20)
  expect(await asked(new RegExp(`^GET /api/daily-reports\\?report_date=${today}`, 'u'))).toHaveLength(1)
})

test('a key that opens a screen moves the focus from the bottom bar to that screen', async ({ page, member }) => {
  await openAs(page, member, '/')
  await page.setViewportSize({ width: 390, height: 844 })
  const write = page.getByRole('button', { name: '日報を書く' }).last()
  await write.click()
  await expect(page.getByLabel('昨日やったこと')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(write).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page).toHaveURL(/monthly-report/u)
  await expect(page.getByRole('main')).toBeFocused()
})
