import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { dateOf, type Member } from './members.ts'
import { expect, test } from './test.ts'

const wide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 768
const table = (page: Page) => page.getByRole('table', { name: 'メンバーの日報' })
const write = (page: Page) => page.getByRole('button', { name: '日報を書く' }).last()
const openSidebar = async (page: Page) => {
  if (!wide(page)) await page.getByRole('button', { name: 'メニューを開く' }).click()
}
async function withReport(page: Page, member: Member) {
  await member.report({ issues: '検証環境のDBが落ちています' })
  await page.goto('/')
  await expect(table(page)).toBeVisible()
}

const toVisitors: { name: string; open: (page: Page) => Promise<unknown> }[] = [
  { name: 'login', open: (page) => page.goto('/login') },
  {
    name: 'login with errors',
    open: async (page) => {
      await page.goto('/login')
      await page.getByRole('button', { name: 'ログイン', exact: true }).click()
      await expect(page.getByText('入力してください').first()).toBeVisible()
    },
  },
  {
    name: 'login refused',
    open: async (page) => {
      await page.goto('/login')
      await page.getByLabel('メールアドレス').fill('misaki@example.com')
      await page.getByLabel('パスワード').fill('wrong-password')
      await page.getByRole('button', { name: 'ログイン', exact: true }).click()
      await expect(page.getByText('ログインに失敗しました')).toBeVisible()
    },
  },
  { name: 'sign-up', open: (page) => page.goto('/signup') },
  {
    name: 'sign-up with errors',
    open: async (page) => {
      await page.goto('/signup')
      await page.getByRole('button', { name: 'アカウントを作成' }).click()
      await expect(page.getByText('利用規約への同意が必要です')).toBeVisible()
    },
  },
  { name: 'password reset', open: (page) => page.goto('/password-reset') },
  { name: 'new password', open: (page) => page.goto('/password-reset?token=x') },
  { name: 'e-mail proof', open: (page) => page.goto('/email-proof?token=x') },
  { name: 'terms of use', open: (page) => page.goto('/licence') },
]

const toMembers: { name: string; open: (page: Page, member: Member) => Promise<unknown> }[] = [
  { name: 'a day with reports', open: withReport },
  {
    name: 'an empty day',
    open: async (page) => {
      await page.goto('/')
      await expect(page.getByText('日報はまだありません')).toBeVisible()
    },
  },
  {
    name: 'an empty day in the past',
    open: async (page) => {
      await page.goto(`/?date=${dateOf(-9)}`)
      await expect(page.getByText('チームに参加する前の日のため、日報は書けません。')).toBeVisible()
    },
  },
  {
    name: 'a day being read',
    open: async (page) => {
      await page.route('**/api/daily-reports?*', () => {})
      await page.goto('/')
      await expect(page.getByText('日報を読み込んでいます')).toBeVisible()
    },
  },
  {
    name: 'a day that cannot be read',
    open: async (page) => {
      await page.route('**/api/daily-reports?*', (route) => route.abort())
      await page.goto('/')
      await expect(page.getByText('日報を読み込めませんでした')).toBeVisible()
    },
  },
  {
    name: 'offline',
    open: async (page) => {
      await page.goto('/')
      await expect(write(page)).toBeVisible()
      await page.context().setOffline(true)
      await page.getByRole('button', { name: '前の日', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'オフラインです' })).toBeVisible()
    },
  },
  {
    name: 'writing',
    open: async (page, member) => {
      await member.report({ report_date: dateOf(-1), issues: '検証環境' })
      await page.goto('/')
      await write(page).click()
      await page.getByLabel('今日やること').fill('実装')
      await expect(page.getByText('下書き保存済み')).toBeVisible()
    },
  },
  {
    name: 'writing with errors',
    open: async (page) => {
      await page.goto('/')
      await write(page).click()
      await page.getByRole('button', { name: /^提出する/u }).click()
      await expect(page.getByText('入力してください').first()).toBeVisible()
    },
  },
  {
    name: 'editing',
    open: async (page, member) => {
      await withReport(page, member)
      await page.getByRole('button', { name: '自分の日報を編集' }).click()
      await expect(page.getByLabel('今日やること')).toBeVisible()
    },
  },
  {
    name: 'a toast',
    open: async (page) => {
      await page.route('**/api/daily-reports', (route) => route.abort())
      await page.goto('/')
      await write(page).click()
      await page.getByLabel('昨日やったこと').fill('設計')
      await page.getByLabel('今日やること').fill('実装')
      await page.getByRole('button', { name: /^提出する/u }).click()
      await page.getByRole('alert').filter({ hasText: 'レポートの送信に失敗しました' }).hover()
    },
  },
  {
    name: 'sidebar',
    open: async (page, member) => {
      await withReport(page, member)
      await openSidebar(page)
      await expect(page.getByRole('grid')).toBeVisible()
    },
  },
  {
    name: 'user menu',
    open: async (page, member) => {
      await withReport(page, member)
      await openSidebar(page)
      await page.getByRole('button', { name: member.name }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  {
    name: 'shortcuts',
    open: async (page, member) => {
      await withReport(page, member)
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'ショートカット' })).toBeVisible()
    },
  },
  ...['user-info', 'language', 'app-info'].map((tab) => ({
    name: `settings, ${tab}`,
    open: async (page: Page) => {
      await page.goto(`/settings?tab=${tab}`)
      await expect(page.getByRole('tabpanel')).toBeVisible()
    },
  })),
  {
    name: 'settings, editing with errors',
    open: async (page) => {
      await page.goto('/settings')
      await page.getByRole('button', { name: 'プロフィールを編集' }).click()
      await page.getByLabel('姓', { exact: true }).fill('')
      await page.getByRole('button', { name: '保存する' }).click()
      await expect(page.getByText('入力してください')).toBeVisible()
      await page.getByRole('button', { name: 'パスワードを変更' }).click()
      await expect(page.getByLabel('新しいパスワード(確認)')).toBeVisible()
    },
  },
]

async function expectNothingFound(page: Page) {
  await expect(page.locator('h1, [role=dialog], dialog').first()).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'contrast')
}

for (const width of [1_440, 390])
  test.describe(`axe finds nothing at ${width}`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })
    for (const { name, open } of toVisitors)
      test(name, async ({ page }) => {
        await open(page)
        await expectNothingFound(page)
      })
    for (const { name, open } of toMembers)
      test(name, async ({ page, member }) => {
        await open(page, member)
        await expectNothingFound(page)
      })
  })
