import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { tabChannel, type TabEnd } from '#contract/connections.ts'
import { type Answer, me, openApp, problem, tokenFor } from '../testing/app.tsx'
import { dispatch } from '../testing/show.tsx'

const providers = ['google', 'github', 'slack', 'microsoft', 'apple']
const connected = (...connections: [provider: string, account: string][]): Answer => ({
  status: 200,
  body: {
    connections: connections.map(([provider, account]) => ({
      provider,
      account,
      connected_at: '2026-10-23T09:00:00+09:00',
    })),
  },
})
const administrator: Answer = { status: 200, body: { ...me, is_admin: true } }
const setUp: Answer = { status: 200, body: { sign_up: 'join', mail: true, providers } }

async function open(answers: Parameters<typeof openApp>[1] = {}) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const app = await openApp('/settings', { 'GET /deployment': setUp, 'GET /users/me': administrator, ...answers })
  await screen.findByText('外部アカウント')
  const calls = () => app.sent.map(({ call }) => call)
  return { ...app, calls }
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const dialog = () => within(screen.getByRole('dialog'))
const submit = () => dialog().getByRole<HTMLButtonElement>('button', { name: '接続する' })
const field = (name: RegExp) => dialog().getByLabelText<HTMLInputElement>(name)

test('the services stand with their accounts in words, and what can be done', async () => {
  await open({ 'GET /connections': connected(['slack', 'hinode.slack.com'], ['github', '@misaki-saeki']) })
  await button('Slackの接続を解除')
  const rows = screen.getAllByRole('listitem').filter((row) => within(row).queryByText(/^(?:解除|接続)$/u))
  expect(rows.map((row) => row.textContent)).toEqual([
    'Slackhinode.slack.com解除',
    'Google未接続接続',
    'GitHub@misaki-saeki解除',
    'Backlog未接続接続',
    'Jira未接続接続',
    'Microsoft未接続接続',
    'Apple未接続接続',
    'Google Chat未接続接続',
    'Discord未接続接続',
  ])
})

test.each(['Slack', 'Google Chat'])(
  "connecting the team's %s is for administrators: others read so, and nothing is sent",
  async (name) => {
    const { user, calls } = await open({ 'GET /users/me': { status: 200, body: me } })
    await user.click(await button(`${name}に接続`))
    expect(await screen.findByText('変更できるのは管理者だけです。')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([])
  },
)

test("who is no administrator connects themselves to the team's Slack", async () => {
  const tab = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await open({ 'GET /users/me': { status: 200, body: { ...me, is_slack_available: true } } })
  await user.click(await button('Slackに接続'))
  expect(tab).toHaveBeenCalled()
})

test('what was not granted in full can be connected again, and disconnected as before', async () => {
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

test('where the sign-in is some time ago, the password is asked for, and then it goes on', async () => {
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

test('disconnecting asks the server, says so, and the focus stays', async () => {
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
  expect(document.activeElement).toBe(await button('Jiraに接続'))
  expect(calls()).toContain('DELETE /connections/jira')
})

test.each([
  ['a failure of the server', problem(500, 'internal', '問題'), 'GitHubの接続を解除できませんでした'],
  ['the only way in, with what to do', problem(409, 'last_way_in', '先にパスワードを。'), '先にパスワードを。'],
])('%s leaves the account connected, and is told', async (_reason, refusal, sentence) => {
  const { user } = await open({
    'GET /connections': connected(['github', '@misaki']),
    'DELETE /connections/github': refusal,
  })
  await user.click(await button('GitHubの接続を解除'))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(await button('GitHubの接続を解除')).toBeTruthy()
})

test('how connecting in a tab ended is told here, too, and the list follows', async () => {
  let list = connected()
  const { calls } = await open({ 'GET /connections': () => list })
  await button('Microsoftに接続')
  const tab = new BroadcastChannel(tabChannel)
  // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target
  const say = (end: TabEnd) => tab.postMessage(end)
  say({ provider: 'Apple', reason: 'Appleがリクエストを拒否しました。' })
  expect((await screen.findByText('Appleに接続できませんでした')).closest('[role=alert]')).toBeTruthy()
  list = connected(['microsoft', 'misaki@hinode.example'])
  const before = calls().length
  say({ provider: 'Microsoft' })
  tab.close()
  expect(await screen.findByText('Microsoftに接続しました')).toBeTruthy()
  expect(await button('Microsoftの接続を解除')).toBeTruthy()
  expect(calls().slice(before)).toContain('GET /users/me')
})

test('a list that cannot be read says so, and can be asked for again', async () => {
  let list = problem(503, 'busy', '混雑')
  const { user } = await open({ 'GET /connections': () => list })
  expect(await screen.findByText('外部アカウントを読み込めませんでした。')).toBeTruthy()
  list = connected()
  await user.click(await button('もう一度読み込む'))
  expect(await button('Slackに接続')).toBeTruthy()
  expect(screen.queryByText('外部アカウントを読み込めませんでした。')).toBeNull()
})

test('while nobody knows yet, the services stand there, and it is said that they are being read', async () => {
  await open({ 'GET /connections': () => new Promise<Answer>(() => {}) })
  const card = within((await screen.findByRole('heading', { name: '外部アカウント' })).closest('section')!)
  expect((await card.findByText('読み込んでいます')).role).toBe('status')
  expect(screen.getByText('Microsoft')).toBeTruthy()
  expect(screen.queryByText('未接続')).toBeNull()
})

test('offline what was read stays, with a word about it', async () => {
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

test('a service that this deployment has not set up says so, and nothing is sent', async () => {
  const { user, calls } = await open({
    'GET /deployment': { ...setUp, body: { ...(setUp.body as object), providers: [] } },
  })
  for (const name of ['Slack', 'Google', 'GitHub', 'Microsoft', 'Apple']) {
    await user.click(await button(`${name}に接続`))
    expect(
      await screen.findByText(
        `${name}との接続は、この環境では設定されていません。サーバーの管理者にお問い合わせください。`,
      ),
    ).toBeTruthy()
  }
  expect(calls().filter((call) => call.includes('/auth/'))).toEqual([])
})

test.each(['google', 'github'])('%s connects on its own page', async (provider) => {
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { user } = await open({
    [`GET /auth/${provider}/login-url`]: { status: 200, body: { auth_url: `https://${provider}.example/authorise` } },
  })
  await user.click(await button(provider === 'google' ? 'Googleに接続' : 'GitHubに接続'))
  await waitFor(() => expect(leave).toHaveBeenCalledWith(`https://${provider}.example/authorise`))
})

test.each(['Slack', 'Microsoft', 'Apple'])(
  '%s connects in a tab of its own, and its end is noticed here',
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
    await user.click(await button(`${name}に接続`))
    await waitFor(() => expect(tab.location.assign).toHaveBeenCalledWith(`/api/auth/${id}`))
    expect(tab.opener).toBeNull()
    list = connected([id, 'misaki'])
    window.dispatchEvent(new Event('visibilitychange'))
    expect(await button(`${name}の接続を解除`)).toBeTruthy()
  },
)

test('a tab whose connection the server refuses closes, and its sentence is shown', async () => {
  const close = vi.fn<() => void>()
  vi.spyOn(window, 'open').mockReturnValue({ opener: null, close } as unknown as Window)
  const { user } = await open({
    'POST /connections/slack/ticket': problem(429, 'too_many_attempts', '試行が多すぎます'),
  })
  await user.click(await button('Slackに接続'))
  expect(await screen.findByText('試行が多すぎます')).toBeTruthy()
  expect(close).toHaveBeenCalledOnce()
})

test.each([
  [{ status: 500, body: {} }, 'GitHubに接続できませんでした'],
  [problem(404, 'not_found', '見つかりませんでした。'), 'GitHubとの接続には対応していません'],
])('a connection that cannot begin says why', async (answer, sentence) => {
  const { user } = await open({ 'GET /auth/github/login-url': answer })
  await user.click(await button('GitHubに接続'))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('an account of a provider that has no row of its own can still be disconnected', async () => {
  const { user, calls } = await open({
    'GET /connections': connected(['myspace', 'misaki']),
    'DELETE /connections/myspace': { status: 204 },
  })
  expect(await screen.findByText('myspaceとの接続には対応していません')).toBeTruthy()
  await user.click(await button('myspaceの接続を解除'))
  expect(await screen.findByText('myspaceの接続を解除しました')).toBeTruthy()
  expect(calls()).toContain('DELETE /connections/myspace')
})

const dialogs = [
  {
    provider: 'Backlog',
    fields: [
      ['space', /^スペース名/u, ' hinode '],
      ['apiKey', /^APIキー/u, 'k3y'],
    ],
    body: { space: 'hinode', apiKey: 'k3y' },
  },
  {
    provider: 'Jira',
    fields: [
      ['domain', /^ドメイン/u, 'hinode.atlassian.net'],
      ['email', /^メールアドレス/u, 'misaki@hinode.example'],
      ['apiToken', /^APIトークン/u, 't0ken'],
    ],
    body: { domain: 'hinode.atlassian.net', email: 'misaki@hinode.example', apiToken: 't0ken' },
  },
  {
    provider: 'Google Chat',
    fields: [['webhook_url', /^WebhookのURL/u, 'https://chat.googleapis.com/v1/spaces/A/messages?key=k3y&token=t0ken']],
    body: { webhook_url: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k3y&token=t0ken' },
  },
  {
    provider: 'Discord',
    fields: [['webhook_url', /^WebhookのURL/u, 'https://discord.com/api/webhooks/1/t0ken']],
    body: { webhook_url: 'https://discord.com/api/webhooks/1/t0ken' },
  },
] as const

test.each(dialogs)(
  '$provider: Connect waits for every field, and then connects',
  async ({ provider, fields, body }) => {
    let list = connected()
    let answer: (answer: Answer) => void = () => {}
    const id = provider.toLowerCase().replace(' ', '-')
    const { user, sent } = await open({
      'GET /connections': () => list,
      [`POST /connections/${id}`]: () => new Promise<Answer>((resolve) => (answer = resolve)),
    })
    await user.click(await button(`${provider}に接続`))
    for (const [, label, words] of fields) {
      expect(submit().disabled).toBe(true)
      await user.type(field(label), words)
    }
    expect(submit().disabled).toBe(false)
    await user.clear(field(fields[0][1]))
    await user.type(field(fields[0][1]), '   ')
    expect(submit().disabled).toBe(true)
    await user.clear(field(fields[0][1]))
    await user.type(field(fields[0][1]), fields[0][2])

    await user.click(submit())
    expect((await dialog().findByRole<HTMLButtonElement>('button', { name: /接続中/u })).disabled).toBe(true)
    list = connected([id, 'hinode'])
    await waitFor(() => expect(sent).toContainEqual(expect.objectContaining({ call: `POST /connections/${id}`, body })))
    answer({ status: 200, body: {} })
    expect(await screen.findByText(`${provider}に接続しました`)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await button(`${provider}の接続を解除`)).toBeTruthy()
  },
)

test.each(dialogs)(
  '$provider: a refusal is told in its words, and what was typed stays',
  async ({ provider, fields }) => {
    const id = provider.toLowerCase().replace(' ', '-')
    const { user } = await open({ [`POST /connections/${id}`]: problem(400, 'invalid_input', 'キーが違います') })
    await user.click(await button(`${provider}に接続`))
    for (const [, label, words] of fields) await user.type(field(label), words)
    await user.click(submit())
    expect(await screen.findByText(`${provider}に接続できませんでした`)).toBeTruthy()
    expect(
      dialog()
        .getAllByRole('alert')
        .map(({ textContent }) => textContent),
    ).toEqual([`${provider}に接続できませんでしたキーが違います`])
    for (const [, label, words] of fields) expect(field(label).value).toBe(words)
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toMatch(/k3y|t0ken/u)
  },
)

test('the keys are masked, and no browser fills them in', async () => {
  const { user } = await open()
  await user.click(await button('Jiraに接続'))
  expect(field(/^メールアドレス/u).type).toBe('email')
  expect(field(/^APIトークン/u).type).toBe('password')
  expect(field(/^APIトークン/u).autocomplete).toBe('off')
  const help = dialog().getByRole('link', { name: 'APIトークンの取得方法' })
  expect(help.getAttribute('href')).toBe('https://id.atlassian.com/manage-profile/security/api-tokens')
})

test.each([
  ['Google Chat', 'developers.google.com/workspace/chat', 'このスペースに届きます'],
  ['Discord', 'support.discord.com', 'このチャンネルに届きます'],
])('the address of a webhook of %s is masked: whoever has it can post there', async (provider, site, where) => {
  const { user } = await open()
  await user.click(await button(`${provider}に接続`))
  expect(field(/^WebhookのURL/u).type).toBe('password')
  expect(dialog().getByText(where, { exact: false })).toBeTruthy()
  const help = dialog().getByRole('link', { name: 'Webhookの作り方' })
  expect(help.getAttribute('href')).toContain(site)
})

test('a mistyped e-mail is refused before anything is sent', async () => {
  const { user, calls } = await open()
  await user.click(await button('Jiraに接続'))
  await user.type(field(/^ドメイン/u), 'hinode.atlassian.net')
  await user.type(field(/^メールアドレス/u), 'misaki')
  await user.type(field(/^APIトークン/u), 't0ken')
  await user.click(submit())
  expect(dialog().getByText('有効なメールアドレスを入力してください')).toBeTruthy()
  expect(document.activeElement).toBe(field(/^メールアドレス/u))
  expect(calls()).not.toContain('POST /connections/jira')
})

test('a dialog is left by Cancel without a word to the server', async () => {
  const { user, calls } = await open()
  await user.click(await button('Backlogに接続'))
  await user.click(dialog().getByRole('button', { name: 'キャンセル' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls().filter((call) => !call.startsWith('GET'))).toEqual([])
})

test('a picture that went with the account is gone from the page', async () => {
  const picture = 'https://github.example/misaki.png'
  let user_ = { ...me, github_avatar_url: picture as string | null }
  const { user } = await open({
    'GET /users/me': () => ({ status: 200, body: user_ }),
    'GET /connections': connected(['github', '@misaki']),
    'DELETE /connections/github': () => {
      user_ = { ...user_, github_avatar_url: null }
      return { status: 204 }
    },
  })
  expect(document.querySelector(`img[src="${picture}"]`)).toBeTruthy()
  await user.click(await button('GitHubの接続を解除'))
  await waitFor(() => expect(document.querySelector(`img[src="${picture}"]`)).toBeNull())
})
