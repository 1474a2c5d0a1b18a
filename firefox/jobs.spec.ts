import { randomUUID } from 'node:crypto'
import type { Page } from 'puppeteer-core'
import { dateOf, type Member, signIn, signUp, signUpByForm } from '../e2e/members.ts'
import { inflateStreams } from '../e2e/pdf.ts'
import { expect, test } from './test.ts'

async function signedIn(page: Page): Promise<Member> {
  const member = await signUp()
  await signIn(page, member, process.env['ASAKAI_URL'])
  return member
}

/** A text that makes its field grow. It has fewer than a hundred characters, so that Puppeteer types it key by key. */
const long = Array.from({ length: 6 }, (_, line) => `・予約画面の実装 ${line + 1}`).join('\n')

test('a visitor opens a team, then writes and changes its first report', async ({ person }) => {
  const { goTo, press, write, reads } = person
  await goTo('/signup')
  await signUpByForm(person)
  await press('button', '使わない')

  await press('button', '日報を書く')
  await write({ 昨日やったこと: '予約画面の設計', 今日やること: long, 困っていること: '検証環境のDBが落ちています' })
  await reads('下書き保存済み')
  await press('button', '提出する')
  await reads('日報を提出しました')
  await reads('検証環境のDBが落ちています', 'table')

  await press('button', '自分の日報を編集')
  await write({ 今日やること: '予約画面のテスト' })
  await press('button', '更新する')
  await reads('予約画面のテスト', 'table')
})

test('a member chooses days in the calendar, then prints the month on A4', async ({ person }) => {
  const { page, goTo, press, reads, meets } = person
  const member = await signedIn(page)
  const yesterday = dateOf(-1)
  await member.report({ report_date: yesterday, today_plan: '前の日の予定' })
  await member.report()
  await goTo('/')
  await reads('予約画面の実装', 'table')
  await page.locator(`[data-date="${yesterday}"]`).click()
  await reads('前の日の予定', 'table')
  expect(await page.$eval('h1 time', (time) => time.dateTime)).toBe(yesterday)

  await press('link', '月報')
  await meets('table', 'この月の日報')
  const pdf = inflateStreams(await page.pdf({ preferCSSPageSize: true })).join('\n')
  expect(pdf.match(/\/Type\s*\/Page\b/gu)).toHaveLength(1)
  expect(pdf.match(/\/MediaBox\s*\[(.*?)\]/u)?.[1]).toMatch(/ 0 0 59[4-6][.\d]* 84[12]/u)
})

test('a member posts and likes an insight', async ({ person }) => {
  const { page, goTo, press, write, reads, meets } = person
  await signedIn(page)
  await goTo('/?page=activity')
  await press('button', 'ふりかえりを書く')
  await page.locator('input[value="try"]').click()
  await write({ 内容: '手順を**3行**で添える' })
  await press('button', '投稿する')
  await reads('ふりかえりを投稿しました')
  await press('button', '佐伯 美咲さんのふりかえりにいいね 0件')
  await meets('button', '佐伯 美咲さんのふりかえりにいいね 1件')
})

test('a member invites somebody into the team and revokes the invitation', async ({ person }) => {
  const { page, goTo, press, write, reads, meets } = person
  await signedIn(page)
  const email = `firefox-${randomUUID()}@example.com`
  await goTo('/team')
  await press('button', 'メンバーを招待')
  await write({ 招待するメールアドレス: email })
  await press('button', '招待を送る')
  await reads(`${email}に招待を送りました`)
  await meets('heading', email)
  await press('button', `${email}への招待を取り消す`)
  await press('button', '招待を取り消す')
  await reads(`${email}への招待を取り消しました`)
})

test('the language and the theme that a member chooses survive a reload', async ({ person }) => {
  const { page, goTo, press, write, meets } = person
  const member = await signedIn(page)
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await goTo('/settings?tab=language')
  await meets('heading', '設定')
  const light = await ground()
  await write({ 表示する言語: 'de' })
  await meets('heading', 'Einstellungen')
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')

  await page.locator(`button ::-p-text(${member.name})`).click()
  await press('menuitem', 'Dunkle Darstellung')
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()
  await page.reload()
  await meets('heading', 'Einstellungen')
  expect(await ground()).toBe(dark)
})
