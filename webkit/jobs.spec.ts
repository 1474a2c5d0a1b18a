import { dateOf, signUp, signUpByForm } from '../e2e/members.ts'
import { expect, test } from './test.ts'

test('a member signs up, writes a first report and changes it', async ({ person }) => {
  const { goTo, press, write, reads, meets, session } = person
  await goTo('/theme.js')
  await session.evaluate(() => localStorage.setItem('app_language', 'ja'), undefined)
  await goTo('/signup')
  await meets('button', 'アカウントを作成')
  await signUpByForm(person)
  await press('button', '日報を書く')
  await write({ 昨日やったこと: '予約画面の設計', 今日やること: '予約画面の実装', 困っていること: '検証環境のDB' })
  await reads('下書き保存済み')
  await press('button', '提出する')
  await reads('日報を提出しました')
  await press('button', '自分の日報を編集')
  await write({ 今日やること: '予約画面のテスト' })
  await press('button', '更新する')
  await reads('予約画面のテスト')
})

test('a member logs in, then opens and closes the panel by keys', async ({ person }) => {
  const { goTo, press, write, meets, session } = person
  const member = await signUp()
  await goTo('/theme.js')
  await session.evaluate(() => localStorage.setItem('app_language', 'ja'), undefined)
  await goTo('/login')
  await meets('button', 'ログイン')
  await write({ メールアドレス: member.email, パスワード: member.password })
  await press('button', 'ログイン')
  await meets('button', '日報を書く')
  await session.type('//main', 'n')
  await meets('heading', '日報を書く')
  const focused = () => session.evaluate(() => document.activeElement?.getAttribute('name'), undefined)
  await expect.poll(focused).toBe('yesterday_work')
  await session.type('//textarea[@name="yesterday_work"]', '\uE00C') // Escape
  await expect.poll(() => session.evaluate(() => document.querySelector('[data-panel]') === null, undefined)).toBe(true)
})

test('a member comments on a report, finds it by search and sees it in the month', async ({ person }) => {
  const { goTo, press, write, reads, meets, session } = person
  const member = await signUp()
  await person.signIn(member)
  await member.report({ report_date: dateOf() })
  await goTo('/')
  await press('button', 'コメント0件')
  await write({ コメント: '境界値の一覧をもらえますか' })
  await press('button', '送信する')
  await reads('境界値の一覧をもらえますか')
  await goTo('/search?q=境界値')
  await session.wait('//ul//a[contains(., "境界値")]')
  await press('link', '月報')
  await meets('table', 'この月の日報')
  await session.wait('//table[contains(., "設計の見直し")]')
})
