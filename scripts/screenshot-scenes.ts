import type { Page } from '@playwright/test'
import { firstMinuteScenes } from './screenshot-first-minute.ts'
import { type Scene, signedOutScenes } from './screenshot-signed-out.ts'
import { today } from './screenshot-team.ts'

const write = (page: Page) =>
  page.getByRole('button', { name: /^(日報を書く|Write report|Bericht schreiben)$/u }).last()
const settled = (page: Page) => page.locator('main [aria-busy=false]').first().waitFor()
const home = async (page: Page, date = today) => {
  await page.goto(date === today ? '/' : `/?date=${date}`)
  await settled(page)
}
const beginReport = async (page: Page, words: Record<string, string>) => {
  await home(page)
  await write(page).click()
  for (const [label, text] of Object.entries(words)) await page.getByLabel(label).fill(text)
}
const submit = (page: Page) => page.getByRole('button', { name: /^提出する/u }).click()
/** A screen by its address, and what is done there. */
const at = (path: string, act?: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto(path)
  await act?.(page)
}
const openSidebar = async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: 'メニューを開く' }).click()
}

export const scenes: Scene[] = [
  ...signedOutScenes,
  ...firstMinuteScenes,
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
      await page.getByRole('button', { name: /^佐伯 美咲/u }).click()
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
    open: (page) => beginReport(page, { 今日やること: '見積もりの見直し\n#481の調査' }),
  },
  {
    name: 'report-create-errors',
    as: '小野寺',
    open: async (page) => {
      await beginReport(page, { 昨日やったこと: '', 今日やること: '' })
      await submit(page)
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
      await beginReport(page, { 昨日やったこと: '見積もり', 今日やること: '見積もりの見直し' })
      await page.route('**/api/daily-reports', (route) => route.abort())
      await submit(page)
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'settings-user', open: at('/settings') },
  { name: 'settings-user-de', language: 'de', open: at('/settings') },
  {
    name: 'settings-user-edit',
    open: at('/settings', async (page) => {
      await page.getByRole('button', { name: 'パスワードを変更' }).click()
      await page.getByRole('button', { name: 'プロフィールを編集' }).click()
    }),
  },
  { name: 'monthly', open: at('/?page=monthly-report') },
  { name: 'activity', open: at('/?page=activity') },
  {
    name: 'insight',
    open: at('/?page=activity', async (page) => {
      await page.getByRole('button', { name: 'ふりかえりを書く' }).last().click()
      await page.getByRole('radio').first().waitFor()
    }),
  },
  { name: 'dashboard', open: at('/dashboard') },
  { name: 'team-members', open: at('/team') },
  {
    name: 'team-pending',
    open: at('/team', (page) => page.getByRole('tab').nth(1).click()),
  },
  {
    name: 'team-member',
    open: at('/team', (page) => page.getByRole('button', { name: /^三浦/u }).click()),
  },
  { name: 'team-settings', open: at('/team?tab=settings') },
  { name: 'settings-access', open: at('/settings?tab=access') },
  { name: 'settings-access-de', language: 'de', open: at('/settings?tab=access') },
  {
    name: 'settings-leave',
    open: at('/settings?tab=access', (page) => page.getByRole('button', { name: '削除に進む' }).click()),
  },
  { name: 'settings-notifications', open: at('/settings?tab=notifications') },
  { name: 'settings-frequent-tasks', open: at('/settings?tab=frequent-tasks') },
  { name: 'settings-backlog', open: at('/settings?tab=backlog-settings') },
  { name: 'settings-language', open: at('/settings?tab=language') },
  { name: 'settings-app-info', open: at('/settings?tab=app-info') },
]
