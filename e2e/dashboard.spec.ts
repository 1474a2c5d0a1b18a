import { dateOf } from './members.ts'
import { expect, test } from './test.ts'

const isWorkingDay = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() % 6 !== 0

test('the dashboard counts, shows and links a new report', async ({ page, member }) => {
  await member.report({ report_date: dateOf(-1), today_plan: '・昨日の計画\nもう一行' })
  await member.report({ today_plan: '週表示を仕上げる', issues: 'DBの接続数が上限' })
  await page.goto('/dashboard')

  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
  const row = page.getByRole('list', { name: '今日のチーム' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('週表示を仕上げる')
  await expect(row).toContainText('困りごと')
  await expect(page.getByRole('list', { name: '未解決の困りごと' })).toContainText('DBの接続数が上限')
  await expect(page.getByRole('list', { name: '最近の日報' })).toContainText('昨日の計画')
  const figure = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .first()
  await expect(figure('未解決の困りごと')).toContainText('1 件')
  await expect(figure('連続提出')).toContainText(/[0-2] 営業日/u)
  if (isWorkingDay(dateOf())) {
    await expect(figure('提出率')).toContainText('100%')
    await expect(page.getByRole('img', { name: /チームの12週間の提出率。今週は今日までで100%/u })).toBeVisible()
  }
  await expect(page.getByRole('table', { name: 'チームの提出率' }).getByRole('row')).toHaveCount(13)

  await row.getByRole('link').click()
  await expect(page.locator(`h1 time[datetime="${dateOf()}"]`)).toBeVisible()
})

test('the dashboard explains its figures, and links an empty backlog to the import settings', async ({
  page,
  member,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByText(member.name).first()).toBeVisible()
  await page.getByText('数え方').click()
  await expect(page.getByText('祝日と全休の日を除きます', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: '取り込みの設定を開く' }).click()
  await expect(page).toHaveURL(/\/settings\?tab=backlog-settings$/u)
})

test('the dashboard keeps its loaded data if the network fails, and says so', async ({ page, member, context }) => {
  await member.report({ today_plan: '残る言葉' })
  await page.goto('/dashboard')
  await expect(page.getByText('残る言葉')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('オフラインです。前に読み込んだ内容を表示しています。')).toBeVisible()
  await expect(page.getByText('残る言葉')).toBeVisible()
})
