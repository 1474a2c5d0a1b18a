import type { Page } from '@playwright/test'
import { type Member, signIn, signUp } from './members.ts'
import { type Server, startServer } from './server.ts'
import { expect, ownContext as test } from './test.ts'

// Needs a server without mail, and its own contexts. (E1.06)
test.describe.configure({ mode: 'default' })

let server: Server
let administrator: Member
test.beforeAll(async () => {
  server = await startServer({ SIGNUP: 'join' })
  administrator = await signUp({ family_name: '管理', first_name: '担当' }, server.url)
})
test.afterAll(() => server.stop())

const logIn = async (page: Page, { email }: Member, password: string) => {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}

test('an administrator creates a link for a forgotten password, and the member gets a notice', async ({
  page,
  browser,
}) => {
  const ren = await signUp({ family_name: '早川', first_name: '蓮' }, server.url)
  await signIn(page, administrator, server.url)
  await page.goto(`${server.url}/team`)
  await page.getByRole('button', { name: '早川 蓮さんのメニュー' }).click()
  await page.getByRole('menuitem', { name: 'パスワード設定用のリンクを作成' }).click()
  await page.getByRole('button', { name: 'リンクを作成', exact: true }).click()
  const link = await page.getByRole('dialog').getByRole('textbox').inputValue()

  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const forgetful = await context.newPage()
  await forgetful.goto(`${server.url}/login`)
  await expect(forgetful.getByText('パスワードをお忘れの方は、管理者にお問い合わせください。')).toBeVisible()
  await expect(forgetful.getByRole('link', { name: 'パスワードをお忘れの方' })).toHaveCount(0)
  await forgetful.goto(link)
  await forgetful
    .getByLabel(/^新しいパスワード/u)
    .first()
    .fill('atarashiipass')
  await forgetful.getByLabel('新しいパスワード(確認)').fill('atarashiipass')
  await forgetful.getByRole('button', { name: 'パスワードを変更' }).click()
  await expect(forgetful.getByRole('heading', { name: 'パスワードを変更しました' })).toBeVisible()
  await logIn(forgetful, ren, 'atarashiipass')
  const note = forgetful.getByText(/作成したリンクで、このアカウントのパスワードが変更されました/u)
  await expect(note).toBeVisible()
  await forgetful.getByRole('button', { name: '閉じる' }).click()
  await expect(note).toHaveCount(0)
  await forgetful.reload()
  await expect(forgetful.getByRole('button', { name: ren.name })).toBeVisible()
  await expect(note).toHaveCount(0)
  await context.close()
})

test('after too many wrong passwords, the login says when to try again', async ({ page }) => {
  const misaki = await signUp({}, server.url)
  for (let count = 0; count < 6; count += 1) {
    await logIn(page, misaki, 'wrong')
    await expect(page.getByRole('alert')).toBeVisible()
  }
  await expect(page.getByRole('alert')).toContainText(/\d{1,2}:\d{2}以降に、もう一度お試しください。/u)
})
