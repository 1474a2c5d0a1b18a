import { type Page, request } from '@playwright/test'
import { addMonths } from '../web/dates/dates.ts'
import { dateOf } from './members.ts'
import { expect, test } from './test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'メンバーの日報' })
const write = (page: Page) => page.getByRole('button', { name: '日報を書く' }).last()
const edit = (page: Page) => page.getByRole('button', { name: '自分の日報を編集' })
const heading = (page: Page, day: string) => page.locator(`h1 time[datetime="${day}"]`)
const day = (page: Page, date: string) => page.locator(`[data-date="${date}"]`)

test('the calendar has 42 days from a Sunday, and dots on days with reports', async ({ page, member }) => {
  await member.report({ report_date: dateOf(-1) })
  await page.goto(`/?date=${dateOf(-1)}`)
  const cells = page.getByRole('grid').getByRole('gridcell')
  await expect(cells).toHaveCount(42)
  await expect(page.getByRole('grid').getByRole('columnheader').first()).toHaveText('日')
  await expect(day(page, dateOf(-1))).toHaveAccessibleName(/日報あり/u)
  await day(page, dateOf()).click()
  await expect(heading(page, dateOf())).toBeVisible()
  await expect(day(page, dateOf())).not.toHaveAccessibleName(/日報あり/u)
  for (const button of await cells.getByRole('button').all())
    expect(await button.isDisabled()).toBe(((await button.getAttribute('data-date')) ?? '') > dateOf())
})

test('the day view moves by days and months, but never past today', async ({ page, member }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: '次の日' })).toBeDisabled()
  await expect(page.getByRole('button', { name: '次の月' })).toBeDisabled()
  await page.getByRole('button', { name: '前の日', exact: true }).click()
  await expect(heading(page, dateOf(-1))).toBeVisible()
  await page.getByRole('button', { name: '次の日' }).click()
  await expect(heading(page, dateOf())).toBeVisible()
  await page.getByRole('button', { name: '前の月' }).click()
  const monthBefore = addMonths(dateOf(), -1)
  await expect(heading(page, monthBefore)).toBeVisible()
  await page.getByRole('button', { name: '次の月' }).click()
  await expect(heading(page, addMonths(monthBefore, 1))).toBeVisible()
  await expect(page.getByRole('button', { name: '次の月' })).toBeDisabled()
  await page.goto(`/?date=${dateOf(2)}`) // not tomorrow: from 19:00 in Japan on, tomorrow has begun somewhere on Earth
  await expect(heading(page, dateOf())).toBeVisible()
  await page.goto(`/?date=${dateOf(-40)}`)
  await page.getByRole('button', { name: '今日へ' }).click()
  await expect(heading(page, dateOf())).toBeVisible()
  await expect(page.getByRole('button', { name: member.name })).toBeVisible()
})

test('a member chooses a day in the calendar by keyboard', async ({ page, member }) => {
  await member.report()
  await page.goto('/')
  await expect(table(page)).toBeVisible()
  await day(page, dateOf()).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(day(page, dateOf(-8))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, dateOf(-8))).toBeVisible()
})

test('a member can write a report for today and yesterday, and only edit earlier reports', async ({ page, member }) => {
  await member.report({ report_date: dateOf(-5) })
  await page.goto('/')
  await expect(write(page)).toBeVisible()
  await page.goto(`/?date=${dateOf(-1)}`)
  await expect(write(page)).toBeVisible()
  await page.goto(`/?date=${dateOf(-2)}`)
  await expect(page.getByText('チームに参加する前の日のため、日報は書けません。')).toBeVisible()
  await expect(page.getByRole('button', { name: '日報を書く' })).toHaveCount(0)
  await page.goto(`/?date=${dateOf(-5)}`)
  await expect(edit(page)).toBeVisible()
  await edit(page).click()
  await expect(edit(page)).toBeHidden()
  await expect(page.getByRole('dialog', { name: '日報を編集' })).toBeVisible()
})

test('a new report begins with the plan and the blocker of the latest report', async ({ page, member }) => {
  await member.report({ report_date: dateOf(-3), today_plan: '実装', issues: '検証環境' })
  await page.goto('/')
  await write(page).click()
  await expect(page.getByLabel('昨日やったこと')).toHaveValue('実装')
  await expect(page.getByLabel('今日やること')).toHaveValue('実装')
  await expect(page.getByLabel('困っていること')).toHaveValue('検証環境')
  await page.getByRole('button', { name: '空にする' }).click()
  await expect(page.getByLabel('今日やること')).toHaveValue('')
})

test('an empty required field stops a report before it is sent', async ({ page, member: _member }) => {
  await page.goto('/')
  await write(page).click()
  await page.getByLabel('今日やること').fill('  ')
  let sent = 0
  page.on('request', (each) => {
    if (each.method() === 'POST') sent += 1
  })
  await page.getByRole('button', { name: /^提出する/u }).click()
  await expect(page.getByLabel('昨日やったこと')).toHaveAccessibleDescription('入力してください')
  await expect(page.getByLabel('昨日やったこと')).toBeFocused()
  expect(sent).toBe(0)
})

test('the day view shows a skeleton while it is loading', async ({ page, member }) => {
  await member.report({ today_plan: '実装' })
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/daily-reports?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('status').filter({ hasText: '日報を読み込んでいます' })).toBeVisible()
  answer()
  await expect(table(page)).toContainText('実装')
  await expect(page.getByText('日報を読み込んでいます')).toBeHidden()
})

test('the day view offers a retry if it cannot be loaded', async ({ page, member }) => {
  await member.report({ today_plan: '実装' })
  await page.route('**/api/events*', (route) => route.abort()) // blocks the event stream, which would trigger a refetch
  await page.route('**/api/daily-reports?*', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: '日報を読み込めませんでした' })).toBeVisible()
  await page.waitForLoadState('networkidle') // a pending refetch would remove the button
  await page.unroute('**/api/daily-reports?*')
  await page.getByRole('button', { name: 'もう一度読み込む' }).click()
  await expect(table(page)).toContainText('実装')
})

test('the day view keeps its data while offline, and loads another day when online again', async ({
  page,
  context,
  member,
}) => {
  await member.report({ report_date: dateOf(-2), today_plan: '一昨日の予定' })
  await member.report({ today_plan: '実装' })
  await page.goto('/')
  await expect(table(page)).toContainText('実装')
  await context.setOffline(true)
  await expect(table(page)).toContainText('実装')
  // The previous day may have been prefetched.
  for (const _day of [1, 2]) await page.getByRole('button', { name: '前の日', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'オフラインです' })).toBeVisible()
  await context.setOffline(false)
  await expect(table(page)).toContainText('一昨日の予定')
})

for (const [how, isLive] of Object.entries({
  'even if the page gets live updates': true,
  'even if the page gets no live updates': false,
}))
  test(`the form asks before it replaces a report submitted elsewhere, ${how}`, async ({ page, member }) => {
    if (!isLive) await page.route('**/api/events*', (route) => route.abort())
    await page.goto('/')
    await write(page).click()
    await page.getByLabel('昨日やったこと').fill('設計')
    await page.getByLabel('今日やること').fill('こちらの予定')
    await member.report({ today_plan: '別の画面の予定' })
    if (!isLive) await page.getByRole('button', { name: /^提出する/u }).click()
    await expect(page.getByRole('alert').filter({ hasText: '別の画面から提出済みです' })).toBeVisible()
    await expect(page.getByLabel('今日やること')).toHaveValue('こちらの予定')
    await page.getByRole('button', { name: /^更新する/u }).click()
    await expect(table(page)).toContainText('こちらの予定')
  })

test('the server answers requests for health, readiness and metrics', async ({ baseURL }) => {
  const api = await request.newContext()
  for (const path of ['healthz', 'readyz', 'metrics', 'openapi.json'])
    expect((await api.get(`${baseURL}/api/${path}`)).status(), path).toBe(200)
  await api.dispose()
})
