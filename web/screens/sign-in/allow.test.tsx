import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eachOnTheDay, openApp, problem } from '../../testing/app.tsx'

const request = 'nvXrEBwPYZ'
const path = `/allow?request=${request}`
const asked = {
  client_name: 'Claude',
  client_host: null,
  redirect_host: 'claude.ai',
  redirect_scheme: null,
  scopes: ['read', 'write'],
}
const call = `/consents/${request}`
const consent = (more: object = {}) => ({ [`GET ${call}`]: { status: 200, body: { ...asked, ...more } } })
const given = { status: 200, body: { url: 'https://asakai.example.com/oauth/authorize/nvXrEBwPYZ?answer=sealed' } }

eachOnTheDay()
const assign = vi.fn()
beforeEach(() => {
  assign.mockReset()
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
})

const heading = (name: string) => screen.findByRole('heading', { name })
const button = (name: string) => screen.findByRole('button', { name })
const question = '「Claude」にAsakaiの利用を許可しますか'

test('the consent names program, account and host, and allows reading for 90 days (N21.01)', async () => {
  const { user, sent } = await openApp(path, { ...consent(), [`POST ${call}`]: given })
  await heading(question)
  expect(screen.getByText(/misaki@/u).textContent).toContain('としてAsakaiを使います')
  expect(screen.getByText('結果はclaude.aiに送られます。')).toBeTruthy()
  expect(screen.getByText(/名前はプログラムが名乗っているもので、Asakaiでは確認していません/u)).toBeTruthy()
  await user.click(await button('許可する'))
  await waitFor(() => expect(assign).toHaveBeenCalledWith(given.body.url))
  expect(sent.find(({ call: each }) => each === `POST ${call}`)?.body).toEqual({
    scopes: ['read'],
    expires_on: '2027-01-21',
  })
})

test('the member can allow drafts and choose another last day in the consent', async () => {
  const { user, sent } = await openApp(path, { ...consent(), [`POST ${call}`]: given })
  await user.click(await screen.findByRole('radio', { name: /読み取りと下書き/u }))
  await user.click(screen.getByRole('radio', { name: '30日' }))
  await user.click(await button('許可する'))
  await waitFor(() => expect(assign).toHaveBeenCalled())
  expect(sent.find(({ call: each }) => each === `POST ${call}`)?.body).toEqual({
    scopes: ['read', 'write'],
    expires_on: '2026-11-22',
  })
})

test('the consent offers only the scopes that the program requested', async () => {
  await openApp(path, consent({ scopes: ['read'], client_host: 'vscode.dev', redirect_host: null }))
  await heading(question)
  expect(screen.queryByRole('radio', { name: /下書き/u })).toBeNull()
  expect(screen.getByText(/^vscode\.devが公開しているプログラムです/u)).toBeTruthy()
  expect(screen.getByText('結果はこの端末のプログラムに送られます。')).toBeTruthy()
})

test('the consent names the link scheme of a program on the device', async () => {
  await openApp(path, consent({ redirect_host: null, redirect_scheme: 'com.example.app:' }))
  await heading(question)
  expect(screen.getByText('結果は、この端末で「com.example.app:」のリンクを開くプログラムに送られます。')).toBeTruthy()
})

test('a click refuses the program, and returns to it', async () => {
  const { user } = await openApp(path, { ...consent(), [`DELETE ${call}`]: given })
  await user.click(await button('許可しない'))
  await waitFor(() => expect(assign).toHaveBeenCalledWith(given.body.url))
})

test('the consent asks for the password if the sign-in is old, and keeps the choice (E1.07)', async () => {
  let isConfirmed = false
  const { user } = await openApp(path, {
    ...consent(),
    [`POST ${call}`]: () =>
      isConfirmed ? given : problem(403, 'reauthentication_required', 'パスワードを入力してください。'),
    'POST /auth/reauthenticate': () => {
      isConfirmed = true
      return { status: 204 }
    },
  })
  await user.click(await button('許可する'))
  const dialog = within(await screen.findByRole('dialog', { name: 'ご本人の確認' }))
  await user.type(dialog.getByLabelText('現在のパスワード'), 'correct horse')
  await user.click(dialog.getByRole('button', { name: '続ける' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith(given.body.url))
})

test('the consent says that the request has expired, or that the answer could not be sent', async () => {
  const { user } = await openApp(path, {
    ...consent(),
    [`POST ${call}`]: problem(500, 'internal', 'サーバーで問題が起きました。'),
    [`DELETE ${call}`]: problem(404, 'not_found', '見つかりません。'),
  })
  await user.click(await button('許可する'))
  expect((await screen.findByRole('alert')).textContent).toContain('サーバーで問題が起きました。')
  await user.click(await button('許可しない'))
  await heading('このリクエストはもう使えません')
})

test("a program's request can be loaded again after a failure", async () => {
  let isAway = true
  const { user } = await openApp(path, {
    [`GET ${call}`]: () => (isAway ? { status: 400, body: {} } : { status: 200, body: asked }),
  })
  await heading('リクエストを読み込めませんでした')
  isAway = false
  await user.click(await button('もう一度読み込む'))
  await heading(question)
})

test.each([
  ['invalid_client', 'Asakaiに登録されていないプログラムです。'],
  ['invalid_redirect_uri', 'Asakaiに登録されていないプログラムです。'],
  ['temporarily_unavailable', 'リクエストが多すぎます。'],
  ['invalid_request', 'リクエストが正しくないか、期限が切れています。'],
])('the consent page explains the error %s', async (error, hint) => {
  await openApp(`/allow?error=${error}`)
  await heading('このプログラムは接続できません')
  expect(screen.getByText((words) => words.startsWith(hint))).toBeTruthy()
})

test('a visitor is sent to the login, and returns to the program’s request afterwards', async () => {
  localStorage.clear()
  await openApp(path)
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(sessionStorage.getItem('asakai_return')).toBe(path)
})

test('a member can change the account, and returns to the program’s request afterwards', async () => {
  const { user } = await openApp(path, consent())
  await user.click(await button('別のアカウントでログイン'))
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(sessionStorage.getItem('asakai_return')).toBe(path)
})
