import type { Report } from '#contract/reports.ts'
import { dateOf, type Member, signIn, signUp } from './members.ts'
import { pressTwice } from './press-twice.ts'
import { type Server, startServer } from './server.ts'
import { expect, ownContext, test } from './test.ts'

let server: Server
test.beforeAll(async () => {
  server = await startServer({ SIGNUP: 'join' })
})
test.afterAll(() => server.stop())

test('a month is submitted, returned, submitted again and approved, and a later change reopens it (N11.03)', async ({
  page,
  browser,
}) => {
  const { url } = server
  const administrator = await signUp({ family_name: '水野', first_name: '香織' }, url)
  const ren = await signUp({ family_name: '早川', first_name: '蓮' }, url)
  const report = (await ren.report()) as Report
  const reviewing = await browser.newPage()
  await signIn(reviewing, administrator, url)
  await reviewing.goto(`${url}/team`)
  await reviewing.getByRole('tab', { name: '設定' }).click()
  await reviewing.getByRole('switch', { name: '月報の承認' }).press('Space')
  await expect(reviewing.getByRole('switch', { name: '月報の承認' })).toBeChecked()

  await signIn(page, ren, url)
  await page.goto(`${url}/?page=monthly-report`)
  const mine = page.getByRole('region', { name: '月報の承認' })
  const submit = async (note: string) => {
    await mine.getByRole('button', { name: '提出する' }).press('Enter')
    await page.getByRole('textbox', { name: /コメント/u }).fill(note)
    await page.getByRole('dialog').getByRole('button', { name: '提出する' }).press('Enter')
    await expect(mine.getByRole('heading')).toHaveText('承認待ち')
  }
  await submit('今月分です')

  // The submitted month appears without a reload.
  await expect(reviewing.getByRole('link', { name: '自分あて' })).toHaveAccessibleName(/1件/u)
  await reviewing.goto(`${url}/mentions`)
  await reviewing.getByRole('link', { name: '承認待ちの月報 1件' }).press('Enter')
  await reviewing.getByRole('link', { name: /早川 蓮/u }).press('Enter')
  await expect(reviewing.getByText('設計の見直し')).toBeVisible()
  await reviewing.getByRole('button', { name: '差し戻す' }).press('Enter')
  await reviewing.getByRole('textbox', { name: /直してほしいこと/u }).fill('予約画面の時間を書いてください')
  await reviewing.getByRole('dialog').getByRole('button', { name: '差し戻す' }).press('Enter')
  await expect(reviewing.getByText('承認待ちの月報はありません')).toBeVisible()

  await expect(mine.getByText('予約画面の時間を書いてください')).toBeVisible()
  await submit('書き足しました')
  await reviewing.getByRole('link', { name: /早川 蓮/u }).press('Enter')
  await reviewing.getByRole('button', { name: '承認する' }).press('Enter')
  await expect(mine.getByRole('heading')).toHaveText('承認済み')

  const draft = { report_date: dateOf(), yesterday_work: '設計の見直し', today_plan: '予約画面', issues: '' }
  await ren.call('PUT', `/daily-reports/${report.id}`, draft)
  await expect(mine.getByRole('heading')).toHaveText('変更あり')
  await reviewing.goto(`${url}/?page=monthly-report&months=reopened`)
  await expect(reviewing.getByRole('link', { name: /早川 蓮/u })).toBeVisible()
})

ownContext(
  'a double press approves one month only, although the next one opens below the pointer',
  async ({ page }) => {
    const { url } = server
    const administrator = await signUp({ family_name: '藤井', first_name: '直子' }, url)
    await administrator.call('PATCH', '/teams/me', { month_approval: true })
    const month = dateOf().slice(0, 'YYYY-MM'.length)
    const submit = async (member: Member) => {
      await member.report()
      await member.call('PATCH', `/months/${month}`, { state: 'submitted', revision: 1 })
    }
    await submit(await signUp({ family_name: '三浦', first_name: '航太' }, url))
    await submit(await signUp({ family_name: '小野寺', first_name: '徹' }, url))
    await signIn(page, administrator, url)
    await page.goto(`${url}/?page=monthly-report&months=submitted`)
    await page.getByRole('link', { name: /三浦 航太/u }).click()
    const approve = page.getByRole('button', { name: '承認する' })
    const title = page.getByRole('heading', { level: 1 })
    const again = await pressTwice(page, approve, () => expect(title).toContainText('小野寺 徹'))
    await expect(approve).toBeEnabled()
    await again()
    await expect(title).toHaveText('月報の承認')
  },
)
