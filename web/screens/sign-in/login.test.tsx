import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { deployment } from '#contract/testing/deployment.ts'
import { type Answer, openApp, problem, tokenFor } from '../../testing/app.tsx'
import { dispatch } from '../../testing/show.tsx'

const email = () => screen.findByLabelText<HTMLInputElement>('メールアドレス')
const password = () => screen.getByLabelText<HTMLInputElement>('パスワード')
const submit = () => screen.getByRole('button', { name: 'ログイン' })
const sentence = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

test('a login with email and password stores the tokens and opens the home page', async () => {
  const access = tokenFor(900)
  const { sent, user } = await openApp('/login', {
    'POST /auth/login': { status: 200, body: { access_token: access, refresh_token: 'first' } },
  })
  await user.type(await email(), ' Ｍisaki＠hinode．example ')
  await user.type(password(), ' with spaces ')
  await user.click(submit())
  await screen.findByRole('button', { name: /佐伯 美咲/u })
  expect(location.pathname).toBe('/')
  expect(sent).toContainEqual(
    expect.objectContaining({
      call: 'POST /auth/login',
      body: { username: 'Misaki@hinode.example', password: ' with spaces ' },
    }),
  )
  expect(localStorage.getItem('daily_standup_token')).toBe(access)
  expect(localStorage.getItem('refresh_token')).toBe('first')
})

test.each([
  ['', '', '入力してください', '入力してください'],
  ['abc', 'secret', '有効なメールアドレスを入力してください', undefined],
  ['name@example', 'secret', '有効なメールアドレスを入力してください', undefined],
  ['na me@example.com', 'secret', '有効なメールアドレスを入力してください', undefined],
  ['name@example.com', '', undefined, '入力してください'],
])('the login refuses the email "%s" with the password "%s"', async (address, secret, wrongEmail, wrongPassword) => {
  const { sent, user } = await openApp('/login')
  if (address) await user.type(await email(), address)
  await email()
  if (secret) await user.type(password(), secret)
  await user.click(submit())
  expect(sentence(await email())).toBe(wrongEmail)
  expect(sentence(password())).toBe(wrongPassword)
  expect(document.activeElement).toBe(wrongEmail ? await email() : password())
  expect(sent.map(({ call }) => call)).not.toContain('POST /auth/login')
})

test('the login links to the guide', async () => {
  await openApp('/login')
  await email()
  expect(screen.getByRole('link', { name: 'ヘルプ' }).getAttribute('href')).toBe('/help')
})

test('the error of a login field disappears when the field is edited', async () => {
  const { user } = await openApp('/login')
  await email()
  await user.click(submit())
  await user.type(await email(), 'a')
  expect((await email()).getAttribute('aria-invalid')).toBeNull()
  expect(password().getAttribute('aria-invalid')).toBe('true')
})

test.each([
  ['a wrong password', problem(401, 'login_failed', 'メールアドレスかパスワードが違います。'), /違います/u],
  ['too many attempts', problem(429, 'too_many_attempts', '試行が多すぎます。'), /多すぎます/u],
])('the login shows the error about %s until the next edit', async (_, answer, reason) => {
  const { user } = await openApp('/login', { 'POST /auth/login': answer })
  await user.type(await email(), 'misaki@hinode.example')
  await user.type(password(), 'wrong{Enter}')
  expect(await screen.findByText('ログインに失敗しました')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toMatch(reason)
  expect([(await email()).value, password().value]).toEqual(['misaki@hinode.example', 'wrong'])
  await user.type(password(), '!')
  expect(screen.queryByText('ログインに失敗しました')).toBeNull()
})

test('the login counts down the seconds of a rate limit, and names other sign-ins (E1.13)', async () => {
  const { user } = await openApp('/login', {
    'POST /auth/login': {
      ...problem(429, 'too_many_attempts', '試行が多すぎます。'),
      headers: { 'retry-after': '872' },
    },
  })
  await user.type(await email(), 'misaki@hinode.example')
  await user.type(password(), 'wrong{Enter}')
  expect((await screen.findByRole('timer')).textContent).toMatch(/^あと14:3[0-2]でもう一度試せます/u)
  expect(screen.getByText(/パスキーか、以前にログインしたことのある/u)).toBeTruthy()
  await user.type(password(), '!')
  expect(screen.getByRole('timer')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'メールでパスワードを再設定' }))
  expect(location.pathname).toBe('/password-reset')
  expect((await email()).value).toBe('misaki@hinode.example')
})

test('the login says when a rate limit is over', async () => {
  const { user } = await openApp('/login', {
    'GET /deployment': { status: 200, body: deployment({ mail: false, channels: [] }) },
    'POST /auth/login': { ...problem(429, 'too_many_attempts', '試行が多すぎます。'), headers: { 'retry-after': '1' } },
  })
  await user.type(await email(), 'misaki@hinode.example')
  await user.type(password(), 'wrong{Enter}')
  expect(await screen.findByRole('timer')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'メールでパスワードを再設定' })).toBeNull()
  expect(await screen.findByText('もう一度ログインできます。', undefined, { timeout: 5_000 })).toBeTruthy()
})

test('the login shows a reference number for server errors only', async () => {
  let answer = problem(500, 'internal', '問題が起きました。')
  const { user } = await openApp('/login', { 'POST /auth/login': () => answer })
  await user.type(await email(), 'misaki@hinode.example')
  await user.type(password(), 'abcdefghij{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/お問い合わせ番号 3f9a0c7be412$/u)
  answer = problem(401, 'login_failed', '違います。')
  await user.type(password(), '!{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/違います。$/u)
})

test('the login says that the server cannot be reached if there is no response', async () => {
  const { user } = await openApp('/login', {
    'POST /auth/login': () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await user.type(await email(), 'misaki@hinode.example')
  await user.type(password(), 'abcdefghij{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^ログインに失敗しました.*通信状態を確認/u)
})

test('the login sends one request, however often the button is pressed', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const { sent, user } = await openApp('/login', {
    'POST /auth/login': () => answered.then(() => problem(401, 'login_failed', '違います。')),
  })
  await user.type(await email(), 'misaki@hinode.example')
  await user.type(password(), 'abcdefghij{Enter}{Enter}')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /ログイン中…/u }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  answer()
  await screen.findByRole('alert')
  expect(sent.filter(({ call }) => call === 'POST /auth/login')).toHaveLength(1)
})

test('the member stays signed out if their data cannot be loaded after the login', async () => {
  const { user } = await openApp('/login', {
    'POST /auth/login': { status: 200, body: { access_token: tokenFor(900), refresh_token: 'first' } },
    'GET /users/me': problem(503, 'database_unavailable', '少し待ってください。'),
  })
  await user.type(await email(), 'misaki@hinode.example')
  await user.type(password(), 'abcdefghij{Enter}')
  await screen.findByText('ログインに失敗しました')
  expect(localStorage.getItem('daily_standup_token')).toBeNull()
})

const offering = (...providers: string[]) => ({ status: 200, body: { sign_up: 'join', mail: true, providers } })
const providerButton = (provider: string) =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: `${provider}でログイン` })
    expect(button.disabled).toBe(false)
    return button
  })

test.each(['Google', 'GitHub'])('the login says that %s is not set up, without a request', async (provider) => {
  const { sent, user } = await openApp('/login')
  await user.click(await providerButton(provider))
  const said = await screen.findByText(new RegExp(`^${provider}でのログインは.*設定されていません`, 'u'))
  expect(said.closest('[aria-live=polite]')).toBeTruthy()
  expect(sent.map(({ call }) => call)).toEqual(['GET /deployment'])
})

test('the login of an empty server links to the setup instructions for an unset provider', async () => {
  const { status, body } = offering()
  const { user } = await openApp('/login', { 'GET /deployment': { status, body: { ...body, has_accounts: false } } })
  await user.click(await providerButton('Google'))
  expect(await screen.findByText(/まだ設定されていません。.*運用者ハンドブック/u)).toBeTruthy()
})

test('the login shows configured providers above the form, and the others below it', async () => {
  await openApp('/login', { 'GET /deployment': offering('github') })
  const [github, form, google] = [await providerButton('GitHub'), submit(), await providerButton('Google')]
  const isAbove = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  expect([isAbove(github, form), isAbove(form, google)]).toEqual([true, true])
  expect(google.closest('p')!.textContent).toBe('未設定のログイン方法Google')
  expect(screen.getByText('またはメールアドレスで')).toBeTruthy()
})

const withCompany = (only: boolean): Record<string, Answer> => ({
  'GET /deployment': {
    status: 200,
    body: { ...offering('oidc', 'google').body, oidc: { name: '日の出ID', only } },
  },
})

test('the login shows the company’s sign-in first, with the name that the operator chose (N2.08)', async () => {
  await openApp('/login', withCompany(false))
  const [company, google] = [await providerButton('日の出ID'), await providerButton('Google')]
  expect(company.compareDocumentPosition(google) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(await email()).toBeTruthy()
})

test('the login shows only the company’s sign-in if no other is allowed', async () => {
  await openApp('/login', withCompany(true))
  await providerButton('日の出ID')
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByLabelText('パスワード')).toBeNull()
  expect(screen.queryByRole('link', { name: 'アカウントを作成' })).toBeNull()
  expect(screen.queryByText('未設定のログイン方法')).toBeNull()
})

test('the sign-up redirects to the login if only the company’s sign-in is allowed', async () => {
  await openApp('/signup', withCompany(true))
  await providerButton('日の出ID')
  expect(location.pathname).toBe('/login')
})

test('the page of an invitation offers the company’s sign-in if it is the only one (E1.17)', async () => {
  await openApp('/invitation?token=x', {
    ...withCompany(true),
    'GET /invitations/verify/x': { status: 200, body: { valid: true } },
    'GET /invitations/info': { status: 200, body: { email: 'a@b.example', team_name: 'x', invited_by: 'y' } },
  })
  await providerButton('日の出ID')
  expect(location.pathname).toBe('/invitation')
})

test('the login starts with the form if no provider is set up', async () => {
  await openApp('/login', { 'GET /deployment': offering() })
  expect((await providerButton('GitHub')).closest('p')!.textContent).toBe('未設定のログイン方法GoogleGitHub')
  expect(screen.queryByText('またはメールアドレスで')).toBeNull()
})

test.each([
  ['Google', 'google'],
  ['GitHub', 'github'],
  ['会社アカウント', 'oidc'],
])('a press on %s opens the provider, and the button is busy until then', async (name, id) => {
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  let answer: (answer: Answer) => void = () => {}
  const { sent, user } = await openApp('/login', {
    'GET /deployment': offering(id),
    [`GET /auth/${id}/login-url`]: () => new Promise<Answer>((resolve) => (answer = resolve)),
  })
  await user.click(await providerButton(name))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`${name}へ移動中…`, 'u') })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(sent.at(-1)!.headers['authorization']).toBeUndefined()
  answer({ status: 200, body: { auth_url: 'https://accounts.example.com/authorise?state=1' } })
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://accounts.example.com/authorise?state=1'))
  expect(button.getAttribute('aria-disabled')).toBe('true')
  dispatch(new Event('pageshow'))
  expect(button.getAttribute('aria-disabled')).toBeNull()
})

test.each([
  ['Google', 'google'],
  ['GitHub', 'github'],
])('the login says that %s is unavailable, with the reason', async (name, id) => {
  const { user } = await openApp('/login', {
    'GET /deployment': offering(id),
    [`GET /auth/${id}/login-url`]: problem(503, 'provider_unavailable', `${name}が応答しません。`),
  })
  await user.click(await providerButton(name))
  const failed = `${name}ログインに失敗しました${name}が応答しません。お問い合わせ番号 3f9a0c7be412`
  expect((await screen.findByRole('alert')).textContent).toBe(failed)
  expect((await providerButton(name)).disabled).toBe(false)
})

test('the login hides the providers until it is known which are set up', async () => {
  let answer: (answer: Answer) => void = () => {}
  await openApp('/login', { 'GET /deployment': () => new Promise<Answer>((resolve) => (answer = resolve)) })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Googleでログイン' })
  expect(button.disabled).toBe(true)
  expect(button.closest('.invisible')).toBeTruthy()
  answer(offering('google'))
  expect((await providerButton('Google')).closest('.invisible')).toBeNull()
})

test('the login shows only the form while the providers cannot be loaded', async () => {
  const answers: Record<string, Answer> = { 'GET /deployment': { status: 500 } }
  await openApp('/login', answers)
  await email()
  await waitFor(() => expect(screen.queryByRole('button', { name: /でログイン$/u })).toBeNull())
  expect(screen.queryByRole('link', { name: 'アカウントを作成' })).toBeNull()
  answers['GET /deployment'] = offering('google')
  dispatch(new Event('online'))
  await providerButton('Google')
  await screen.findByRole('link', { name: 'アカウントを作成' })
})

test('the login says who invites if joining requires an invitation', async () => {
  await openApp('/login', { 'GET /deployment': { status: 200, body: { ...offering().body, sign_up: 'closed' } } })
  await screen.findByText(/チームのメンバーに招待を依頼してください/u)
  expect(screen.queryByRole('link', { name: 'アカウントを作成' })).toBeNull()
})

test('the login links to the sign-up', async () => {
  const { user } = await openApp('/login')
  await user.click(await screen.findByRole('link', { name: 'アカウントを作成' }))
  await screen.findByRole('heading', { name: 'アカウントを作成' })
  expect(location.pathname).toBe('/signup')
})

test('the login offers to reset the password of the typed address if mail is set up', async () => {
  const { user } = await openApp('/login')
  await user.type(await email(), 'misaki@hinode.example')
  await user.click(await screen.findByRole('link', { name: 'パスワードをお忘れの方' }))
  await screen.findByRole('heading', { name: 'パスワードを再設定' })
  expect((await email()).value).toBe('misaki@hinode.example')
})

test('the login offers no password reset if no mail is set up', async () => {
  const { sent } = await openApp('/login', {
    'GET /deployment': { status: 200, body: { sign_up: 'join', mail: false, providers: [] } },
  })
  await email()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByRole('link', { name: 'パスワードをお忘れの方' })).toBeNull()
})

test.each([
  ['begins in the first field', true, 'email'],
  ['does not move if the screen is small', false, null],
])('the focus on the login %s', async (_, room, name) => {
  vi.stubGlobal('matchMedia', () => ({ matches: room }))
  await openApp('/login')
  await email()
  expect(document.activeElement?.getAttribute('name')).toBe(name)
})

test.each([true, false])(
  'the login refers to an administrator for a forgotten password without mail (mail: %s; E1.06)',
  async (mail) => {
    await openApp('/login', { 'GET /deployment': { status: 200, body: { sign_up: 'join', mail, providers: [] } } })
    await email()
    const ask = () => screen.queryByText('パスワードをお忘れの方は、管理者にお問い合わせください。')
    const link = () => screen.queryByRole('link', { name: 'パスワードをお忘れの方' })
    await waitFor(() => expect([ask() === null, link() === null]).toEqual([mail, !mail]))
  },
)
