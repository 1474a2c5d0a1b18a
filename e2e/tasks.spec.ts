import { expect, test } from './test.ts'

test('a member saves frequent tasks and adds one to a report by a press', async ({ page, member: _member }) => {
  await page.goto('/settings?tab=frequent-tasks')
  await page.getByRole('button', { name: 'タスクを登録' }).click()
  await page.getByRole('textbox', { name: /^タスク/u }).fill('PRレビュー\n\n問い合わせ対応\n')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.locator('[data-toast]').filter({ hasText: '保存しました' })).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('昨日やったこと').fill('設計')
  await page.getByRole('button', { name: 'PRレビュー' }).click()
  await expect(page.getByLabel('今日やること')).toHaveValue('PRレビュー')
  await page.getByRole('button', { name: /^提出する/u }).click()
  await expect(page.getByRole('table', { name: 'メンバーの日報' })).toContainText('PRレビュー')

  await page.goto('/settings?tab=frequent-tasks')
  await expect(page.getByRole('listitem').filter({ hasText: 'PRレビュー' })).toContainText('1回')
  await expect(page.getByRole('listitem').filter({ hasText: '問い合わせ対応' })).toContainText('0回')
})
