import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { deployment } from '#contract/testing/deployment.ts'
import { storageKeys } from '../../api/tokens.ts'
import { type Answers, me, openApp, problem, tokenFor } from '../../testing/app.tsx'

const info = {
  id: 'acceptance',
  email: 'shiori@hinode.example',
  role: 'developer',
  team_name: '予約プロダクト',
  invited_by: '佐伯 美咲',
  expires_at: '2026-10-30T09:00:00+09:00',
}
const valid: Answers = {
  'GET /invitations/verify/secret': { status: 200, body: { valid: true } },
  'GET /invitations/info': { status: 200, body: info },
}
const tokens = { access_token: tokenFor(900), refresh_token: 'refresh' }
const open = (answers: Answers = valid) => openApp('/invitation?token=secret', answers)
const button = (name: string) => screen.findByRole('button', { name })

async function fill(words: Record<string, string> = {}) {
  const all = { 姓: '松本', 名: '栞', パスワード: 'asanoasaasa', 'パスワード(確認)': 'asanoasaasa', ...words }
  for (const [label, text] of Object.entries(all)) {
    const field = await screen.findByLabelText(new RegExp(`^${label.replaceAll(/[()]/gu, '\\$&')}(?:8文字以上)?$`, 'u'))
    if (text) await userEvent.type(field, text)
  }
  await userEvent.click(screen.getByRole('checkbox'))
}

it('a link to an invitation without a token opens the login', async () => {
  await openApp('/invitation')
  await waitFor(() => expect(location.pathname).toBe('/login'))
})

it('the page says that the invitation is being checked', async () => {
  await open({ 'GET /invitations/verify/secret': () => new Promise(() => {}) })
  expect(await screen.findByText('招待を確認しています')).toBeTruthy()
})

it.each([
  ['expired', /期限が切れています/u],
  ['used', /すでに使われています/u],
  ['cancelled', /取り消されています/u],
  ['unknown', /リンクが正しくない/u],
])('an invitation that is %s shows the reason, and links to the home page', async (reason, hint) => {
  await open({ 'GET /invitations/verify/secret': { status: 200, body: { valid: false, reason } } })
  expect(await screen.findByRole('heading', { name: '招待が無効です' })).toBeTruthy()
  expect(screen.getByText(hint)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'トップページへ戻る' }).getAttribute('href')).toBe('/')
  const login = screen.queryByRole('link', { name: 'ログインする' })
  expect(login?.getAttribute('href')).toBe(reason === 'used' ? '/login' : undefined)
})

it('an invitation that could not be checked can be checked again', async () => {
  const answers: Answers = { ...valid, 'GET /invitations/info': problem(500, 'internal', '…') }
  await open(answers)
  await screen.findByText('招待情報の取得に失敗しました')
  answers['GET /invitations/info'] = { status: 200, body: info }
  await userEvent.click(await button('もう一度試す'))
  expect(await screen.findByText('shiori@hinode.example')).toBeTruthy()
})

describe('a valid invitation', () => {
  it('the login opens with the address filled in if the sign-in after accepting fails', async () => {
    await open({
      ...valid,
      'POST /invitations/accept': { status: 200, body: tokens },
      'GET /users/me': problem(500, 'internal', '…'),
    })
    await fill()
    await userEvent.click(await button('アカウントを作成'))
    expect(await screen.findByText('アカウントの作成が完了しました')).toBeTruthy()
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect((await screen.findByLabelText<HTMLInputElement>('メールアドレス')).value).toBe(info.email)
  })

  it('an invitation names team and inviter, and accepting it opens the home page', async () => {
    const { sent } = await open({ ...valid, 'POST /invitations/accept': { status: 200, body: tokens } })
    expect(await screen.findByText('佐伯 美咲さんから「予約プロダクト」に招待されています。')).toBeTruthy()
    const before = history.length
    await fill()
    await userEvent.click(await button('アカウントを作成'))
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(history.length).toBe(before)
    expect(localStorage.getItem(storageKeys.accessToken)).toBe(tokens.access_token)
    expect(sent.find(({ call }) => call === 'POST /invitations/accept')!.body).toEqual({
      id: 'acceptance',
      family_name: '松本',
      first_name: '栞',
      preferred_name: '',
      password: 'asanoasaasa',
      confirm_password: 'asanoasaasa',
    })
  })

  it.each([
    [{ 姓: '' }, '苗字と名前を入力してください'],
    [{ 名: ' ' }, '苗字と名前を入力してください'],
    [{ パスワード: 'asanoas', 'パスワード(確認)': 'asanoas' }, 'あと1文字必要です'],
    [{ 'パスワード(確認)': 'asanoasuasa' }, 'パスワードが一致しません'],
  ])('an invitation cannot be accepted with the input %j', async (words, sentence) => {
    const { sent } = await open()
    await fill(words)
    await userEvent.click(await button('アカウントを作成'))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(sent.some(({ call }) => call === 'POST /invitations/accept')).toBe(false)
  })

  it('an invitation cannot be accepted without the terms', async () => {
    await open()
    await fill()
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(await button('アカウントを作成'))
    expect(await screen.findByText('利用規約への同意が必要です')).toBeTruthy()
  })

  it('a toast is shown if accepting an invitation returns no tokens', async () => {
    await open({ ...valid, 'POST /invitations/accept': { status: 200, body: {} } })
    await fill()
    await userEvent.click(await button('アカウントを作成'))
    const toasts = within(await screen.findByLabelText('お知らせ'))
    expect(await toasts.findByText('アカウントの作成に失敗しました')).toBeTruthy()
    expect(location.pathname).toBe('/invitation')
  })

  it.each([
    [
      problem(500, 'internal', 'サーバーで問題が起きました。'),
      'アカウントの作成に失敗しました。サーバーで問題が起きました。',
    ],
  ])('the form shows why accepting the invitation failed: %j', async (answer, sentence) => {
    await open({ ...valid, 'POST /invitations/accept': answer })
    await fill()
    await userEvent.click(await button('アカウントを作成'))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(location.pathname).toBe('/invitation')
  })

  it('an invitation whose details could not be loaded cannot be accepted', async () => {
    await open({ ...valid, 'GET /invitations/info': { status: 200, body: {} } })
    await fill()
    await userEvent.click(await button('アカウントを作成'))
    expect(await screen.findByText('招待情報が見つかりません')).toBeTruthy()
  })

  it('an acceptance whose first response was lost opens the account with the typed password', async () => {
    const used = problem(409, 'invitation_used', 'この招待はすでに使われています。')
    const refusals = [{ status: 504 }, used]
    const { sent } = await open({
      ...valid,
      'POST /invitations/accept': () => refusals.shift()!,
      'POST /auth/login': { status: 200, body: tokens },
    })
    await fill()
    await userEvent.click(await button('アカウントを作成'))
    await screen.findByText(/アカウントの作成に失敗しました/u)
    await userEvent.click(await button('アカウントを作成'))
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(sent.find(({ call }) => call === 'POST /auth/login')!.body).toEqual({
      username: info.email,
      password: 'asanoasaasa',
    })
  })

  it('an invitation is checked again if somebody else has used it', async () => {
    const answers: Answers = {
      ...valid,
      'POST /invitations/accept': problem(409, 'invitation_used', 'この招待はすでに使われています。'),
    }
    await open(answers)
    await fill()
    answers['GET /invitations/verify/secret'] = { status: 200, body: { valid: false, reason: 'used' } }
    await userEvent.click(await button('アカウントを作成'))
    expect(await screen.findByRole('heading', { name: '招待が無効です' })).toBeTruthy()
  })
})

it('a signed-in member who opens an invitation is asked to log out first', async () => {
  localStorage.setItem(storageKeys.accessToken, tokenFor(3_600))
  await open({ ...valid, 'GET /users/me': { status: 200, body: me } })
  expect(await screen.findByText('すでにログインしています')).toBeTruthy()
  await userEvent.click(await button('ログアウトして続ける'))
  expect(await screen.findByText('shiori@hinode.example')).toBeTruthy()
})

it('a signed-in member sees that an invitation is used, without a request to log out', async () => {
  localStorage.setItem(storageKeys.accessToken, tokenFor(3_600))
  await open({
    'GET /users/me': { status: 200, body: me },
    'GET /invitations/verify/secret': { status: 200, body: { valid: false, reason: 'used' } },
  })
  expect(await screen.findByText(/すでに使われています/u)).toBeTruthy()
  expect(screen.queryByText('すでにログインしています')).toBeNull()
  expect(screen.queryByRole('link', { name: 'ログインする' })).toBeNull()
})

it.each([true, false])('the company’s sign-in can accept the invitation (only sign-in: %s)', async (only) => {
  const offered = deployment({ sign_up: 'closed', oidc: { name: 'Hinode ID', only }, providers: ['oidc'] })
  const { sent } = await open({
    ...valid,
    'GET /deployment': { status: 200, body: offered },
    'GET /auth/oidc/login-url': problem(503, 'provider_unavailable', '…'),
  })
  await userEvent.click(await button('Hinode IDでログイン'))
  await screen.findByRole('alert')
  expect(sent.filter(({ call }) => call === 'GET /auth/oidc/login-url')).toHaveLength(1)
  expect(screen.getByText(/予約プロダクト/u)).toBeTruthy()
  expect(screen.queryByRole('checkbox') === null).toBe(only)
})

it('the page names the account that accepting would close, and offers its login', async () => {
  const existing = { team: '旧チーム', last_used: null, is_kept: false }
  await open({ ...valid, 'GET /invitations/info': { status: 200, body: { ...info, existing } } })
  expect(await screen.findByText(/チーム「旧チーム」.*使えなくなります/u)).toBeTruthy()
  expect(screen.getByRole('link', { name: '自分のアカウントなのでログインする' }).getAttribute('href')).toBe('/login')
})

it('typed names survive a reload for the same invitation only, without the password (E5.17)', async () => {
  await open()
  await fill()
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('asanoasaasa')
  cleanup()
  await open()
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: true })
  expect([(await field('姓')).value, (await field('名')).value]).toEqual(['松本', '栞'])
  cleanup()
  await open({ ...valid, 'GET /invitations/info': { status: 200, body: { ...info, id: 'another' } } })
  expect((await field('姓')).value).toBe('')
})
