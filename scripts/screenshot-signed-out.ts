import type { Page } from '@playwright/test'

/** What is on a picture. `as`: the family name of who is signed in, 佐伯 where none is named. */
export type Scene = {
  name: string
  as?: string
  signedOut?: boolean
  language?: string
  open: (page: Page) => Promise<unknown>
}

/** Comes back from Google to a server that answers so. */
const returnFromGoogle = async (page: Page, answer: { status?: number; json: unknown }) => {
  await page.route('**/api/deployment', (route) =>
    route.fulfill({ json: { sign_up: 'join', mail: true, providers: ['google', 'github'] } }),
  )
  await page.route('**/api/auth/google/login', (route) => route.fulfill(answer))
  await page.route('**/api/auth/google/onboarding-check', (route) => route.fulfill({ json: { onboarding: true } }))
  await page.goto('/google/callback?code=x&state=x')
}
const onboard = async (page: Page) => {
  await returnFromGoogle(page, {
    json: {
      result: 'onboarding',
      google_user: {
        google_id: '10769150350006150715',
        email: 'naoki.hayakawa@hinode.example',
        name: '早川 直樹',
        given_name: '直樹',
        family_name: '早川',
        google_avatar_url: null,
      },
    },
  })
  await page.getByRole('checkbox').waitFor()
}

/** Several changes, one of which stays. */
const openNotMe = async (page: Page) => {
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
  const json = { told_at: changes.at(-1)!.at, changes }
  await page.route('**/api/auth/not-me/check', (route) => route.fulfill({ json }))
  await page.goto('/not-me?token=x')
  await page.getByRole('radio').first().waitFor()
}

const scenes: Scene[] = [
  { name: 'login', open: (page) => page.goto('/login') },
  { name: 'login-de', language: 'de', open: (page) => page.goto('/login') },
  {
    name: 'login-errors',

    open: async (page) => {
      await page.goto('/login')
      await page.getByRole('button', { name: 'ログイン', exact: true }).click()
    },
  },
  { name: 'signup', open: (page) => page.goto('/signup') },
  { name: 'signup-de', language: 'de', open: (page) => page.goto('/signup') },
  {
    name: 'signup-errors',

    open: async (page) => {
      await page.goto('/signup')
      await page.getByLabel(/^パスワード/u).fill('short')
      await page.getByRole('button', { name: 'アカウントを作成' }).click()
    },
  },
  { name: 'google-onboarding', open: onboard },
  { name: 'google-onboarding-de', language: 'de', open: onboard },
  {
    name: 'login-refused',

    open: async (page) => {
      const message =
        'このメールアドレスのアカウントがすでにあります。パスワードでログインしてから、設定で接続してください。'
      await returnFromGoogle(page, { status: 409, json: { code: 'connect_after_login', message } })
      await page.getByText(message).waitFor()
    },
  },
  { name: 'password-reset', open: (page) => page.goto('/password-reset') },
  { name: 'new-password', open: (page) => page.goto('/password-reset?token=x') },
  { name: 'email-proof', open: (page) => page.goto('/email-proof?token=x') },
  { name: 'licence', open: (page) => page.goto('/licence') },
  { name: 'help', open: (page) => page.goto('/help') },
  { name: 'help-de', language: 'de', open: (page) => page.goto('/help#write-in-under-a-minute') },
  { name: 'not-me', open: openNotMe },
  { name: 'not-me-de', language: 'de', open: openNotMe },
  { name: 'invite-invalid', open: (page) => page.goto('/invitation?token=x') },
]

export const signedOutScenes = scenes.map((scene) => Object.assign(scene, { signedOut: true }))
