import type { Page } from '@playwright/test'
import { isoWeekday } from '#contract/due.ts'
import { mailTo, linkIn } from './mailbox.ts'
import { startServer } from './server.ts'
import { signIn, signUp } from './members.ts'
import { expect, test } from './test.ts'

const words = {
  'ja-JP': {
    create: 'アカウントを作成',
    family: '姓',
    first: '名',
    email: 'メールアドレス',
    password: /^パスワード/u,
    terms: /利用規約/u,
    made: 'アカウントの作成が完了しました',
    write: '日報を書く',
    yesterday: '昨日やったこと',
    today: '今日やること',
    issues: '困っていること',
    submit: /^提出する/u,
    submitted: '日報を提出しました',
    edit: '自分の日報を編集',
    update: /^更新する/u,
    edited: '編集済み',
    table: 'メンバーの日報',
    wrote: ['予約画面の設計', '予約画面の実装', 'レビュー待ち'],
  },
  'en-US': {
    create: 'Create an account',
    family: 'Family name',
    first: 'First name',
    email: 'Email',
    password: /^Password/u,
    terms: /terms of use/iu,
    made: 'Your account has been created',
    write: 'Write report',
    yesterday: 'Yesterday',
    today: 'Today',
    issues: 'Blockers',
    submit: /^Submit/u,
    submitted: 'Report submitted',
    edit: 'Edit my report',
    update: /^Update/u,
    edited: 'edited',
    table: 'Reports of the team',
    wrote: ['Designed the booking page', 'Build the booking page', 'Waiting for a review'],
  },
} as const

for (const [locale, text] of Object.entries(words))
  test.describe(`a first day in ${locale}`, () => {
    test.use({ locale })
    test('a new member signs up, then writes, reads and changes a report', async ({ page }) => {
      const email = `first-${locale}-${Date.now()}@example.com`
      await page.goto('/')
      await page.getByRole('link', { name: text.create }).click()
      await page.getByLabel(text.family, { exact: true }).fill('佐伯')
      await page.getByLabel(text.first, { exact: true }).fill('美咲')
      await page.getByLabel(text.email).fill(email)
      await page.getByLabel(text.password).fill('asanoasanoasa')
      await page.getByRole('checkbox', { name: text.terms }).check()
      await page.getByRole('button', { name: text.create }).click()

      await expect(page.getByText(text.made)).toBeVisible()
      await expect(page).toHaveURL((url) => url.pathname === '/')

      await page.getByRole('button', { name: text.write }).last().click()
      const form = page.getByRole('dialog', { name: text.write })
      for (const [index, field] of [text.yesterday, text.today, text.issues].entries())
        await form.getByLabel(field).fill(text.wrote[index]!)
      await form.getByRole('button', { name: text.submit }).click()
      await expect(page.getByText(text.submitted)).toBeVisible()
      const row = page.getByRole('table', { name: text.table }).getByRole('row').nth(1)
      for (const each of text.wrote) await expect(row).toContainText(each)
      await expect(page.getByRole('button', { name: text.edit })).toBeFocused()

      await page.getByRole('button', { name: text.edit }).click()
      await expect(page.getByLabel(text.today)).toHaveValue(text.wrote[1])
      await page.getByLabel(text.today).fill('PR #482')
      await page.getByRole('button', { name: text.update }).click()
      await expect(row).toContainText('PR #482')
      await expect(row).toContainText(text.edited)
      await page.reload()
      await expect(row).toContainText('PR #482')
    })
  })

async function expectAttendance(page: Page, names: string[], attendance: string) {
  const rows = page.getByRole('table', { name: 'メンバーの日報' }).getByRole('rowheader')
  await expect(rows).toContainText(names)
  await expect(page.getByText(attendance)).toBeVisible()
}

test('the team’s day shows a member the unread reports first', async ({ page }) => {
  const server = await startServer({ SIGNUP: 'join' })
  try {
    const hayakawa = await signUp({ family_name: '早川', first_name: '蓮' }, server.url)
    const misaki = await signUp({}, server.url)
    await signUp({ family_name: '小野寺', first_name: '徹' }, server.url)
    await hayakawa.report({ issues: '検証環境のDBが落ちています' })
    await misaki.report()
    await signIn(page, misaki, server.url)
    await page.goto(`${server.url}/`)
    // No report is missing on a weekend.
    const isDue = isoWeekday(new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Tokyo' })) < 6
    await expectAttendance(page, ['早川 蓮', '佐伯 美咲'], isDue ? '2 / 3人が提出' : '2人が提出')
    await expect(page.getByText('未提出: 小野寺 徹')).toBeVisible({ visible: isDue })
    await page.getByRole('button', { name: '困りごと 1件' }).click()
    await expect(page.getByText('検証環境のDBが落ちています')).toBeInViewport()
  } finally {
    await server.stop()
  }
})

test('the sign-up shows an error at each empty field, and keeps the typed text', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('姓', { exact: true }).fill('佐伯')
  await page.getByLabel(/^パスワード/u).fill('short')
  await page.getByRole('button', { name: 'アカウントを作成' }).click()
  await expect(page.getByLabel('名', { exact: true })).toHaveAccessibleDescription('入力してください')
  await expect(page.getByLabel('名', { exact: true })).toBeFocused()
  await expect(page.getByLabel(/^パスワード/u)).toHaveAccessibleDescription('あと5文字必要です')
  await expect(page.getByText('利用規約への同意が必要です')).toBeVisible()
  await expect(page.getByLabel('姓', { exact: true })).toHaveValue('佐伯')
})

test('the sign-up shows an error at the address field if a confirmed account has the address', async ({ page }) => {
  const { email, call } = await signUp()
  const token = new URL(linkIn(await mailTo(email))).searchParams.get('token')
  await call('POST', '/auth/email-proof', { token })
  await page.goto('/signup')
  await page.getByLabel('姓', { exact: true }).fill('佐伯')
  await page.getByLabel('名', { exact: true }).fill('美咲')
  await page.getByLabel('メールアドレス').fill(email.toUpperCase())
  await page.getByLabel(/^パスワード/u).fill('asanoasanoasa')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'アカウントを作成' }).click()
  await expect(page.getByLabel('メールアドレス')).toHaveAccessibleDescription(
    'このメールアドレスはすでに登録されています。',
  )
})

test('an empty server opens with the form for its first account, and then the product (E1.01)', async ({ page }) => {
  const server = await startServer({ SIGNUP: 'closed' })
  try {
    await page.goto(`${server.url}/`)
    await expect(page.getByLabel('パスワード')).toHaveCount(0)
    await page.getByRole('link', { name: '最初のアカウントを作成' }).click()
    await page.getByLabel('姓', { exact: true }).fill('佐伯')
    await page.getByLabel('名', { exact: true }).fill('美咲')
    await page.getByLabel('メールアドレス').fill('misaki@example.com')
    await page.getByLabel(/^パスワード/u).fill('asanoasanoasa')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'アカウントを作成' }).click()
    await expect(page.getByRole('region', { name: 'はじめの設定' })).toBeVisible()
    await page.getByRole('button', { name: '佐伯 美咲' }).click()
    await page.getByRole('menuitem', { name: 'ログアウト' }).click()
    await expect(page.getByLabel('パスワード')).toBeVisible()
  } finally {
    await server.stop()
  }
})
