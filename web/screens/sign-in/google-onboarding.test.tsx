import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UserEvent } from '@testing-library/user-event'
import { type Answer, type Answers, openApp, problem, tokenFor } from '../../testing/app.tsx'
import { googleUser } from '../../testing/google-user.ts'

const proven: Answer = { status: 200, body: { onboarding: true } }
const labels = ['姓', '名', '表示名', 'パスワード', 'パスワード(確認)'] as const
const field = (label: (typeof labels)[number]) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label.replaceAll(/[()]/gu, '\\$&')}(?:任意|8文字以上)?$`, 'u'))
const sentence = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent
const toast = async (text: string) => within(await screen.findByRole('region', { name: 'お知らせ' })).findByText(text)
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'アカウントを作成' }))

async function open(answers: Answers = {}, kept: unknown = googleUser) {
  sessionStorage.setItem('asakai_google_user', JSON.stringify(kept))
  return openApp('/google/onboard', { 'POST /auth/google/onboarding-check': proven, ...answers })
}
async function openForm(answers: Answers = {}) {
  const app = await open(answers)
  await screen.findByRole('heading', { name: 'アカウントを設定' })
  const sentWith = () => app.sent.filter(({ call }) => call === 'POST /users/google/onboarding').map(({ body }) => body)
  return { ...app, sentWith }
}
async function fill(user: UserEvent, password = 'secret1234', again = password) {
  if (password) await user.type(field('パスワード'), password)
  if (again) await user.type(field('パスワード(確認)'), again)
  await user.click(screen.getByRole('checkbox'))
}

test('the form shows the Google account, and fills in its names', async () => {
  await openForm()
  expect(screen.getByText('早川 直樹').tagName).toBe('DD')
  expect(screen.getByText('naoki@hinode.example').tagName).toBe('DD')
  expect(document.querySelector(`img[src="${googleUser.google_avatar_url}"]`)).toBeTruthy()
  expect(labels.map((label) => field(label).value)).toEqual(['早川', '直樹', '早川 直樹', '', ''])
  expect(document.activeElement).toBe(field('パスワード'))
})

test('the form for a Google account creates the account, and opens the home page', async () => {
  const access_token = tokenFor(900)
  const { user, sentWith } = await openForm({
    'POST /users/google/onboarding': { status: 200, body: { access_token, refresh_token: 'first' } },
  })
  await user.clear(field('表示名'))
  await user.type(field('表示名'), 'ナオ')
  await fill(user)
  await submit(user)
  expect(await toast('オンボーディングが完了しました')).toBeTruthy()
  await screen.findByRole('button', { name: /佐伯 美咲/u })
  expect(location.pathname).toBe('/')
  expect(localStorage.getItem('daily_standup_token')).toBe(access_token)
  expect(sessionStorage.getItem('asakai_google_user')).toBeNull()
  expect(sentWith()).toEqual([
    {
      family_name: '早川',
      first_name: '直樹',
      preferred_name: 'ナオ',
      password: 'secret1234',
      confirm_password: 'secret1234',
      google_id: googleUser.google_id,
      email: googleUser.email,
      google_avatar_url: googleUser.google_avatar_url,
      google_user_name: '早川 直樹',
      time_zone: 'Asia/Tokyo',
    },
  ])
})

test.each(['姓', '名'] as const)('the form for a Google account refuses a blank %s', async (label) => {
  const { user, sentWith } = await openForm()
  await fill(user)
  await user.clear(field(label))
  await user.type(field(label), ' ')
  await submit(user)
  expect(sentence(field(label))).toBe('入力してください')
  expect(document.activeElement).toBe(field(label))
  expect(sentWith()).toEqual([])
})

test.each([
  { chosen: '', again: '', label: 'パスワード', wrong: '入力してください' },
  { chosen: 'secret1', again: 'secret1', label: 'パスワード', wrong: 'あと1文字必要です' },
  { chosen: 'secret1234', again: 'secret1235', label: 'パスワード(確認)', wrong: 'パスワードが一致しません' },
] as const)(
  'the password "$chosen" with the confirmation "$again" is refused for a Google account',
  async ({ chosen, again, label, wrong }) => {
    const { user, sentWith } = await openForm()
    await fill(user, chosen, again)
    await submit(user)
    expect(sentence(field(label))).toBe(wrong)
    expect(document.activeElement).toBe(field(label))
    expect(sentWith()).toEqual([])
  },
)

test('no Google account is created without accepted terms', async () => {
  const { user, sentWith } = await openForm()
  await fill(user)
  await user.click(screen.getByRole('checkbox'))
  await submit(user)
  expect(await screen.findByText('利用規約への同意が必要です')).toBeTruthy()
  expect(sentWith()).toEqual([])
})

test.each([
  [problem(500, 'internal', '問題が起きました。'), '問題が起きました。お問い合わせ番号 3f9a0c7be412'],
  [problem(409, 'email_taken', 'すでに登録されています。'), 'すでに登録されています。'],
  [{ status: 200, body: {} }, ''],
])('the form keeps the typed text if creating the Google account fails', async (answer, reason) => {
  const { user } = await openForm({ 'POST /users/google/onboarding': answer })
  await fill(user)
  await submit(user)
  const failure = await within(screen.getByRole('main')).findByRole('alert')
  expect(failure.textContent).toBe(`オンボーディングに失敗しました。もう一度お試しください。${reason}`)
  expect(labels.map((label) => field(label).value)).toEqual(['早川', '直樹', '早川 直樹', 'secret1234', 'secret1234'])
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
})

test('a Google account whose first response was lost is opened with the typed password', async () => {
  const refusals = [{ status: 504 }, problem(409, 'email_taken', 'すでに登録されています。')]
  const tokens = { access_token: tokenFor(3_600), refresh_token: 'refresh' }
  const { user } = await openForm({
    'POST /users/google/onboarding': () => refusals.shift()!,
    'POST /auth/login': { status: 200, body: tokens },
  })
  await fill(user)
  await submit(user)
  await within(screen.getByRole('main')).findByRole('alert')
  await submit(user)
  await waitFor(() => expect(location.pathname).toBe('/'))
})

test("the server's error about a Google account is shown at its field", async () => {
  const { user } = await openForm({
    'POST /users/google/onboarding': problem(400, 'invalid_input', '確認してください。', [
      { field: 'preferred_name', message: '使えない文字が含まれています' },
    ]),
  })
  await fill(user)
  await submit(user)
  await waitFor(() => expect(sentence(field('表示名'))).toBe('使えない文字が含まれています'))
})

const expired = 'Googleの認証の有効期限が切れました。Googleでの登録をやり直してください。'

test('an expired confirmation opens the login with a message', async () => {
  let proof = proven
  const { user } = await openForm({
    'POST /auth/google/onboarding-check': () => proof,
    'POST /users/google/onboarding': () => {
      proof = { status: 200, body: { onboarding: false } }
      return problem(403, 'onboarding_refused', expired)
    },
  })
  await fill(user)
  await submit(user)
  expect(await screen.findByText(expired)).toBeTruthy()
  expect(location.pathname).toBe('/login')
  expect(await toast('オンボーディングに失敗しました。もう一度お試しください。')).toBeTruthy()
})

test.each([
  ['no confirmation', googleUser, { status: 200, body: { onboarding: false } }],
  ['no stored Google account', null, proven],
  ['an invalid stored Google account', { email: 1 }, proven],
])('the login opens instead of the form if there is %s', async (_, kept, answer) => {
  await open({ 'POST /auth/google/onboarding-check': answer }, kept)
  expect(await screen.findByText(expired)).toBeTruthy()
  expect(location.pathname).toBe('/login')
})

test('a failed check of the confirmation is shown, and can be repeated', async () => {
  let answer: (answer: Answer) => void = () => {}
  const { user } = await open({
    'POST /auth/google/onboarding-check': () => new Promise<Answer>((resolve) => (answer = resolve)),
  })
  expect(await screen.findByText('Googleの認証を確認しています')).toBeTruthy()
  answer({ status: 503, body: {} })
  await screen.findByText('Googleの認証を確認できませんでした')
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }))
  answer(proven)
  expect(await screen.findByRole('heading', { name: 'アカウントを設定' })).toBeTruthy()
})

test('a signed-in member is redirected from the form for a Google account', async () => {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  await open()
  await screen.findByRole('button', { name: /佐伯 美咲/u })
  expect(location.pathname).toBe('/')
})

test('changed names survive a reload for the same Google account only (E5.17)', async () => {
  const { user } = await openForm()
  await user.type(field('表示名'), 'さん')
  await fill(user)
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('secret1234')
  cleanup()
  await openForm()
  expect(labels.map((label) => field(label).value)).toEqual(['早川', '直樹', '早川 直樹さん', '', ''])
  cleanup()
  await open({}, { ...googleUser, google_id: 'somebody-else' })
  await screen.findByRole('heading', { name: 'アカウントを設定' })
  expect(field('表示名').value).toBe('早川 直樹')
})
