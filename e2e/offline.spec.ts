import type { BrowserContext, Page } from '@playwright/test'
import type { ReportDay } from '#contract/reports.ts'
import { dateOf, type Member } from './members.ts'
import { stored } from './stored.ts'
import { expect, ownContext as test } from './test.ts'

// Service workers need their own context.
test.use({ serviceWorkers: 'allow' })

/** Opens a report, so that the browser caches it. */
async function readReport(page: Page, member: Member) {
  await member.report({ today_plan: '実装' })
  await page.goto('/')
  await expect(page.getByText('実装')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => stored(page)).toContain('実装')
}

test('the app opens without a network, and says that it shows cached data', async ({ page, context, member }) => {
  await readReport(page, member)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('実装')).toBeVisible()
  await expect(page.getByText('オフラインです').filter({ visible: true })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('オフラインです').filter({ visible: true })).toBeHidden()
})

test('a logout deletes the data cached for offline use', async ({ page, context, member }) => {
  await readReport(page, member)
  await page.getByRole('button', { name: member.name }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/login/u)
  await context.setOffline(true)
  await expect.poll(() => stored(page)).toBe('[]')
  await page.goto('/')
  await expect(page).toHaveURL(/login/u)
  await expect(page.getByLabel('パスワード')).toBeVisible()
})

async function submitOffline(page: Page, context: BrowserContext, words: string) {
  await page.goto('/')
  await expect(page.getByRole('button', { name: /日報を書く|自分の日報を編集/u }).last()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page
    .getByRole('button', { name: /日報を書く|自分の日報を編集/u })
    .last()
    .click()
  await page.getByLabel('昨日やったこと').fill('設計')
  await page.getByLabel('今日やること').fill(words)
  await page.getByRole('button', { name: /^(?:提出|更新)する/u }).click()
  await expect(page.getByText('未送信').first()).toBeVisible()
}
const reportsOf = async ({ call }: Member) =>
  ((await call('GET', `/daily-reports?report_date=${dateOf()}`)) as ReportDay).reports.map(
    ({ today_plan }) => today_plan,
  )

test('a report submitted offline survives a reload and is sent once', async ({ page, context, member }) => {
  await submitOffline(page, context, '電車の中の計画')
  await expect(page.getByText('未送信')).toBeVisible()
  expect(await reportsOf(member)).toEqual([])
  await page.reload()
  await expect(page.getByText('電車の中の計画')).toBeVisible()
  await expect(page.getByText('未送信')).toBeVisible()
  await context.setOffline(false)
  await expect(page.locator('[data-toast]').filter({ hasText: 'の日報を送信しました' })).toBeVisible()
  await expect(page.getByText('未送信')).toBeHidden()
  expect(await reportsOf(member)).toEqual(['電車の中の計画'])
})

test('a report whose response was lost is not sent twice', async ({ page, context, member }) => {
  await submitOffline(page, context, '届いた計画')
  await member.report({ yesterday_work: '設計', today_plan: '届いた計画' })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await context.setOffline(false)
  await expect(page.locator('[data-toast]').filter({ hasText: 'の日報を送信しました' })).toBeVisible()
  await expect(page.getByText('未送信')).toBeHidden()
  expect(sent).not.toContain('POST')
  expect(sent).not.toContain('PUT')
  expect(await reportsOf(member)).toEqual(['届いた計画'])
})

test('a report written offline becomes a draft if another device has submitted one', async ({
  page,
  context,
  member,
}) => {
  await submitOffline(page, context, 'こちらの計画')
  await member.report({ today_plan: 'あちらの計画' })
  await context.setOffline(false)
  await expect(page.locator('[data-toast]').filter({ hasText: '下書きに残っています' })).toBeVisible()
  await expect(page.getByText('あちらの計画')).toBeVisible()
  await page.getByRole('button', { name: '自分の日報を編集' }).click()
  await expect(page.getByLabel('今日やること')).toHaveValue('こちらの計画')
  expect(await reportsOf(member)).toEqual(['あちらの計画'])
})

test('an insight that is not yet sent is aligned with the heading above', async ({ page, context, member }) => {
  await member.report()
  await page.goto('/?page=activity')
  await page.getByRole('button', { name: 'ふりかえりを書く' }).last().click()
  await page.getByLabel('内容').fill('電車の中のふりかえり')
  await context.setOffline(true)
  await page.getByLabel('内容').press('Control+Enter')
  const note = page.getByRole('listitem').getByText('電車の中のふりかえり')
  const heading = page.getByRole('heading', { name: 'ふりかえり', level: 2, exact: true })
  await expect.poll(async () => (await note.boundingBox())!.x - (await heading.boundingBox())!.x).toBe(0)
})
