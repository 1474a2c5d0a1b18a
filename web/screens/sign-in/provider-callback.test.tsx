import { screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { type Answer, me, openApp, problem, tokenFor } from '../../testing/app.tsx'
import { googleUser } from '../../testing/google-user.ts'

const tokens = { access_token: tokenFor(900), refresh_token: 'first', token_type: 'Bearer' }
const signedIn: Answer = { status: 200, body: { result: 'login', ...tokens } }
const memberToken = tokenFor(900, 'member')
const asMember = () => localStorage.setItem('daily_standup_token', memberToken)

const place = () => location.pathname + location.search
const login = () => screen.findByRole('heading', { name: 'おはようございます' })
const shell = () => screen.findByRole('button', { name: /佐伯 美咲/u })
const toast = async (text: string) => within(await screen.findByRole('region', { name: 'お知らせ' })).findByText(text)
const reason = async () => within((await login()).parentElement!).queryByRole('alert')?.textContent

const providers = [
  { id: 'google', name: 'Google', failed: 'Google認証に失敗しました' },
  { id: 'github', name: 'GitHub', failed: 'GitHubログインに失敗しました' },
] as const

test.each(providers)('the callback of $name without a state sends an invalid state', async ({ id }) => {
  const { sent } = await openApp(`/${id}/callback?code=c`, {
    [`POST /auth/${id}/login`]: problem(400, 'sign_in_refused', '…'),
  })
  const calls = () => sent.filter(({ call }) => call === `POST /auth/${id}/login`)
  await waitFor(() => expect(calls()).toMatchObject([{ body: { code: 'c', state: '' } }]))
})

test.each(providers)(
  'the callback of $name sends code and state once, and opens the home page',
  async ({ id, name }) => {
    let answer: (answer: Answer) => void = () => {}
    const { sent } = await openApp(`/${id}/callback?code=4%2F0A&state=s.t`, {
      [`POST /auth/${id}/login`]: () => new Promise<Answer>((resolve) => (answer = resolve)),
    })
    expect((await screen.findByText(`${name}認証中...`)).closest('[role=status]')).toBeTruthy()
    expect(document.title).toBe(`${name}認証中... - Asakai`)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(place()).toBe(`/${id}/callback`)
    answer(signedIn)
    await shell()
    expect(place()).toBe('/')
    expect(localStorage.getItem('refresh_token')).toBe('first')
    const calls = sent.filter(({ call }) => call === `POST /auth/${id}/login`)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({ body: { code: '4/0A', state: 's.t' } })
    expect(calls[0]!.headers['authorization']).toBeUndefined()
  },
)

test.each(providers)('the callback of $name sends one request even if React runs effects twice', async ({ id }) => {
  const { sent } = await openApp(
    `/${id}/callback?code=c&state=s`,
    { [`POST /auth/${id}/login`]: signedIn },
    'ja',
    StrictMode,
  )
  await shell()
  expect(sent.filter(({ call }) => call === `POST /auth/${id}/login`)).toHaveLength(1)
})

test.each(providers)('the callback of $name without a code redirects a visitor to the login', async (provider) => {
  const { sent } = await openApp(`/${provider.id}/callback?state=s`)
  await login()
  expect(await toast(provider.failed)).toBeTruthy()
  expect(place()).toBe('/login')
  expect(await reason()).toBeUndefined()
  expect(sent.map(({ call }) => call)).toEqual(['GET /deployment'])
})

test.each(providers)(
  'the callback of $name without a code redirects a member to the settings',
  async ({ id, failed }) => {
    asMember()
    await openApp(`/${id}/callback`)
    // Finds the toast first: it appears before the shell is loaded, and disappears after three seconds.
    expect(await toast(failed)).toBeTruthy()
    expect(await screen.findByRole('heading', { name: '設定' })).toBeTruthy()
    expect(place()).toBe('/settings')
  },
)

test.each(providers)('the callback of $name says that the sign-in was cancelled', async ({ id, name }) => {
  await openApp(`/${id}/callback?error=access_denied&state=s`)
  expect(await reason()).toBe(`${name}での認証はキャンセルされました。`)
})

test.each(providers)(
  'the callback of $name shows the error that the provider returned instead of a code',
  async ({ id, failed }) => {
    const sentence = 'サーバーの管理者にお問い合わせください。'
    const { sent } = await openApp(`/${id}/callback?error=redirect_uri_mismatch&state=s`, {
      [`POST /auth/${id}/refusal`]: problem(400, 'connection_refused', sentence),
    })
    expect(await reason()).toBe(sentence)
    expect(await toast(failed)).toBeTruthy()
    expect(sent.find(({ call }) => call === `POST /auth/${id}/refusal`)!.body).toEqual({
      error: 'redirect_uri_mismatch',
      state: 's',
    })
  },
)

test.each(providers)(
  'the callback of $name shows the reason of a rejection, also on the login',
  async ({ id, failed }) => {
    const sentence = 'このメールアドレスのアカウントがすでにあります。'
    const { user } = await openApp(`/${id}/callback?code=c&state=s`, {
      [`POST /auth/${id}/login`]: problem(409, 'connect_after_login', sentence),
    })
    expect(await reason()).toBe(sentence)
    expect(await toast(failed)).toBeTruthy()
    await user.type(screen.getByLabelText('メールアドレス'), 'naoki@hinode.example')
    expect(await reason()).toBe(sentence)
  },
)

test.each([
  ...providers.map((provider) => ({ ...provider, answer: { status: 200, body: {} } })),
  ...providers.map((provider) => ({ ...provider, answer: { status: 200, body: { result: 'else' } } })),
  ...providers.map((provider) => ({ ...provider, answer: { status: 500, body: {} } })),
])(
  'the callback of $name signs nobody in after the response $answer.status $answer.body',
  async ({ id, failed, answer }) => {
    await openApp(`/${id}/callback?code=c&state=s`, { [`POST /auth/${id}/login`]: answer })
    await login()
    expect(await toast(failed)).toBeTruthy()
    expect(localStorage.getItem('daily_standup_token')).toBeNull()
  },
)

test.each(providers)('the callback of $name says that the server cannot be reached', async ({ id }) => {
  await openApp(`/${id}/callback?code=c&state=s`, {
    [`POST /auth/${id}/login`]: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  expect(await reason()).toBe('サーバーに接続できません。通信状態を確認して、もう一度お試しください。')
})

test.each(providers)('the callback of $name signs nobody in if the member cannot be loaded', async ({ id, failed }) => {
  await openApp(`/${id}/callback?code=c&state=s`, {
    [`POST /auth/${id}/login`]: signedIn,
    'GET /users/me': problem(500, 'internal', '問題が起きました。'),
  })
  expect(await reason()).toBe('問題が起きました。')
  expect(await toast(failed)).toBeTruthy()
  expect(localStorage.getItem('daily_standup_token')).toBeNull()
})

test.each(providers)('the callback of $name connects the account of a signed-in member', async ({ id, name }) => {
  asMember()
  const picture = `https://pictures.example.com/${id}.png`
  let connected = false
  const { sent } = await openApp(`/${id}/callback?code=c&state=s`, {
    [`POST /auth/${id}/login`]: () => {
      connected = true
      return { status: 200, body: { result: 'connected' } }
    },
    'GET /users/me': () => ({ status: 200, body: { ...me, google_avatar_url: connected ? picture : null } }),
  })
  expect(await toast(`${name}に接続しました`)).toBeTruthy()
  await screen.findByRole('heading', { name: '設定' })
  expect(place()).toBe('/settings?tab=user-info')
  const [call, ...more] = sent.filter(({ call }) => call === `POST /auth/${id}/login`)
  expect(more).toEqual([])
  expect(call!.headers['authorization']).toBe(`Bearer ${memberToken}`)
  await waitFor(() => expect(document.querySelector(`img[src="${picture}"]`)).toBeTruthy())
})

test('a new connection succeeds even if the member cannot be refetched', async () => {
  asMember()
  let connected = false
  await openApp('/github/callback?code=c&state=s', {
    'POST /auth/github/login': () => {
      connected = true
      return { status: 200, body: { result: 'connected' } }
    },
    'GET /users/me': () => (connected ? { status: 500, body: {} } : { status: 200, body: me }),
  })
  expect(await toast('GitHubに接続しました')).toBeTruthy()
  await screen.findByRole('heading', { name: '設定' })
})

test.each([
  { id: 'google', failure: 'Google認証に失敗しました', path: '/' },
  { id: 'github', failure: 'GitHubログインに失敗しました', path: '/settings' },
])("the callback of $id says why a member's account was not connected", async ({ id, failure, path }) => {
  asMember()
  await openApp(`/${id}/callback?code=c&state=s`, {
    [`POST /auth/${id}/login`]: problem(409, 'account_elsewhere', '別のメンバーに接続されています。'),
  })
  expect(await toast(`${failure}。別のメンバーに接続されています。`)).toBeTruthy()
  await shell()
  expect(place()).toBe(path)
})

test('a sign-in at a provider returns to the page that the visitor came from', async () => {
  sessionStorage.setItem('asakai_return', '/team?tab=pending')
  await openApp('/google/callback?code=c&state=s', { 'POST /auth/google/login': signedIn })
  await shell()
  expect(place()).toBe('/team?tab=pending')
})

test('the callback opens the onboarding for a new person from Google', async () => {
  await openApp('/google/callback?code=c&state=s', {
    'POST /auth/google/login': { status: 200, body: { result: 'onboarding', google_user: googleUser } },
    'POST /auth/google/onboarding-check': { status: 200, body: { onboarding: true } },
  })
  await screen.findByRole('heading', { name: 'アカウントを設定' })
  expect(place()).toBe('/google/onboard')
  expect(screen.getByText('naoki@hinode.example')).toBeTruthy()
})
