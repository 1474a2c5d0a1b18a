import type { Page } from '@playwright/test'
import { mailTo, linkIn } from './mailbox.ts'
import { type Member, signUp } from './members.ts'
import { expect, openAs, test } from './test.ts'

test('a visitor is sent to the login, and after the sign-in to the requested page', async ({ page }) => {
  const misaki = await signUp()
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/login$/u)
  await page.getByLabel('メールアドレス').fill(misaki.email.toUpperCase())
  await page.getByLabel('パスワード').fill(misaki.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByRole('button', { name: misaki.name })).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/u)
})

test('a member whose session ended goes to the login, and then back to the page', async ({ page, member }) => {
  const heard = page.waitForResponse('**/api/events*')
  await page.goto('/settings?tab=app-info')
  await heard
  await member.call('POST', '/auth/logout', { refresh_token: member.tokens.refresh_token })
  await expect(page).toHaveURL(/\/login$/u)
  await page.getByLabel('メールアドレス').fill(member.email)
  await page.getByLabel('パスワード').fill(member.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByRole('button', { name: member.name })).toBeVisible()
  await expect(page).toHaveURL(/\/settings\?tab=app-info$/u)
})

test('the login shows one error for a wrong password, and keeps the typed address', async ({ page }) => {
  const { email } = await signUp()
  await page.goto('/login')
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード').fill('wrong-password')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'ログインに失敗しました' })).toBeVisible()
  await expect(page.getByLabel('メールアドレス')).toHaveValue(email)
})

test('a signed-in member who opens /login, /signup or an unknown path sees the start page', async ({
  page,
  member,
}) => {
  for (const path of ['/login', '/signup', '/nowhere']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/$/u)
    await expect(page.getByRole('button', { name: member.name })).toBeVisible()
  }
})

test('a log-out ends the session in all tabs and on the server', async ({ page, context, member }) => {
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: member.name })).toBeVisible()
  await page.bringToFront() // a click would wait long for a page in the background, which renders rarely
  await page.getByRole('button', { name: member.name }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/\/login$/u)
  await expect(other).toHaveURL(/\/login$/u)
  expect(await page.evaluate(() => [localStorage.daily_standup_token, localStorage.refresh_token])).toEqual([
    undefined,
    undefined,
  ])
  // Polls, because the page shows the login before the server has ended the session.
  await expect.poll(() => member.call('GET', '/users/me').catch(String)).toContain('401')
})

test('a sign-in in one tab also signs in the other open tab', async ({ page, context }) => {
  const misaki = await signUp()
  await page.goto('/login')
  const other = await context.newPage()
  await other.goto('/login')
  await expect(other.getByLabel('メールアドレス')).toBeVisible()
  await page.bringToFront()
  await page.getByLabel('メールアドレス').fill(misaki.email)
  await page.getByLabel('パスワード').fill(misaki.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByRole('button', { name: misaki.name })).toBeVisible()
  await expect(other.getByRole('button', { name: misaki.name })).toBeVisible()
})

test('two tabs with an expired token share one refreshed token', async ({ page, context, member }) => {
  await page.goto('/theme.js')
  // This token has three parts and no `exp`, so it counts as expired (S5.02), and each tab has to refresh it.
  await page.evaluate(() => localStorage.setItem('daily_standup_token', 'e30.e30.e30'))
  const other = await context.newPage()
  await Promise.all([page.goto('/'), other.goto('/')])
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: member.name })).toBeVisible()
})

test('a member’s changed display name appears everywhere at once', async ({ page, member: _member }) => {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'プロフィールを編集' }).click()
  await page.getByLabel('表示名').fill('みさき')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.locator('[data-toast]').filter({ hasText: 'ユーザー情報を更新しました' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'みさき' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'みさき' })).toBeVisible()
})

test('a changed address is used once confirmed, and the old address gets a notice', async ({ page, member }) => {
  const next = `new-${member.email}`
  await page.goto('/settings')
  await page.getByRole('button', { name: 'プロフィールを編集' }).click()
  await page.getByLabel('メールアドレス').fill(next)
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText(`${next}にメールを送りました`)).toBeVisible()
  await mailTo(member.email, /申請/u)
  await page.goto(linkIn(await mailTo(next)))
  await page.getByRole('button', { name: '確認する' }).click()
  await expect(page.getByText('メールアドレスを確認しました')).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('tabpanel')).toContainText(next)
})

test('a password change signs out the member’s other devices only', async ({ page, browser, member }) => {
  const elsewhere = await browser.newPage({ locale: 'ja-JP' })
  await elsewhere.goto(new URL('/login', page.url()).href)
  await elsewhere.getByLabel('メールアドレス').fill(member.email)
  await elsewhere.getByLabel('パスワード').fill(member.password)
  await elsewhere.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(elsewhere.getByRole('button', { name: member.name })).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('button', { name: 'パスワードを変更' }).click()
  await page
    .getByLabel(/^新しいパスワード(?!\()/u)
    .first()
    .fill('kawattapassword')
  await page.getByLabel('新しいパスワード(確認)').fill('kawattapassword')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.locator('[data-toast]').filter({ hasText: 'パスワードを変更しました' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: member.name })).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login$/u)
  await elsewhere.close()
})

async function chooseNewPassword(page: Page, password: string, confirmation = password) {
  await page
    .getByLabel(/^新しいパスワード/u)
    .first()
    .fill(password)
  await page.getByLabel('新しいパスワード(確認)').fill(confirmation)
  await page.getByRole('button', { name: 'パスワードを変更' }).click()
}
/** Signs in from the page where the new password was chosen. */
async function logInAnew(page: Page, { email, name }: Pick<Member, 'email' | 'name'>, password: string) {
  await page.getByRole('link', { name: 'ログインする' }).click()
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード').fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByRole('button', { name })).toBeVisible()
}

test('a member replaces a forgotten password by an emailed link, which works once', async ({ page }) => {
  const misaki = await signUp()
  await page.goto('/login')
  await page.getByLabel('メールアドレス').fill(misaki.email)
  await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click()
  await expect(page.getByLabel('メールアドレス')).toHaveValue(misaki.email)
  await page.getByRole('button', { name: 'リンクを送る' }).click()
  await expect(page.getByRole('heading', { name: 'メールを確認してください' })).toBeVisible()
  const link = linkIn(await mailTo(misaki.email, /再設定/u))

  await page.goto(link)
  await chooseNewPassword(page, 'atarashiipass', 'chigaupass')
  await expect(page.getByText('パスワードが一致しません')).toBeVisible()
  await page.getByLabel('新しいパスワード(確認)').fill('atarashiipass')
  await page.getByRole('button', { name: 'パスワードを変更' }).click()
  await expect(page.getByRole('heading', { name: 'パスワードを変更しました' })).toBeVisible()
  await logInAnew(page, misaki, 'atarashiipass')

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'このリンクは使えません' })).toBeVisible()
})

test('the owner undoes a stranger’s password change by an emailed link, and sets a new password', async ({
  page,
  member,
}) => {
  await openAs(page, member, '/')
  const thiefs = 'nusumaretapass'
  await member.call('PATCH', '/users/me/password', { new_password: thiefs, confirm_password: thiefs })
  await page.goto(linkIn(await mailTo(member.email, /パスワードが変更/u)))
  await page.getByRole('button', { name: '変更を取り消す' }).click()
  await chooseNewPassword(page, 'torimodoshita')
  await logInAnew(page, member, 'torimodoshita')
})

test('the link in the first email confirms the member’s address', async ({ page }) => {
  const misaki = await signUp()
  const link = linkIn(await mailTo(misaki.email))
  await page.goto(link)
  await page.getByRole('button', { name: '確認する' }).click()
  await expect(page.getByText('メールアドレスを確認しました')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('確認は済んでいます')).toBeVisible()
})
