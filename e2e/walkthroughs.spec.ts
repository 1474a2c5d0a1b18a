import { addMonths } from '../web/dates/dates.ts'
import { listenTo } from './listener.ts'
import { dateOf, signUp } from './members.ts'
import { expect, test } from './test.ts'

// Does each main task by keyboard only, and checks what a screen reader announces: focused elements and live regions.

test('a screen reader announces a sign-in and a wrong password', async ({ page }) => {
  const misaki = await signUp()
  const { expectAt, expectStops, expectHeard, type, retype } = await listenTo(page)
  await page.goto('/login')
  await expectAt('textbox メールアドレス')
  await type(misaki.email)
  await expectStops('Tab', ['textbox パスワード'])
  await type('chigau-password')
  await page.keyboard.press('Enter')
  await expectHeard(/ログインに失敗しました/u)
  await expectAt('textbox パスワード')
  await retype(misaki.password)
  await expectStops('Tab', ['button 入力した文字を表示', 'link パスワードをお忘れの方', 'button ログイン'])
  await expectStops('Enter', ['main'])
  await expectHeard(/人が提出/u)
})

test('a screen reader announces each step of writing, submitting, editing and deleting a report', async ({
  page,
  member: _member,
}) => {
  const { expectAt, expectStops, expectHeard, type } = await listenTo(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: '日報を書く' }).last()).toBeVisible()
  await expectStops('Shift+Tab', ['button 日報を書く'])
  await expectStops('Enter', ['textbox 昨日やったこと, required'])
  await type('予約画面の設計')
  await expectHeard(/^下書き保存済み/u)
  await expectStops('ControlOrMeta+Enter', ['textbox 今日やること, invalid, required, 入力してください'])
  await type('予約画面の実装')
  await expectStops('Escape', ['button 日報を書く'])
  await expectStops('Enter', ['textbox 今日やること, required'])
  await expectStops('Tab', ['textbox 困っていることあれば', 'button キャンセル', 'button 提出する'])
  await page.keyboard.press('Enter')
  await expectHeard('日報を提出しました')
  await expectAt('button 自分の日報を編集')

  await expectStops('Enter', ['textbox 今日やること, required'])
  await type(' 続き')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectHeard('日報を更新しました')
  await expectAt('button 自分の日報を編集')

  await page.keyboard.press('Enter')
  await expectStops('Tab', ['textbox 困っていることあれば', 'button 日報を削除'])
  await page.keyboard.press('Enter')
  await expectHeard(/^日報を削除しました/u)
  await expectAt('button 日報を書く')
  await expectStops('z', ['button 自分の日報を編集'])
})

test('a screen reader announces a day chosen in the calendar, and a month', async ({ page, member }) => {
  await member.report({ report_date: dateOf(-1) })
  const { expectStops, expectHeard } = await listenTo(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: '日報を書く' }).last()).toBeVisible()
  await expectStops('Tab', ['link 本文へ移動', 'button サイドバーをたたむ', 'button 検索 (Ctrl K)'])
  await expectStops('Tab', ['button 前の月', `button ${dayName(0)}`])
  await expectStops('ArrowLeft', [`button ${dayName(-1)}, 日報あり`])
  await page.keyboard.press('Enter')
  await expectHeard(/^1( \/ \d+)?人が提出/u)
  await member.report() // so that there is a report of this month even on its first day
  await expectStops('Tab', ['button 今日', 'link 日報', 'link 自分あて', 'link 月報'])
  await expectStops('Enter', ['link 月報'])
  await expect(page.getByRole('table', { name: 'この月の日報' })).toBeVisible()
  await page.getByRole('main').focus()
  await expectStops('Tab', ['link 月', 'link 週', 'button 前の月, 前の月', `radio 今月 ${monthName(0)}, checked`])
  await expectStops('ArrowRight', [`radio 先月 ${monthName(-1)}, checked`])
})

const monthName = (months: number) => `${Number(addMonths(dateOf(), months).slice(5, 7))}月`
const dayName = (days: number) =>
  new Date(`${dateOf(days)}T12:00:00Z`).toLocaleDateString('ja-JP', { dateStyle: 'full', timeZone: 'UTC' })

test('a screen reader announces an insight that is posted, liked and deleted', async ({ page, member }) => {
  await member.call('POST', '/insights/', { type: 'keep', note: '早い時間帯の言葉' })
  const { expectAt, expectStops, expectHeard, type } = await listenTo(page)
  await page.goto('/?page=activity')
  await expect(page.getByRole('table')).toContainText('早い時間帯の言葉')
  await expectStops('n', ['textbox 内容, required'])
  await expectStops('Shift+Tab', ['radio Keep 続けたいこと, checked'])
  await expectStops('ArrowDown', ['radio Problem 困ったこと, checked', 'radio Try 試したいこと, checked'])
  await expectStops('Tab', ['textbox 内容, required'])
  await type('手順を3行で添える')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectHeard('ふりかえりを投稿しました')
  await expectAt('button ふりかえりを書く')

  const like = page
    .getByRole('table')
    .getByRole('button', { name: /いいね/u })
    .first()
  await like.focus()
  await expectAt('button 佐伯 美咲さんのふりかえりにいいね 0件')
  await expectStops('Enter', ['button 佐伯 美咲さんのふりかえりにいいね 1件, pressed'])
  await expectStops('Tab', ['button コメント0件', 'button 自分のふりかえりの操作, hasPopup: menu'])
  await expectStops('Enter', ['menuitem 編集'])
  await expectStops('ArrowDown', ['menuitem 削除'])
  await page.keyboard.press('Enter')
  await expectHeard(/^ふりかえりを削除しました/u)
  await expectAt('main')
})
