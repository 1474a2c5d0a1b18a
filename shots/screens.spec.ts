import type { Page } from '@playwright/test'
import { today } from './team.ts'
import { test } from './test.ts'

const openDay = async (page: Page, date = today) => {
  await page.goto(date === today ? '/' : `/?date=${date}`)
  await page.locator('main [aria-busy=false]').first().waitFor()
}
const write = async (page: Page, words: Record<string, string>) => {
  await openDay(page)
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  for (const [label, text] of Object.entries(words)) await page.getByLabel(label).fill(text)
}
const submit = (page: Page) => page.getByRole('button', { name: /^提出する/u }).click()
const openSidebar = async (page: Page) => {
  await openDay(page)
  if (page.viewportSize()!.width < 768) await page.getByRole('button', { name: 'メニューを開く' }).click()
}

for (const [name, path] of [
  ['monthly', '/?page=monthly-report'],
  ['activity', '/?page=activity'],
  ['dashboard', '/dashboard'],
  ['team-members', '/team'],
  ['team-settings', '/team?tab=settings'],
  ['settings-user', '/settings'],
  ['settings-access', '/settings?tab=access'],
  ['settings-notifications', '/settings?tab=notifications'],
  ['settings-frequent-tasks', '/settings?tab=frequent-tasks'],
  ['settings-backlog', '/settings?tab=backlog-settings'],
  ['settings-language', '/settings?tab=language'],
  ['settings-app-info', '/settings?tab=app-info'],
] as const)
  test(name, async ({ page }) => {
    await page.goto(path)
  })

test('daily', ({ page }) => openDay(page))

test('drawer', ({ page }) => openSidebar(page))

test('menu', async ({ page }) => {
  await openSidebar(page)
  await page.getByRole('button', { name: /^佐伯 美咲/u }).click()
})

test('shortcuts', async ({ page }) => {
  await openDay(page)
  await page.keyboard.press('?')
})

test('palette', async ({ page }) => {
  await openDay(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('10/2')
})

test('report-edit', async ({ page }) => {
  await openDay(page)
  await page.getByRole('button', { name: '自分の日報を編集' }).click()
  await page.getByLabel('今日やること').waitFor()
})

test('state-loading', async ({ page }) => {
  await page.route('**/api/daily-reports?*', () => {})
  await page.goto('/')
  await page.getByText('日報を読み込んでいます').waitFor()
})

test('state-empty', ({ page }) => openDay(page, '2026-10-18'))

test('state-error', async ({ page }) => {
  await page.route('**/api/daily-reports?*', (route) => route.abort())
  await page.goto('/')
  await page.getByText('日報を読み込めませんでした').waitFor()
})

test('state-offline', async ({ page }) => {
  await openDay(page)
  await page.context().setOffline(true)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft') // goes back a second day, because the first one may have been prefetched
  await page.getByRole('heading', { name: 'オフラインです' }).waitFor()
})

test('insight', async ({ page }) => {
  await page.goto('/?page=activity')
  await page.getByRole('button', { name: 'ふりかえりを書く' }).last().click()
  await page.getByRole('radio').first().waitFor()
})

test('team-pending', async ({ page }) => {
  await page.goto('/team')
  await page.getByRole('tab').nth(1).click()
})

test('team-member', async ({ page }) => {
  await page.goto('/team')
  await page.getByRole('button', { name: /^三浦/u }).click()
})

test('settings-user-edit', async ({ page }) => {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'パスワードを変更' }).click()
  await page.getByRole('button', { name: 'プロフィールを編集' }).click()
})

test('settings-leave', async ({ page }) => {
  await page.goto('/settings?tab=access')
  await page.getByRole('button', { name: '削除に進む' }).click()
})

test.describe('who has not reported', () => {
  test.use({ member: 5 })

  test('report-create', ({ page }) => write(page, { 今日やること: '見積もりの見直し\n#481の調査' }))

  test('toasts', async ({ page }) => {
    await write(page, { 昨日やったこと: '見積もり', 今日やること: '見積もりの見直し' })
    await page.route('**/api/daily-reports', (route) => route.abort())
    await submit(page)
    await page.getByRole('alert').first().waitFor()
  })
})

test.describe('another who has not reported', () => {
  test.use({ member: 6 })

  test('report-create-errors', async ({ page }) => {
    await write(page, { 昨日やったこと: '', 今日やること: '' })
    await submit(page)
  })
})

test.describe('in German', () => {
  test.use({ language: 'de' })

  test('daily-de', ({ page }) => openDay(page))

  for (const [name, path] of [
    ['settings-user-de', '/settings'],
    ['settings-access-de', '/settings?tab=access'],
  ] as const)
    test(name, async ({ page }) => {
      await page.goto(path)
    })
})
