import type { Locator } from '@playwright/test'
import { signIn, signUp } from './members.ts'
import { expect, test } from './test.ts'

test('a new member needs at most ten presses and fields from /signup to the first report', async ({ page }) => {
  let taken = 0
  const press = async (control: Locator) => {
    taken += 1
    await control.click()
  }
  const fill = async (field: Locator, words: string) => {
    taken += 1
    await field.fill(words)
  }
  await page.goto('/signup')
  await fill(page.getByLabel('姓', { exact: true }), '佐伯')
  await fill(page.getByLabel('名', { exact: true }), '美咲')
  await fill(page.getByLabel('メールアドレス'), `first-minute-${Date.now()}@example.com`)
  await fill(page.getByLabel(/^パスワード/u), 'asanoasanoasa')
  await press(page.getByRole('checkbox', { name: /利用規約/u }))
  await press(page.getByRole('button', { name: 'アカウントを作成' }))

  const steps = page.getByRole('region', { name: 'はじめの設定' })
  await expect(steps.getByRole('heading', { level: 3 })).toHaveCount(4)
  await expect(page.getByRole('heading', { name: /日報は(まだ)?ありません/u })).toBeVisible()
  await press(page.getByRole('button', { name: '日報を書く' }).last())
  const panel = page.getByRole('dialog', { name: '日報を書く' })
  await fill(panel.getByLabel('昨日やったこと'), '予約画面の設計')
  await fill(panel.getByLabel('今日やること'), '予約画面の実装')
  await press(panel.getByRole('button', { name: /^提出する/u }))
  await expect(page.getByText('日報を提出しました')).toBeVisible()
  expect(taken).toBeLessThanOrEqual(10)

  await expect(steps.getByRole('heading', { level: 3 })).toHaveCount(3)
  const reports = await page.getByRole('table', { name: 'メンバーの日報' }).elementHandle()
  // Measures both elements at the same moment, because the page may still scroll.
  const gap = await steps.evaluate(
    (above, below) => below.getBoundingClientRect().top - above.getBoundingClientRect().bottom,
    reports,
  )
  expect(gap, 'pixels between the steps and the reports').toBeGreaterThanOrEqual(16)
  await steps.getByRole('textbox', { name: 'チーム名' }).fill('予約プロダクト')
  await expect(steps.getByLabel('タイムゾーン')).toHaveValue('日本標準時 (Tokyo、GMT+9)')
  await steps.getByRole('button', { name: '保存する' }).click()
  await expect(steps.getByRole('heading', { level: 3 })).toHaveCount(2)
  await expect(steps.getByRole('link', { name: '招待する' })).toBeFocused()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await steps.getByRole('button', { name: '使わない' }).click()
  await expect(steps.getByRole('heading', { level: 3 })).toHaveCount(1)
  await steps.getByRole('link', { name: '招待する' }).click()
  await page.getByLabel('招待するメールアドレス').fill(`invited-${Date.now()}@example.com`)
  await page.getByRole('button', { name: '招待を送る' }).click()
  await expect(page.getByText('予約画面の設計')).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('a new member sees the names of the team until their first report', async ({ page, server }) => {
  await signUp({}, server)
  const ren = await signUp({ family_name: '早川', first_name: '蓮' }, server)
  await signIn(page, ren, server)
  await page.goto(`${server}/`)
  const line = page.getByText(/^このチームのメンバーは.*佐伯 美咲.*です。/u)
  await expect(line).toBeVisible()
  await ren.report()
  await expect(page.getByText('予約画面の実装')).toBeVisible()
  await expect(line).toBeHidden()
})
