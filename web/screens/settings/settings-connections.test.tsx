import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { tabChannel, type TabEnd } from '#contract/connections.ts'
import { type Answer, me, problem } from '../../testing/app.tsx'
import { connected, setUp, open, button, line, teamSettings, choose, dialog, field } from '../../testing/services.ts'
import { dispatch } from '../../testing/show.tsx'

const rows = () => {
  const card = screen.getByRole('heading', { name: /^(?:外部アカウント|チャット)$/u }).closest('section')!
  return within(card)
    .getAllByRole('listitem')
    .map((row) => row.textContent)
}

test('connected services are listed first, then one line for each remaining kind', async () => {
  await open({ 'GET /connections': connected(['slack', 'hinode.slack.com'], ['github', '@misaki-saeki']) })
  await button('Slackの接続を解除')
  expect(rows()).toEqual([
    'Slackhinode.slack.com · 自分あての通知とリマインドが届きます解除',
    'GitHub@misaki-saeki · 担当の課題が優先タスクに並び、ログインにも使えます解除',
    'ほかの課題管理ツールに接続Backlog、Jira。担当の課題が優先タスクに並びます。',
    'ログイン方法を追加Google',
    'ほかのアカウントに接続Microsoft、Apple。ここに表示されるだけで、ログインには使えません。',
  ])
})

test("the team's chats are listed in the team's settings, not among a member's accounts", async () => {
  await open({ 'GET /connections': connected(['discord', '朝会']) }, teamSettings)
  await button('Discordの接続を解除')
  expect(rows()).toEqual([
    'Discord朝会 · 提出された日報とまとめが届きます解除',
    'ほかのチャットに接続Slack、Google Chat',
  ])
})

test('a kind of service has no line if all its services are connected', async () => {
  await open({
    'GET /connections': connected(['slack', 'a'], ['github', 'a'], ['backlog', 'a'], ['jira', 'a'], ['google', 'a']),
  })
  await button('Jiraの接続を解除')
  expect(screen.queryByRole('button', { name: /課題管理ツールに接続/u })).toBeNull()
})

test('services can be filtered by typing, and chosen by arrow keys and Enter', async () => {
  const { user } = await open()
  await user.click(await line(/課題管理ツールに接続/u))
  const search = await screen.findByRole('combobox', { name: 'サービスを探す' })
  expect(document.activeElement).toBe(search)
  const names = () =>
    dialog()
      .getAllByRole('option')
      .map((option) => option.textContent)
  expect(names()).toEqual([
    'GitHubサービスの画面で許可します',
    'BacklogスペースIDとAPIキー',
    'Jiraドメイン、メールアドレス、APIトークン',
  ])
  await user.type(search, 'zz')
  expect(screen.getByText('「zz」は見つかりません')).toBeTruthy()
  await user.clear(search)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(document.activeElement).toBe(field(/^スペースID/u))
  await user.type(field(/^スペースID/u), 'hinode')
  await user.click(dialog().getByRole('button', { name: 'サービスの一覧に戻る' }))
  expect(document.activeElement).toBe(await screen.findByRole('combobox', { name: 'サービスを探す' }))
  await user.click(await screen.findByRole('option', { name: /^Backlog/u }))
  expect(field(/^スペースID/u).value).toBe('hinode')
  expect(document.activeElement).toBe(field(/^スペースID/u))
})

test("a member is told that an administrator must connect the team's Slack first", async () => {
  await open({ 'GET /users/me': { status: 200, body: me } })
  expect(await screen.findByText(/^管理者がチームのSlackに接続すると/u)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Slackに接続/u })).toBeNull()
})

test("a member can connect to the team's Slack", async () => {
  const tab = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await open({ 'GET /users/me': { status: 200, body: { ...me, is_slack_available: true } } })
  await choose(user, 'Slack')
  expect(tab).toHaveBeenCalled()
})

test('an account with incomplete rights can be connected again or disconnected', async () => {
  const github = { provider: 'github', account: '@misaki', connected_at: '', connect_again: true }
  const slack = { provider: 'slack', account: 'hinode', connected_at: '' }
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { user } = await open({
    'GET /connections': { status: 200, body: { connections: [github, slack] } },
    'GET /auth/github/login-url': { status: 200, body: { auth_url: 'https://github.example/authorise' } },
  })
  expect(await button('GitHubの接続を解除')).toBeTruthy()
  expect(screen.getAllByText('もう一度接続')).toHaveLength(1)
  await user.click(await button('GitHubにもう一度接続'))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://github.example/authorise'))
})

test('a disconnect asks for the password if the sign-in is old, and then continues', async () => {
  let confirmed = false
  const { user, sent } = await open({
    'GET /connections': connected(['github', '@misaki-saeki']),
    'DELETE /connections/github': () =>
      confirmed ? { status: 204 } : problem(403, 'reauthentication_required', '確認してください。'),
    'POST /auth/reauthenticate': () => {
      confirmed = true
      return { status: 204 }
    },
  })
  await user.click(await button('GitHubの接続を解除'))
  await user.type(await screen.findByLabelText('現在のパスワード'), 'asanoasa')
  await user.click(await button('続ける'))
  expect(await screen.findByText('GitHubの接続を解除しました')).toBeTruthy()
  expect(sent.find(({ call }) => call === 'POST /auth/reauthenticate')?.body).toEqual({ current_password: 'asanoasa' })
})

test('a disconnected account is removed on the server, and the focus stays', async () => {
  let list = connected(['jira', 'hinode.atlassian.net'])
  const { user, calls } = await open({
    'GET /connections': () => list,
    'DELETE /connections/jira': () => {
      list = connected()
      return { status: 204 }
    },
  })
  await user.click(await button('Jiraの接続を解除'))
  expect(await screen.findByText('Jiraの接続を解除しました')).toBeTruthy()
  expect(document.activeElement).toBe(await line(/課題管理ツールに接続/u))
  expect(calls()).toContain('DELETE /connections/jira')
})

test.each([
  ['a failure of the server', problem(500, 'internal', '問題'), 'GitHubの接続を解除できませんでした'],
  [
    'the rejection that it is the only sign-in',
    problem(409, 'last_way_in', '先にパスワードを。'),
    '先にパスワードを。',
  ],
])('an account stays connected after %s', async (_reason, refusal, sentence) => {
  const { user } = await open({
    'GET /connections': connected(['github', '@misaki']),
    'DELETE /connections/github': refusal,
  })
  await user.click(await button('GitHubの接続を解除'))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(await button('GitHubの接続を解除')).toBeTruthy()
})

test('the result of a connection in another tab is shown, and the list is refetched', async () => {
  let list = connected()
  const { calls } = await open({ 'GET /connections': () => list })
  await line(/^ログイン方法を追加/u)
  const tab = new BroadcastChannel(tabChannel)
  // oxlint-disable-next-line require-post-message-target-origin -- a BroadcastChannel has no target origin
  const say = (end: TabEnd) => tab.postMessage(end)
  say({ provider: 'Apple', reason: 'Appleがリクエストを拒否しました。' })
  expect((await screen.findByText('Appleに接続できませんでした')).closest('[aria-live=assertive]')).toBeTruthy()
  list = connected(['microsoft', 'misaki@hinode.example'])
  const before = calls().length
  say({ provider: 'Microsoft' })
  tab.close()
  expect(await screen.findByText('Microsoftに接続しました')).toBeTruthy()
  expect(await button('Microsoftの接続を解除')).toBeTruthy()
  expect(calls().slice(before)).toContain('GET /users/me')
})

test('the page offers a retry if the connected accounts cannot be loaded', async () => {
  let list = problem(503, 'busy', '混雑')
  const { user } = await open({ 'GET /connections': () => list })
  expect(await screen.findByText('外部アカウントを読み込めませんでした。')).toBeTruthy()
  list = connected()
  await user.click(await button('もう一度読み込む'))
  expect(await line(/^Slackに接続/u)).toBeTruthy()
  expect(screen.queryByText('外部アカウントを読み込めませんでした。')).toBeNull()
})

test('the page says that the connected accounts are being loaded', async () => {
  await open({ 'GET /connections': () => new Promise<Answer>(() => {}) })
  const card = within((await screen.findByRole('heading', { name: '外部アカウント' })).closest('section')!)
  expect((await card.findByText('読み込んでいます')).role).toBe('status')
})

test('the loaded accounts stay on the screen while offline, with a note', async () => {
  await open({ 'GET /connections': connected(['slack', 'hinode.slack.com']) })
  await button('Slackの接続を解除')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatch(new Event('offline'))
  expect(await screen.findByText('オフラインです。前に読み込んだ内容を表示しています。')).toBeTruthy()
  expect(screen.getByText('hinode.slack.com')).toBeTruthy()
  vi.restoreAllMocks()
  dispatch(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/^オフラインです/u)).toBeNull())
})

test.each([
  [true, '設定の手順は運用者ハンドブックにあります。'],
  [false, '使いたいときは、サーバーの管理者に依頼してください。'],
])('services that the server is not set up for are folded (administrator: %s)', async (isAdmin, sentence) => {
  const { user, calls } = await open({
    'GET /users/me': { status: 200, body: { ...me, is_admin: isAdmin } },
    'GET /deployment': { ...setUp, body: { ...(setUp.body as object), providers: ['microsoft'] } },
  })
  await user.click(await line(/^ほかのアカウントに接続/u))
  expect(
    dialog()
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Microsoftサービスの画面で許可します'])
  const fold = await button('このサーバーでは未設定 1')
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByText(sentence)).toBeTruthy()
  await user.click(fold)
  expect(screen.getByText('Apple')).toBeTruthy()
  expect(calls().filter((call) => call.includes('/auth/'))).toEqual([])
})

test('the list of services has no search if the server is not set up for them', async () => {
  const { user } = await open({ 'GET /deployment': { ...setUp, body: { ...(setUp.body as object), providers: [] } } })
  await user.click(await line(/^ほかのアカウントに接続/u))
  expect(dialog().getByText('Apple')).toBeTruthy()
  expect(dialog().queryByRole('combobox')).toBeNull()
})

test.each(['google', 'github'])("%s is connected on the provider's page in the same tab", async (provider) => {
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { user } = await open({
    [`GET /auth/${provider}/login-url`]: { status: 200, body: { auth_url: `https://${provider}.example/authorise` } },
  })
  await choose(user, provider === 'google' ? 'Google' : 'GitHub')
  await waitFor(() => expect(leave).toHaveBeenCalledWith(`https://${provider}.example/authorise`))
})

test.each(['Slack', 'Microsoft', 'Apple'])(
  '%s is connected in a new tab, and this page shows the result',
  async (name) => {
    const tab = {
      opener: window as Window | null,
      location: { assign: vi.fn<(address: string) => void>() },
      close: vi.fn<() => void>(),
    }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const id = name.toLowerCase()
    let list = connected()
    const { user } = await open({ [`POST /connections/${id}/ticket`]: { status: 204 }, 'GET /connections': () => list })
    await choose(user, name)
    await waitFor(() => expect(tab.location.assign).toHaveBeenCalledWith(`/api/auth/${id}`))
    expect(tab.opener).toBeNull()
    list = connected([id, 'misaki'])
    window.dispatchEvent(new Event('visibilitychange'))
    expect(await button(`${name}の接続を解除`)).toBeTruthy()
  },
)

test("a rejected connection closes its tab, and the server's message is shown", async () => {
  const close = vi.fn<() => void>()
  vi.spyOn(window, 'open').mockReturnValue({ opener: null, close } as unknown as Window)
  const { user } = await open({
    'POST /connections/slack/ticket': problem(429, 'too_many_attempts', '試行が多すぎます'),
  })
  await choose(user, 'Slack')
  expect(await screen.findByText('試行が多すぎます')).toBeTruthy()
  expect(close).toHaveBeenCalledOnce()
})

test.each([
  [{ status: 500, body: {} }, 'GitHubに接続できませんでした'],
  [problem(404, 'not_found', '見つかりませんでした。'), 'GitHubとの接続には対応していません'],
])('the page says why a connection cannot start', async (answer, sentence) => {
  const { user } = await open({ 'GET /auth/github/login-url': answer })
  await choose(user, 'GitHub')
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('an account of a provider without its own row can be disconnected', async () => {
  const { user, calls } = await open({
    'GET /connections': connected(['myspace', 'misaki']),
    'DELETE /connections/myspace': { status: 204 },
  })
  expect(await screen.findByText('myspaceとの接続には対応していません')).toBeTruthy()
  await user.click(await button('myspaceの接続を解除'))
  expect(await screen.findByText('myspaceの接続を解除しました')).toBeTruthy()
  expect(calls()).toContain('DELETE /connections/myspace')
})
