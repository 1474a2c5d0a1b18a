import { randomUUID } from 'node:crypto'
import { listenTo } from './listener.ts'
import { expect, test } from './test.ts'
import { lineOf } from './services.ts'

// Like walkthroughs.spec.ts, for tasks other than reports.

test('a screen reader announces each step of inviting somebody and cancelling the invitation', async ({
  page,
  member: _member,
}) => {
  const email = `listener-${randomUUID()}@example.com`
  const { expectAt, expectStops, expectHeard, type, retype } = await listenTo(page)
  await page.goto('/team')
  await expect(page.getByRole('list', { name: 'メンバー' })).toBeVisible()
  await page.getByRole('main').focus()
  await expectStops('Tab', ['link 「チーム」のヘルプ(新しいタブで開きます)', 'button メンバーを招待'])
  await expectStops('Enter', [
    'textbox 招待するメールアドレス, 1行に1件、または空白・カンマ区切りで入力。 Ctrl ↵で送信',
  ])
  await type('だれか')
  await expectStops('Control+Enter', [
    'textbox 招待するメールアドレス, invalid, 有効なメールアドレスを入力してください',
  ])
  await retype(email)
  await expectStops('Tab', ['combobox 役割, hasPopup: menu', 'button キャンセル', 'button 招待を送る'])
  await page.keyboard.press('Enter')
  await expectHeard(`${email}に招待を送りました`)
  await expectAt('button メンバーを招待')
  await expectStops('Tab', [
    'tab 招待中 1, selected',
    'searchbox メールアドレスで検索',
    `button ${email}への招待を再送`,
    `button ${email}への招待を取り消す`,
  ])
  await page.keyboard.press('Enter')
  await expectStops('Tab', ['button キャンセル', 'button 招待を取り消す'])
  await page.keyboard.press('Enter')
  await expectHeard(`${email}への招待を取り消しました`)
  await expectAt('generic 招待中のユーザーはいません 招待した人は、参加するまでここに表示されます。 メンバーを招待')
})

test('a screen reader announces notifications, a connection and the deletion of the account', async ({
  page,
  member,
}) => {
  const { expectAt, expectStops, expectHeard, type, retype } = await listenTo(page)
  await page.goto('/settings?tab=notifications')
  await expect(page.getByRole('switch', { name: '日報の通知' })).toBeVisible()
  await page.getByRole('tab', { selected: true }).focus()
  await expectStops('Tab', [
    'link 「受け取る通知」のヘルプ(新しいタブで開きます)',
    'switch 日報の通知, checked',
    'radio Slack 未接続, checked',
  ])
  await expectStops('ArrowDown', ['radio Google Chat 未接続, checked'])
  await expectStops('Tab', ['link 「チーム」の「設定」で接続する(管理者)'])

  await page.goto('/settings')
  await lineOf(page, 'Backlog').focus()
  await page.keyboard.press('Enter')
  await expectAt('combobox サービスを探す, hasPopup: listbox, expanded')
  await expectStops('Enter', ['textbox スペースID, required, hinode.backlog.comの「hinode」の部分です'])
  await expectStops('Tab', [
    'textbox APIキー, required, APIキーの取得方法',
    'button 入力した文字を表示',
    'link APIキーの取得方法',
    'button キャンセル',
  ])
  await page.keyboard.press('Escape')
  await expect(lineOf(page, 'Backlog')).toBeFocused()

  await page.goto('/settings?tab=access')
  await page.getByRole('button', { name: '削除に進む' }).focus()
  await expectStops('Enter', ['radio 日報を残す 日報とふりかえりは、名前とともにチームに残ります。, checked'])
  await expectStops('ArrowDown', [
    'radio 日報も削除する 日報、ふりかえり、タスク、名前がすべて削除されます。参加から30日間は、参加した人として名前が管理者に表示されます。, checked',
  ])
  await expectStops('Tab', ['textbox パスワード設定していない場合は空欄'])
  await type('chigaupass')
  await expectStops('Enter', ['textbox パスワード設定していない場合は空欄, invalid, 現在のパスワードが違います。'])
  await retype(member.password)
  await expectStops('Tab', ['button 入力した文字を表示', 'button キャンセル', 'button アカウントを削除する'])
  await page.keyboard.press('Enter')
  await expectHeard('アカウントを削除しました')
  await expectAt('textbox メールアドレス')
})

test('a screen reader announces a change of the language', async ({ page, member: _member }) => {
  const { expectStops } = await listenTo(page)
  await page.goto('/settings?tab=language')
  await expect(page.getByLabel('表示する言語')).toBeVisible()
  await page.getByRole('tab', { selected: true }).focus()
  await expectStops('Tab', ['combobox 表示する言語, hasPopup: menu, 言語を変更すると、ページが再読み込みされます。'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})
