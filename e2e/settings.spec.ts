import type { Locator } from '@playwright/test'
import { addDays, weekday } from '../web/dates/dates.ts'
import { dateOf } from './members.ts'
import { expect, openAs, test } from './test.ts'
import { chooseService, lineOf } from './services.ts'

test('every tab of the settings opens by its URL and by the arrow keys', async ({ page, member }) => {
  await openAs(page, member, '/settings?tab=notifications')
  await expect(page.getByRole('switch', { name: '日報の通知' })).toBeChecked()
  await page.getByRole('tab', { name: '通知' }).press('Home')
  for (const [title, id] of [
    ['ユーザー情報', 'user-info'],
    ['アクセス', 'access'],
    ['通知', 'notifications'],
    ['よくやるタスク', 'frequent-tasks'],
    ['課題', 'backlog-settings'],
    ['言語', 'language'],
    ['アプリ情報', 'app-info'],
  ] as const) {
    await expect(page).toHaveURL(new RegExp(`/settings\\?tab=${id}$`, 'u'))
    await expect(page.getByRole('tab', { name: title, selected: true })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: title })).toBeVisible()
    await page.keyboard.press('ArrowRight')
  }
  await expect(page).toHaveURL(/\?tab=user-info$/u)
})

test('the settings of account, team and server link to each other, and old URLs redirect (E5.06)', async ({
  page,
  member: _member,
}) => {
  await page.goto('/settings?tab=state')
  await expect(page).toHaveURL(/\?tab=server$/u)
  const places = page.getByRole('navigation', { name: '設定の種類' })
  // The server shows its settings to its first team only, and this is another one.
  await expect(page.getByRole('tab', { name: 'ユーザー情報', selected: true })).toBeVisible()
  await expect(places.getByRole('link', { name: 'サーバー' })).toBeHidden()
  await places.getByRole('link', { name: 'チーム' }).click()
  await expect(page.getByRole('heading', { name: 'Webhook' })).toBeVisible()
  await places.getByRole('link', { name: '自分のアカウント' }).click()
  await expect(page.getByRole('tab', { name: 'ユーザー情報', selected: true })).toBeVisible()
})

test('chosen notifications and issue rules are saved on the server and survive a reload', async ({ page, member }) => {
  await page.goto('/settings?tab=notifications')
  await page.getByRole('switch', { name: '日報の通知' }).uncheck()
  await page.getByRole('radio', { name: /Google Chat/u }).check()
  await expect(page.getByText('Google Chatに接続していないため、日報は届きません。')).toBeVisible()
  await page.getByRole('tab', { name: '課題' }).click()
  await expect(page.getByRole('switch', { name: '課題の自動同期' })).toBeDisabled()
  await page.getByLabel('既定の優先度').selectOption('高')
  await page.getByLabel('自動割り当て').selectOption('チームリーダー')
  await expect
    .poll(async () => (await member.call('GET', '/users/me')) as object)
    .toMatchObject({
      settings: {
        notifications: { daily_report: false, destination: 'google-chat' },
        backlog: { auto_sync: false, default_priority: 'high', auto_assign: 'team-lead' },
      },
    })

  await page.reload()
  await expect(page.getByLabel('既定の優先度')).toHaveValue('high')
  await page.getByRole('tab', { name: '通知' }).click()
  await expect(page.getByRole('switch', { name: '日報の通知' })).not.toBeChecked()
  await expect(page.getByRole('radio', { name: /Google Chat/u })).toBeChecked()
  await page.getByRole('tab', { name: '課題' }).click()
  await page.getByRole('link', { name: 'ユーザー情報で接続する' }).first().click()
  await expect(page.locator('#connections-card')).toBeFocused()
})

test('weeks start on Monday in the calendar and the month after a member chooses this', async ({ page, member }) => {
  await openAs(page, member, '/settings?tab=language')
  const heads = page.getByRole('grid').getByRole('columnheader')
  await expect(heads).toHaveText(['日', '月', '火', '水', '木', '金', '土'])
  await page.getByLabel('週の始まり').selectOption('月曜日')
  await expect(heads).toHaveText(['月', '火', '水', '木', '金', '土', '日'])
  await expect
    .poll(async () => (await member.call('GET', '/users/me')) as object)
    .toMatchObject({ settings: { first_day_of_week: 'monday' } })

  const sunday = addDays(dateOf(), -weekday(dateOf()))
  await page.goto(`/?date=${sunday}`)
  await expect(heads).toHaveText(['月', '火', '水', '木', '金', '土', '日'])
  const cell = (date: string) => page.locator(`[data-date="${date}"]`)
  await cell(sunday).focus()
  await page.keyboard.press('End')
  await expect(cell(sunday)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(cell(addDays(sunday, -6))).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/?page=monthly-report')
  const strip = page.getByRole('list', { name: '日ごとの提出状況' })
  const monday = strip.getByTitle(/ 月曜日/u).first()
  await expect(monday).toBeVisible()
  const left = async (what: Locator) => Math.round((await what.boundingBox())!.x)
  await expect.poll(async () => (await left(monday)) - (await left(strip))).toBe(0)
})

test('the form of a connection keeps its typed text after an error until Cancel', async ({ page, member }) => {
  await openAs(page, member, '/settings')
  await lineOf(page, 'Google').click()
  await expect(page.getByRole('button', { name: /^このサーバーでは未設定/u })).toBeVisible()
  await expect(page.getByText('設定の手順は運用者ハンドブックにあります。')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lineOf(page, 'Google')).toBeFocused()

  await page.route('**/api/connections/backlog', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'invalid_input', message: 'BacklogがこのAPIキーを受け付けませんでした。' }),
    }),
  )
  await chooseService(page, 'Backlog')
  const dialog = page.getByRole('dialog', { name: 'Backlogに接続' })
  await expect(dialog.getByLabel('スペースID')).toBeFocused()
  await expect(dialog.getByRole('button', { name: '接続する' })).toBeDisabled()
  await page.keyboard.type('hinode')
  await dialog.getByLabel('APIキー').fill('k3y')
  await page.keyboard.press('Enter')
  const alert = dialog.locator('form').getByRole('alert')
  await expect(alert).toContainText('Backlogに接続できませんでした')
  await expect(alert).toContainText('BacklogがこのAPIキーを受け付けませんでした。')
  await expect(dialog.getByLabel('スペースID')).toHaveValue('hinode')
  await expect(dialog.getByLabel('APIキー')).toHaveValue('k3y')
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('APIキー')).toHaveValue('k3y') // the secret is stored nowhere else
  await dialog.getByRole('button', { name: 'キャンセル' }).click()
  await expect(dialog).toBeHidden()
  await expect(lineOf(page, 'Backlog')).toBeFocused()
})
