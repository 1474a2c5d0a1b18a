import type { Page } from '@playwright/test'
import { test } from './test.ts'

test.use({ member: null })

/** Opens the page after a sign-in at Google, with this response of the server. */
async function returnFromGoogle(page: Page, answer: { status?: number; json: unknown }) {
  const deployment = { sign_up: 'join', mail: true, providers: ['google', 'github'] }
  await page.route('**/api/deployment', (route) => route.fulfill({ json: deployment }))
  await page.route('**/api/auth/google/login', (route) => route.fulfill(answer))
  await page.route('**/api/auth/google/onboarding-check', (route) => route.fulfill({ json: { onboarding: true } }))
  await page.goto('/google/callback?code=x&state=x')
}

async function openOnboarding(page: Page) {
  const google_user = {
    google_id: '10769150350006150715',
    email: 'naoki.hayakawa@hinode.example',
    name: '早川 直樹',
    given_name: '直樹',
    family_name: '早川',
    google_avatar_url: null,
  }
  await returnFromGoogle(page, { json: { result: 'onboarding', google_user } })
  await page.getByRole('checkbox').waitFor()
}

/** Shows several changes, one of which is not undone. */
async function openNotMe(page: Page) {
  const change = (minute: number, kind: string, name: string, is_undone = true) => ({
    at: `2026-10-23T03:0${minute}:00.000Z`,
    kind,
    name,
    is_undone,
  })
  const changes = [
    change(1, 'webhook', 'collector.example.com'),
    change(2, 'administrator', '森 直樹'),
    change(3, 'joined', 'stranger@example.com', false),
    change(4, 'token', '夜間バックアップ'),
  ]
  const json = { alerted_at: changes.at(-1)!.at, changes }
  await page.route('**/api/auth/not-me/check', (route) => route.fulfill({ json }))
  await page.goto('/not-me?token=x')
  await page.getByRole('radio').first().waitFor()
}

for (const [name, path] of [
  ['login', '/login'],
  ['signup', '/signup'],
  ['password-reset', '/password-reset'],
  ['new-password', '/password-reset?token=x'],
  ['email-proof', '/email-proof?token=x'],
  ['licence', '/licence'],
  ['help', '/help'],
  ['invite-invalid', '/invitation?token=x'],
] as const)
  test(name, async ({ page }) => {
    await page.goto(path)
  })

test('login-errors', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
})

test('signup-errors', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel(/^パスワード/u).fill('short')
  await page.getByRole('button', { name: 'アカウントを作成' }).click()
})

test('login-refused', async ({ page }) => {
  const message =
    'このメールアドレスのアカウントがすでにあります。パスワードでログインしてから、設定で接続してください。'
  await returnFromGoogle(page, { status: 409, json: { code: 'connect_after_login', message } })
  await page.getByText(message).waitFor()
})

test('google-onboarding', ({ page }) => openOnboarding(page))

test('not-me', ({ page }) => openNotMe(page))

test.describe('in German', () => {
  test.use({ language: 'de' })

  for (const [name, path] of [
    ['login-de', '/login'],
    ['signup-de', '/signup'],
    ['help-de', '/help#write-in-under-a-minute'],
  ] as const)
    test(name, async ({ page }) => {
      await page.goto(path)
    })

  test('google-onboarding-de', ({ page }) => openOnboarding(page))

  test('not-me-de', ({ page }) => openNotMe(page))
})
