import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { me, openApp, problem, tokenFor } from '../testing/app.tsx'
import { dispatch } from '../testing/show.tsx'

const signIn = (seconds = 900) => {
  localStorage.setItem('daily_standup_token', tokenFor(seconds))
  localStorage.setItem('refresh_token', 'first')
}
const login = () => screen.findByRole('heading', { name: 'おはようございます' })
const shell = () => screen.findByRole('button', { name: /佐伯 美咲/u })
const place = () => location.pathname + location.search

test.each(['/', '/dashboard', '/report', '/team', '/settings', '/login', '/elsewhere', '/invitation'])(
  'a visitor who is not signed in is redirected from %s to the login',
  async (path) => {
    const { sent } = await openApp(path)
    await login()
    expect(place()).toBe('/login')
    expect(sent.map(({ call }) => call)).toEqual(['GET /deployment'])
  },
)

test.each(['/', '/dashboard', '/report', '/team', '/settings'])(
  'a signed-in member sees the application at %s',
  async (path) => {
    signIn()
    await openApp(path)
    await shell()
    expect(location.pathname).toBe(path)
  },
)

test('a start with a stored session shows one loading screen', async () => {
  signIn()
  const announced = new Set<string | null>()
  const observer = new MutationObserver(() => {
    for (const spinner of document.querySelectorAll('main > [role=status]')) announced.add(spinner.textContent)
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  await openApp('/')
  await shell()
  announced.delete('') // a live region on the day is empty at first
  expect([...announced]).toEqual(['ログイン状態を確認しています'])
})

test.each(['/login', '/signup', '/elsewhere', '/google/onboard'])(
  'a signed-in member is redirected from %s to the home page',
  async (path) => {
    signIn()
    await openApp(path)
    await shell()
    expect(place()).toBe('/')
  },
)

test.each([
  ['a member', signIn, shell],
  ['a visitor', () => {}, login],
])('%s is told that no page exists at an unknown address (S2.23)', async (_, prepare, shown) => {
  prepare()
  await openApp('/elsewhere')
  await shown()
  expect(await screen.findByText('このアドレスのページはありません')).toBeTruthy()
})

test('the start screen says that the sign-in is being checked', async () => {
  signIn()
  let answer = () => {}
  const checked = new Promise<void>((resolve) => (answer = resolve))
  await openApp('/', { 'GET /users/me': () => checked.then(() => ({ status: 404 })) })
  expect(screen.getByRole('status').textContent).toBe('ログイン状態を確認しています')
  answer()
  await login()
})

test('a stored token that the server rejects is removed', async () => {
  signIn()
  await openApp('/', { 'GET /users/me': problem(404, 'not_found', '見つかりません。') })
  await login()
  expect(localStorage.getItem('daily_standup_token')).toBeNull()
})

test.each([
  ['no response', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the response of a gateway', () => ({ status: 502 })],
  ['a server error', () => problem(500, 'internal', '問題が起きました。')],
  ['the error of an unavailable database', () => problem(503, 'database_unavailable', '少し待ってください。')],
])('a stored token is not removed, and the check is repeated, after %s', async (_, away) => {
  signIn()
  let back = false
  const { user } = await openApp('/settings?tab=language', {
    'GET /users/me': () => (back ? { status: 200, body: me } : away()),
  })
  await screen.findByRole('heading', { name: 'サーバーに接続できません' })
  expect(localStorage.getItem('refresh_token')).toBe('first')

  await user.click(screen.getByRole('button', { name: 'もう一度試す' }))
  await screen.findByRole('heading', { name: 'サーバーに接続できません' })
  back = true
  dispatch(new Event('online'))
  await shell()
  expect(place()).toBe('/settings?tab=language')
})

test('a tab that cannot reach the server opens the login after a logout in another tab', async () => {
  signIn()
  await openApp('/', { 'GET /users/me': () => Promise.reject(new TypeError('Failed to fetch')) })
  await screen.findByRole('heading', { name: 'サーバーに接続できません' })
  localStorage.clear()
  dispatch(new StorageEvent('storage', { key: null }))
  await login()
})

test('a tab stays signed out if the member is loaded after a logout', async () => {
  signIn()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await openApp('/', { 'GET /users/me': () => answered.then(() => ({ status: 200, body: me })) })
  localStorage.clear()
  answer()
  await login()
})

test('the login says that the session was ended elsewhere', async () => {
  signIn()
  await openApp('/settings?tab=language', {
    'GET /users/me': problem(401, 'session_ended', '切れました。'),
    'POST /auth/refresh': problem(401, 'session_revoked', '終わりました。'),
  })
  await login()
  expect(await screen.findByText(/^ほかの端末での操作/u)).toBeTruthy()
})

test('the login shows the server’s message that the sign-in has expired (N17.07)', async () => {
  signIn()
  await openApp('/settings?tab=language', {
    'GET /users/me': problem(401, 'session_ended', '切れました。'),
    'POST /auth/refresh': problem(401, 'sign_in_expired', '会社アカウントでもう一度ログインしてください。'),
  })
  await login()
  expect(await screen.findByText('会社アカウントでもう一度ログインしてください。')).toBeTruthy()
})

test('the login says that the member was deactivated', async () => {
  signIn()
  await openApp('/settings?tab=language', {
    'GET /users/me': problem(401, 'session_ended', '切れました。'),
    'POST /auth/refresh': problem(401, 'member_deactivated', '停止されました。'),
  })
  await login()
  expect(await screen.findByText('管理者がこのアカウントを停止しました。')).toBeTruthy()
})

test('an ended session opens the login, and the next sign-in returns to the page', async () => {
  signIn()
  const ended = problem(401, 'session_ended', '切れました。')
  let signedIn = false
  const { user } = await openApp('/settings?tab=language', {
    'GET /users/me': () => (signedIn ? { status: 200, body: me } : ended),
    'POST /auth/refresh': ended,
    'POST /auth/login': () => {
      signedIn = true
      return { status: 200, body: { access_token: tokenFor(900), refresh_token: 'second' } }
    },
  })
  await login()
  expect(await screen.findByText('ログアウトされました。もう一度ログインしてください。')).toBeTruthy()
  await user.type(screen.getByLabelText('メールアドレス'), 'misaki@hinode.example')
  await user.type(screen.getByLabelText('パスワード'), 'abcdefghij{Enter}')
  await waitFor(() => expect(place()).toBe('/settings?tab=language'))
})

const signInAt = async (user: Awaited<ReturnType<typeof openApp>>['user']) => {
  await user.type(await screen.findByLabelText('メールアドレス'), 'misaki@hinode.example')
  await user.type(screen.getByLabelText('パスワード'), 'abcdefghij{Enter}')
}
const tokens = { status: 200, body: { access_token: tokenFor(900), refresh_token: 'second' } }

test.each(['/team?tab=pending', '/?date=2026-10-22', '/settings?tab=language'])(
  'a sign-in opens %s if the visitor had opened this address before',
  async (path) => {
    const { user } = await openApp(path, { 'POST /auth/login': tokens })
    await login()
    await signInAt(user)
    await waitFor(() => expect(place()).toBe(path))
    expect(sessionStorage.getItem('asakai_return')).toBeNull()
  },
)

test.each(['//evil.example/team', String.raw`/\evil.example`, 'javascript:alert(1)', '/%2Fevil.example', '/elsewhere'])(
  'a sign-in ignores the stored return address %s',
  async (kept) => {
    sessionStorage.setItem('asakai_return', kept)
    const { user } = await openApp('/login', { 'POST /auth/login': tokens })
    await signInAt(user)
    await waitFor(() => expect(place()).toBe('/'))
  },
)

test('a sign-in after a logout opens the home page', async () => {
  signIn()
  const { user } = await openApp('/settings', { 'POST /auth/login': tokens, 'POST /auth/logout': { status: 204 } })
  await user.click(await shell())
  await user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }))
  await login()
  await signInAt(user)
  await waitFor(() => expect(place()).toBe('/'))
})

test('a logout removes both tokens and opens the login even if the server fails', async () => {
  signIn()
  const { sent, user } = await openApp('/settings', { 'POST /auth/logout': { status: 500 } })
  await user.click(await shell())
  await user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }))
  await login()
  expect(place()).toBe('/login')
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ call: 'GET /deployment' }))
  expect(sent).toContainEqual(expect.objectContaining({ call: 'POST /auth/logout', body: { refresh_token: 'first' } }))
  expect(localStorage).toHaveLength(0)
})

test('a tab signs in or out when another tab does', async () => {
  signIn()
  await openApp('/')
  await shell()
  const changed = (oldValue: string | null, newValue: string | null) => {
    dispatch(new StorageEvent('storage', { key: 'daily_standup_token', oldValue, newValue }))
  }
  localStorage.clear()
  changed('before', null)
  await login()
  signIn()
  changed(null, 'after')
  await shell()
  expect(place()).toBe('/')
})

test.each([
  ['the message of the server', { serverMessage: true }, '問題が起きました。'],
  ['its own message if there is none from the server', new Error('Something broke'), 'Something broke'],
  ['a general message if there is no other', {}, 'エラーが発生しました'],
])('an unhandled error shows %s', async (_, reason, text) => {
  await openApp('/login')
  await login()
  const { ApiError } = await import('../api/errors.ts')
  const thrown = 'serverMessage' in reason ? new ApiError(500, '', { message: '問題が起きました。' }) : reason
  dispatch(Object.assign(new Event('unhandledrejection'), { reason: thrown }))
  expect((await screen.findByText(text)).closest('[aria-live=assertive]')).toBeTruthy()
})

test.each([
  [{ status: 200, body: { auth_url: 'https://accounts.example.com/' } }, ['https://accounts.example.com/']],
  [{ status: 404 }, []],
])(
  'the end of a session without a refresh token requests a new Google sign-in (response: %o)',
  async (answer, visited) => {
    localStorage.setItem('daily_standup_token', tokenFor(900))
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    onTestFinished(() => assign.mockRestore())
    let saved = false
    const { sent, user } = await openApp('/settings', {
      'GET /users/me': () => (saved ? problem(401, 'session_ended', '切れました。') : { status: 200, body: me }),
      'PATCH /users/me/profile': () => {
        saved = true
        return { status: 200, body: me }
      },
      'GET /auth/google/login-url': answer,
    })
    await user.click(await screen.findByRole('button', { name: 'プロフィールを編集' }))
    await user.click(screen.getByRole('button', { name: '保存する' }))

    await login()
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /auth/google/login-url'))
    await waitFor(() => expect(assign.mock.calls.flat()).toEqual(visited))
    expect(localStorage.getItem('daily_standup_token')).toBeNull()
  },
)
