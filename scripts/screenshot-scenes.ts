import type { Page } from '@playwright/test'
import { type Scene, signedOutScenes } from './screenshot-signed-out.ts'
import { today } from './screenshot-team.ts'

const write = (page: Page) =>
  page.getByRole('button', { name: /^(日報を書く|Write report|Bericht schreiben)$/u }).last()
const settled = (page: Page) => page.locator('main [aria-busy=false]').first().waitFor()
const home = async (page: Page, date = today) => {
  await page.goto(date === today ? '/' : `/?date=${date}`)
  await settled(page)
}
const beginReport = async (page: Page) => {
  await home(page)
  await write(page).click()
}
const openSidebar = async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: 'メニューを開く' }).click()
}

export const scenes: Scene[] = [
  ...signedOutScenes,
  { name: 'daily', open: (page) => home(page) },
  { name: 'daily-de', language: 'de', open: (page) => home(page) },
  {
    name: 'drawer',
    open: async (page) => {
      await home(page)
      await openSidebar(page)
    },
  },
  {
    name: 'menu',
    open: async (page) => {
      await home(page)
      await openSidebar(page)
      await page.getByRole('button', { name: '佐伯 美咲のメニュー' }).click()
    },
  },
  {
    name: 'shortcuts',
    open: async (page) => {
      await home(page)
      await page.keyboard.press('?')
    },
  },
  {
    name: 'palette',
    open: async (page) => {
      await home(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('10/2')
    },
  },
  {
    name: 'report-create',
    as: '三浦',
    open: async (page) => {
      await beginReport(page)
      await page.getByLabel('今日やること').fill('見積もりの見直し\n#481の調査')
    },
  },
  {
    name: 'report-create-errors',
    as: '小野寺',
    open: async (page) => {
      await beginReport(page)
      await page.getByLabel('昨日やったこと').fill('')
      await page.getByLabel('今日やること').fill('')
      await page.getByRole('button', { name: /^提出する/u }).click()
    },
  },
  {
    name: 'report-edit',
    open: async (page) => {
      await home(page)
      await page.getByRole('button', { name: '自分の日報を編集' }).click()
      await page.getByLabel('今日やること').waitFor()
    },
  },
  {
    name: 'state-loading',
    open: async (page) => {
      await page.route('**/api/daily-reports?*', () => {})
      await page.goto('/')
      await page.getByText('日報を読み込んでいます').waitFor()
    },
  },
  { name: 'state-empty', open: (page) => home(page, '2026-10-18') },
  {
    name: 'state-error',
    open: async (page) => {
      await page.route('**/api/daily-reports?*', (route) => route.abort())
      await page.goto('/')
      await page.getByText('日報を読み込めませんでした').waitFor()
    },
  },
  {
    name: 'state-offline',
    open: async (page) => {
      await home(page)
      await page.context().setOffline(true)
      await page.keyboard.press('j')
      await page.getByRole('heading', { name: 'オフラインです' }).waitFor()
    },
  },
  {
    name: 'toasts',
    as: '三浦',
    open: async (page) => {
      await beginReport(page)
      await page.getByLabel('昨日やったこと').fill('見積もり')
      await page.getByLabel('今日やること').fill('見積もりの見直し')
      await page.route('**/api/daily-reports', (route) => route.abort())
      await page.getByRole('button', { name: /^提出する/u }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'settings-user', open: (page) => page.goto('/settings') },
  { name: 'settings-user-de', language: 'de', open: (page) => page.goto('/settings') },
  {
    name: 'settings-user-edit',
    open: async (page) => {
      await page.goto('/settings')
      await page.getByRole('button', { name: 'パスワードを変更' }).click()
      await page.getByRole('button', { name: 'プロフィールを編集' }).click()
    },
  },
  { name: 'monthly', open: (page) => page.goto('/?page=monthly-report') },
  { name: 'activity', open: (page) => page.goto('/?page=activity') },
  {
    name: 'insight',
    open: async (page) => {
      await page.goto('/?page=activity')
      await page.getByRole('button', { name: 'ふりかえりを書く' }).last().click()
      await page.getByRole('radio').first().waitFor()
    },
  },
  { name: 'dashboard', open: (page) => page.goto('/dashboard') },
  { name: 'team-members', open: (page) => page.goto('/team') },
  {
    name: 'team-pending',
    open: async (page) => {
      await page.goto('/team')
      await page.getByRole('tab').nth(1).click()
    },
  },
  {
    name: 'team-member',
    open: async (page) => {
      await page.goto('/team')
      await page.getByRole('button', { name: /^三浦/u }).click()
    },
  },
  { name: 'team-settings', open: (page) => page.goto('/team?tab=settings') },
  { name: 'settings-access', open: (page) => page.goto('/settings?tab=access') },
  { name: 'settings-access-de', language: 'de', open: (page) => page.goto('/settings?tab=access') },
  {
    name: 'settings-leave',
    open: async (page) => {
      await page.goto('/settings?tab=access')
      await page.getByRole('button', { name: '削除に進む' }).click()
    },
  },
  { name: 'settings-notifications', open: (page) => page.goto('/settings?tab=notifications') },
  { name: 'settings-frequent-tasks', open: (page) => page.goto('/settings?tab=frequent-tasks') },
  { name: 'settings-backlog', open: (page) => page.goto('/settings?tab=backlog-settings') },
  { name: 'settings-language', open: (page) => page.goto('/settings?tab=language') },
  { name: 'settings-app-info', open: (page) => page.goto('/settings?tab=app-info') },
]
