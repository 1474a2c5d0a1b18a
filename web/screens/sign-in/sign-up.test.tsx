import { cleanup, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Answer, openApp, problem, tokenFor } from '../../testing/app.tsx'

const whole = {
  姓: '佐伯',
  名: '美咲',
  表示名: '',
  メールアドレス: 'misaki@hinode.example',
  パスワード: 'abcdefghij',
}
type Fields = typeof whole

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`, 'u'))
const terms = () => screen.getByRole<HTMLInputElement>('checkbox')
const sentence = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'アカウントを作成' }))

const tokens = { access_token: tokenFor(3_600), refresh_token: 'refresh' }

async function open(answer: Answer | (() => Promise<Answer>) = { status: 201 }, login: Answer = { status: 503 }) {
  const opened = await openApp('/signup', { 'POST /onboarding': answer, 'POST /auth/login': login })
  await screen.findByRole('heading', { name: 'アカウントを作成' })
  return { ...opened, registered: () => opened.sent.filter(({ call }) => call === 'POST /onboarding') }
}

async function fill(user: UserEvent, changed: Partial<Fields> = {}) {
  for (const [label, text] of Object.entries({ ...whole, ...changed })) if (text) await user.type(field(label), text)
  await user.click(terms())
}

test('a sign-up signs in with the typed password, and opens the day (E1.01)', async () => {
  const { registered, sent, user } = await open({ status: 201 }, { status: 200, body: tokens })
  await fill(user)
  await submit(user)
  expect(await screen.findByText('アカウントの作成が完了しました')).toBeTruthy()
  await screen.findByRole('button', { name: /佐伯 美咲/u })
  expect(location.pathname).toBe('/')
  expect(sent.find(({ call }) => call === 'POST /auth/login')?.body).toEqual({
    username: 'misaki@hinode.example',
    password: 'abcdefghij',
  })
  expect(registered()).toHaveLength(1)
})

test('a sign-up opens the login with the email filled in if the sign-in fails', async () => {
  const { registered, user } = await open()
  await fill(user)
  await submit(user)
  expect(await screen.findByText('アカウントの作成が完了しました')).toBeTruthy()
  await screen.findByRole('heading', { name: 'おはようございます' })
  expect(location.pathname).toBe('/login')
  expect(field('メールアドレス').value).toBe('misaki@hinode.example')
  expect(document.activeElement).toBe(field('パスワード'))
  expect(registered().map(({ body }) => body)).toEqual([
    {
      family_name: '佐伯',
      first_name: '美咲',
      preferred_name: '',
      email: 'misaki@hinode.example',
      password: 'abcdefghij',
      time_zone: 'Asia/Tokyo',
    },
  ])
})

test.each([
  ['opens the account with the typed password', { status: 200, body: tokens }, '/'],
  ['names the taken address if the password is of another account', { status: 401 }, '/signup'],
])('a sign-up whose first response was lost %s', async (_outcome, login, path) => {
  const answers = [
    { status: 504 },
    problem(409, 'email_taken', '登録済みです', [{ field: 'email', message: '登録済みです' }]),
  ]
  const { user } = await open(async () => answers.shift()!, login)
  await fill(user)
  await submit(user)
  expect(await screen.findByText(/登録に失敗しました/u)).toBeTruthy()
  await submit(user)
  if (path === '/') await screen.findByRole('button', { name: /佐伯 美咲/u })
  else expect(await screen.findByText('登録済みです')).toBeTruthy()
  expect(location.pathname).toBe(path)
})

test('a sign-up is sent without the time zone if the server does not know it (E1.10)', async () => {
  const refused = problem(400, 'invalid_input', '', [{ field: 'time_zone', message: '正しくありません' }])
  const answers = [refused, { status: 201 }]
  const { registered, user } = await open(async () => answers.shift()!)
  await fill(user)
  await submit(user)
  expect(await screen.findByText('アカウントの作成が完了しました')).toBeTruthy()
  expect(registered().map(({ body }) => 'time_zone' in (body as object))).toEqual([true, false])
})

test.each([
  ...['姓', '名', 'メールアドレス', 'パスワード'].map((label): [string, string, string] => [
    label,
    '',
    '入力してください',
  ]),
  ['メールアドレス', 'abc', '有効なメールアドレスを入力してください'],
  ['パスワード', 'abcdefghi', 'あと1文字必要です'],
])('the sign-up field %s refuses the value "%s"', async (label, text, wrong) => {
  const { registered, user } = await open()
  await fill(user, { [label]: text })
  await submit(user)
  expect(sentence(field(label))).toBe(wrong)
  expect(field(label).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field(label))
  expect(registered()).toEqual([])
})

test('the sign-up requires the terms to be accepted', async () => {
  const { registered, user } = await open()
  await fill(user)
  await user.click(terms())
  await submit(user)
  expect(sentence(terms())).toBe('利用規約への同意が必要です')
  await user.click(terms())
  expect(sentence(terms())).toBeUndefined()
  await submit(user)
  await waitFor(() => expect(registered()).toHaveLength(1))
})

test('the sign-up counts the characters that a password still needs, without an error', async () => {
  const { user } = await open()
  await user.type(field('パスワード'), 'abcdefg')
  expect(sentence(field('パスワード'))).toBe('あと3文字必要です')
  expect(field('パスワード').getAttribute('aria-invalid')).toBeNull()
  await user.tab()
  expect(field('パスワード').getAttribute('aria-invalid')).toBe('true')
  await user.type(field('パスワード'), 'h')
  expect(sentence(field('パスワード'))).toBe('あと2文字必要です')
  await user.type(field('パスワード'), '😀')
  expect(sentence(field('パスワード'))).toBe('あと1文字必要です')
  await user.type(field('パスワード'), 'j')
  expect(sentence(field('パスワード'))).toBeUndefined()
})

test('the sign-up shows the name that will be on the reports', async () => {
  const { user } = await open()
  await user.type(field('姓'), '佐伯')
  await user.type(field('名'), '美咲')
  expect(field('表示名').placeholder).toBe('佐伯 美咲')
})

test.each([
  ['a taken email', problem(409, 'email_taken', 'すでに登録されています。'), 'メールアドレス'],
  ['a foreign domain', problem(403, 'email_domain_refused', '登録できません。'), 'メールアドレス'],
  [
    'a value that only the server rejects',
    problem(400, 'invalid_input', '確認してください。', [{ field: 'family_name', message: '使えません' }]),
    '姓',
  ],
])('the sign-up shows the error about %s at its field, and keeps the typed text', async (_, answer, label) => {
  const { user } = await open(answer)
  await fill(user)
  await submit(user)
  await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'))
  expect(sentence(field(label))).toBeTruthy()
  for (const [name, text] of Object.entries(whole)) expect(field(name).value).toBe(text)
  expect(terms().checked).toBe(true)
})

test.each([
  ['a server error', problem(500, 'internal', '問題が起きました。'), '登録に失敗しました。もう一度お試しください。'],
  [
    'no response',
    () => Promise.reject(new TypeError('Failed to fetch')),
    '登録に失敗しました。もう一度お試しください。',
  ],
  ['too many attempts', problem(429, 'too_many_attempts', '試行が多すぎます。'), '試行が多すぎます。'],
])('the sign-up shows the error after %s in the form, and keeps the typed text', async (_, answer, text) => {
  const { user } = await open(answer)
  await fill(user)
  await submit(user)
  expect((await screen.findByText(text)).closest('form [role=alert]')).toBeTruthy()
  expect(field('パスワード').value).toBe('abcdefghij')
  expect(location.pathname).toBe('/signup')
})

test('the sign-up opens the terms in a new tab, and links to the login', async () => {
  const { user } = await open()
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^利用規約/u })
  expect([new URL(link.href).pathname, link.target, link.rel]).toEqual(['/licence', '_blank', 'noopener'])
  await user.click(await screen.findByRole('button', { name: 'Googleで登録' }))
  expect(await screen.findByText(/^Googleでのログインは/u)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'ログイン' }))
  await screen.findByRole('heading', { name: 'おはようございます' })
})

test('the sign-up opens Google if it is set up, and shows its failure', async () => {
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  let answer = problem(503, 'provider_unavailable', 'Googleが応答しません。')
  const { user } = await openApp('/signup', {
    'GET /deployment': { status: 200, body: { sign_up: 'join', mail: true, providers: ['google'] } },
    'GET /auth/google/login-url': () => answer,
  })
  const google = await screen.findByRole<HTMLButtonElement>('button', { name: 'Googleで登録' })
  await waitFor(() => expect(google.disabled).toBe(false))
  await user.click(google)
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Googleサインアップに失敗しましたGoogleが応答しません。お問い合わせ番号 \w+$/u,
  )
  answer = { status: 200, body: { auth_url: 'https://accounts.example.com/' } }
  await user.click(google)
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://accounts.example.com/'))
  expect(screen.queryByText('Googleが応答しません。')).toBeNull()
})

test('a closed sign-up says that only invited people can sign up', async () => {
  const { user } = await openApp('/signup', {
    'GET /deployment': { status: 200, body: { sign_up: 'closed', mail: true, providers: [] } },
  })
  expect(await screen.findByRole('heading', { name: 'アカウントの作成には招待が必要です' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'ログインへ戻る' }))
  await screen.findByRole('heading', { name: 'おはようございます' })
})

const unproven: Answer = { status: 201, body: { is_active: false } }

test('the sign-up says that the account needs the emailed link, and sends the link again', async () => {
  const { registered, user } = await open(unproven)
  await fill(user)
  await submit(user)
  await screen.findByRole('heading', { name: 'メールを確認してください' })
  expect(screen.getByText(/misaki@hinode\.example/u)).toBeTruthy()
  expect(location.pathname).toBe('/signup')

  await user.click(screen.getByRole('button', { name: 'もう一度送る' }))
  expect(await screen.findByText('リンクをもう一度送りました。以前のリンクは使えなくなりました。')).toBeTruthy()
  expect(registered()).toHaveLength(2)

  await user.click(screen.getByRole('button', { name: '入力内容を修正する' }))
  expect(field('メールアドレス').value).toBe('misaki@hinode.example')
  expect(field('姓').value).toBe('佐伯')
})

test('the sign-up lists the other sign-ins if its form is closed', async () => {
  await openApp('/signup', {
    'GET /deployment': {
      status: 200,
      body: { sign_up: 'join', sign_up_form: 'unavailable', mail: false, providers: ['google'] },
    },
  })
  expect(await screen.findByText(/フォームからは登録できません/u)).toBeTruthy()
  expect(screen.queryByLabelText('メールアドレス')).toBeNull()
  expect(screen.getByRole('button', { name: 'Googleで登録' })).toBeTruthy()
})

test('the first person on a closed server is told that they are the first', async () => {
  await openApp('/signup', {
    'GET /deployment': { status: 200, body: { sign_up: 'first', sign_up_form: 'at-once', mail: true, providers: [] } },
  })
  expect(await screen.findByText('最初のアカウントを作成します。2人目からは、招待を受けて参加します。')).toBeTruthy()
  expect(field('姓')).toBeTruthy()
})

test('the English sign-up puts the given name first', async () => {
  const { sent, user } = await openApp('/signup', { 'POST /onboarding': { status: 201 } }, 'en')
  await screen.findByRole('checkbox')
  const controls = screen.getAllByRole<HTMLInputElement>('textbox')
  expect(controls.map(({ autocomplete }) => autocomplete)).toEqual(['given-name', 'family-name', 'nickname', 'email'])
  expect(document.activeElement).toBe(controls[0])
  const words = ['John', 'Smith', '', 'john@example.com']
  for (const [index, text] of words.entries()) if (text) await user.type(controls[index]!, text)
  expect(controls[2]!.placeholder).toBe('John Smith')
  await user.type(document.querySelector('input[type=password]')!, 'abcdefghij')
  await user.click(terms())
  await user.click(document.querySelector('button[type=submit]')!)
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /onboarding')?.body).toMatchObject({
      first_name: 'John',
      family_name: 'Smith',
      preferred_name: 'John Smith',
    }),
  )
})

const names = ['姓', '名', '表示名', 'メールアドレス'] as const
const typedNames = () => names.map((label) => field(label).value)

test('typed names and email survive a reload of the sign-up, but no password (E5.17)', async () => {
  const { user } = await open()
  await fill(user, { 表示名: 'みさき' })
  expect(JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])).not.toContain(whole.パスワード)
  cleanup()
  await open()
  expect(typedNames()).toEqual(['佐伯', '美咲', 'みさき', 'misaki@hinode.example'])
  expect(field('パスワード').value).toBe('')
  expect(terms().checked).toBe(false)
})

test('typed names and email of a sign-up are forgotten after a sign-in (E5.17)', async () => {
  const { user } = await open({ status: 201 }, { status: 200, body: tokens })
  await fill(user)
  await submit(user)
  await screen.findByRole('button', { name: /佐伯 美咲/u })
  cleanup()
  localStorage.clear()
  await open()
  expect(typedNames()).toEqual(['', '', '', ''])
})
