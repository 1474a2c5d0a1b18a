import { signIn, signUp } from './members.ts'
import { expect, ownContext, test } from './test.ts'

const plan = 'PR #482 のレビュー対応'

test('a half-written report survives a reload', async ({ page, member: _member }) => {
  await page.goto('/')
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('今日やること').fill(plan)
  await expect(page.getByText('下書き保存済み')).toBeVisible()
  await page.reload()
  await expect(page.getByText('書きかけの下書きがあります')).toBeVisible()
  await page.getByRole('button', { name: '続きを書く' }).click()
  await expect(page.getByLabel('今日やること')).toHaveValue(plan)

  await page.getByLabel('昨日やったこと').fill('設計')
  await page.getByRole('button', { name: /^提出する/u }).click()
  await expect(page.getByRole('table', { name: 'メンバーの日報' })).toContainText(plan)
  await page.reload()
  await expect(page.getByRole('button', { name: '自分の日報を編集' })).toBeVisible()
  await expect(page.getByText('書きかけの下書きがあります')).toBeHidden()
})

ownContext('a half-written report survives a killed page', async ({ page, context, member: _member }) => {
  await page.goto('/')
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('今日やること').fill(plan)
  await expect(page.getByText('下書き保存済み')).toBeVisible()
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => {}) // a crashed page never answers
  await crashed

  const again = await context.newPage()
  await again.goto('/')
  await again.getByRole('button', { name: '続きを書く' }).click()
  await expect(again.getByLabel('今日やること')).toHaveValue(plan)
})

test('a report that cannot reach the server is queued and sent later', async ({ page, member }) => {
  await member.report({ report_date: '2026-01-05', today_plan: '前回の予定' })
  await page.goto('/')
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await expect(page.getByLabel('昨日やったこと')).toHaveValue('前回の予定')
  await page.getByLabel('今日やること').fill(plan)
  await page.route('**/api/daily-reports', (route) => route.abort())
  await page.getByRole('button', { name: /^提出する/u }).click()
  await expect(page.getByText('書いた日報を、まだ送信できていません。')).toBeVisible()
  await expect(page.getByLabel('今日やること')).toBeHidden()
  await page.unroute('**/api/daily-reports')
  await expect(page.getByRole('table', { name: 'メンバーの日報' })).toContainText(plan)
})

test('a draft is visible to its author only', async ({ page, member: _member }) => {
  await page.goto('/')
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('今日やること').fill(plan)
  await expect(page.getByText('下書き保存済み')).toBeVisible()
  await signIn(page, await signUp({ family_name: '早川', first_name: '蓮' }))
  await page.goto('/')
  await expect(page.getByRole('button', { name: '日報を書く' }).last()).toBeVisible()
  await expect(page.getByText('書きかけの下書きがあります')).toBeHidden()
})

test('an author keeps their draft if a colleague signs in in another tab', async ({ page, context, member }) => {
  const colleague = await signUp({ first_name: '遥' })
  await page.goto('/')
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('今日やること').fill(plan)
  await expect(page.getByText('下書き保存済み')).toBeVisible()

  const other = await context.newPage()
  await signIn(other, colleague)

  await expect(page.getByRole('button', { name: /遥/u }).first()).toBeVisible()
  await expect(page.getByText('書きかけの下書きがあります')).toBeHidden()

  await signIn(page, member)
  await page.goto('/')
  await page.getByRole('button', { name: '続きを書く' }).click()
  await expect(page.getByLabel('今日やること')).toHaveValue(plan)
})
