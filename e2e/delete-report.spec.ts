import { dateOf } from './members.ts'
import { expect, test } from './test.ts'

test('a member deletes a report at once and restores the report by keyboard', async ({ page, member }) => {
  await member.report({ today_plan: '予約画面の実装' })
  await page.goto('/')
  const table = page.getByRole('table', { name: 'メンバーの日報' })
  await expect(table).toContainText('予約画面の実装')
  await page.keyboard.press('n')
  await page.getByRole('button', { name: '日報を削除' }).click()
  await expect(page.getByText('日報を削除しました')).toBeVisible()
  await expect(table).toBeHidden()
  await expect(page.getByRole('button', { name: '日報を書く' }).last()).toBeFocused()
  expect(await member.call('GET', `/daily-reports?report_date=${dateOf()}`)).toMatchObject({ total: 0 })
  await page.keyboard.press('z')
  await expect(table).toContainText('予約画面の実装')
  await expect(page.getByText('書きかけの下書きがあります')).toBeHidden()
})

test('the text of a deleted report remains as a draft after the tab was closed', async ({ page, member }) => {
  await member.report({ today_plan: '予約画面の実装' })
  await page.goto('/')
  await page.getByRole('button', { name: '自分の日報を編集' }).click()
  await page.getByRole('button', { name: '日報を削除' }).click()
  await expect(page.getByText('日報を削除しました')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '続きを書く' }).click()
  await expect(page.getByLabel('今日やること')).toHaveValue('予約画面の実装')
})
