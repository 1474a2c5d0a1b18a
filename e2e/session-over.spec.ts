import type { Page } from '@playwright/test'
import type { ReportDay } from '#contract/reports.ts'
import { dateOf, type Member, signUp } from './members.ts'
import { expect, test } from './test.ts'

// A session ends while a member writes (E5.04).

const plan = 'PR #482 のレビュー対応'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'ログアウトされました' })
const reportsOf = async ({ call }: Member) =>
  ((await call('GET', `/daily-reports?report_date=${dateOf()}`)) as ReportDay).reports.map(
    ({ today_plan }) => today_plan,
  )

/** Writes a report, ends the session, and then presses submit. */
async function submitTooLate(page: Page, member: Member) {
  // blocks the event stream: it would report the end of the session before the press
  await page.route('**/api/events*', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('昨日やったこと').fill('設計')
  await page.getByLabel('今日やること').fill(plan)
  await expect(page.getByText('下書き保存済み')).toBeVisible()
  await page.waitForLoadState('networkidle') // a later request would report the end of the session, too
  await member.call('POST', '/auth/logout', { refresh_token: member.tokens.refresh_token })
  await page.getByRole('button', { name: /^提出する/u }).click()
  await expect(dialog(page)).toContainText('日報はこの端末に残っています。')
}

async function logIn(page: Page, email: string, password: string) {
  await dialog(page).getByLabel('メールアドレス').fill(email)
  await dialog(page).getByLabel('パスワード').fill(password)
  await dialog(page).getByRole('button', { name: 'ログイン', exact: true }).click()
}

test('after the session’s end, a sign-in in the dialog sends the submitted report', async ({ page, member }) => {
  await submitTooLate(page, member)
  await expect(dialog(page).getByLabel('メールアドレス')).toHaveValue(member.email)
  await expect(dialog(page).getByLabel('パスワード')).toBeFocused()
  await expect(page).toHaveURL(/\/$/u)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeVisible()
  await logIn(page, member.email, member.password)
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('table', { name: 'メンバーの日報' })).toContainText(plan)
  await member.logIn()
  expect(await reportsOf(member)).toEqual([plan])
})

test('a wrong password in the sign-in dialog leaves the submitted report waiting', async ({ page, member }) => {
  await submitTooLate(page, member)
  await logIn(page, member.email, 'not-the-password')
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await logIn(page, member.email, member.password)
  await expect(page.getByRole('table', { name: 'メンバーの日報' })).toContainText(plan)
})

test('the first person’s report is not sent if another person signs in in the dialog', async ({ page, member }) => {
  const other = await signUp({ first_name: '遥' })
  await submitTooLate(page, member)
  await logIn(page, other.email, other.password)
  await expect(page.getByRole('button', { name: /遥/u }).first()).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('書きかけの下書きがあります')).toBeHidden()
  expect(await reportsOf(other)).toEqual([])
})

test('a report becomes a draft if the member leaves the sign-in dialog for the login page', async ({
  page,
  member,
}) => {
  await submitTooLate(page, member)
  await dialog(page).getByRole('button', { name: 'ログイン画面へ' }).click()
  await expect(page).toHaveURL(/\/login$/u)
  await page.getByLabel('メールアドレス').fill(member.email)
  await page.getByLabel('パスワード').fill(member.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.getByRole('button', { name: '続きを書く' }).click()
  await expect(page.getByLabel('今日やること')).toHaveValue(plan)
})

test('one sign-in closes the sign-in dialogs of all tabs', async ({ page, context, member }) => {
  const second = await context.newPage()
  await second.route('**/api/events*', (route) => route.abort())
  await second.goto('/?page=activity')
  await second.getByRole('button', { name: 'ふりかえりを書く' }).last().click()
  await second.getByLabel('内容').fill('朝会は短く')
  await submitTooLate(page, member)
  await expect(dialog(second)).toContainText('書いた内容はこの端末に残っています。')
  await logIn(page, member.email, member.password)
  await expect(dialog(page)).toBeHidden()
  await expect(dialog(second)).toBeHidden()
  await expect(second.getByLabel('内容')).toHaveValue('朝会は短く')
  await second.getByRole('button', { name: /^投稿する/u }).click()
  await expect(second.getByRole('table', { name: 'ふりかえり' })).toContainText('朝会は短く')
})
