import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { EmailProof } from '#contract/email-proof.ts'
import { type Answer, type Answers, openApp, problem, tokenFor } from '../../testing/app.tsx'

const heading = (name: string) => screen.findByRole('heading', { name })
const button = (name: string) => screen.findByRole('button', { name })
const check = 'POST /auth/email-proof/check'
const press = 'POST /auth/email-proof'
const disown = 'POST /auth/email-proof/disown'
type Open = Extract<EmailProof, { status: 'open' }>
const proof = (parts: Partial<Open> = {}): Answer => ({
  status: 200,
  body: {
    status: 'open',
    kind: 'sign-up',
    email: 'naoki@hinode.example',
    name: '早川 直樹',
    begun_here: false,
    existing: null,
    ...parts,
  } satisfies Open,
})
const confirmed: Answer = { status: 200, body: { status: 'confirmed' } }
const open = (answers: Answers, path = '/email-proof?token=abc') => openApp(path, answers)
const calls = (sent: { call: string }[]) => sent.map(({ call }) => call).filter((call) => call.includes('email-proof'))

test.each([
  [{ kind: 'sign-up', begun_here: true }, '確認してログイン', /このブラウザから/u],
  [{ kind: 'sign-up', begun_here: false }, '確認する', /別のブラウザから.*パスワードを設定します/u],
  [{ kind: 'account' }, '確認する', /アカウントを作成しました/u],
  [{ kind: 'new-address' }, '確認する', /に変えようとしています/u],
] as const)(
  'the confirmation page names person and address, and changes nothing before a press (%j; E1.03)',
  async (parts, name, words) => {
    const { sent } = await open({ [check]: proof(parts) })
    await button(name)
    const lead = screen.getByText(words)
    expect(lead.textContent).toContain('早川 直樹')
    expect(lead.textContent).toContain('naoki@hinode.example')
    expect(calls(sent)).toEqual([check])
    expect(localStorage).toHaveLength(0)
  },
)

test('confirming the address in the browser of the sign-up signs the person in', async () => {
  const { user } = await open({
    [check]: proof({ begun_here: true }),
    [press]: { status: 200, body: { access_token: tokenFor(900), refresh_token: 'first' } },
  })
  await user.click(await button('確認してログイン'))
  await screen.findByRole('button', { name: /佐伯 美咲/u })
  expect(location.pathname).toBe('/')
  expect(localStorage.getItem('refresh_token')).toBe('first')
})

test('confirming the address in another browser asks for a new password', async () => {
  const { sent, user } = await open({
    [check]: proof(),
    [press]: { status: 200, body: { password_token: 'to-set' } },
    'POST /auth/password-reset/check': { status: 204 },
  })
  await user.click(await button('確認する'))
  await waitFor(() => expect(location.pathname).toBe('/password-reset'))
  await waitFor(() => expect(sent.at(-1)!.call).toBe('POST /auth/password-reset/check'))
  expect(sent).toContainEqual(
    expect.objectContaining({ call: 'POST /auth/password-reset/check', body: { token: 'to-set' } }),
  )
})

const existing = { team: '予約プロダクト', last_used: '2026-11-20', is_kept: false }

test('the confirmation page names the account that a press would close, and offers its login', async () => {
  await open({ [check]: proof({ existing }) })
  const login = await screen.findByRole('link', { name: '自分のアカウントなのでログインする' })
  expect(login.getAttribute('href')).toBe('/login')
  expect(screen.getByText(/チーム「予約プロダクト」.*11月20日.*使えなくなります/u)).toBeTruthy()
  await button('それでも新しいアカウントを作成')
})

test('an account that keeps the address cannot be replaced by a new sign-up', async () => {
  await open({ [check]: proof({ existing: { ...existing, is_kept: true } }) })
  await screen.findByText(/このアカウントは置き換えられません/u)
  expect(screen.queryByRole('button', { name: /作成/u })).toBeNull()
  expect(screen.getByRole('link', { name: '自分のアカウントなのでログインする' })).toBeTruthy()
})

test('a press confirms the address if the browser is signed in to the account', async () => {
  const { user } = await open({ [check]: proof({ kind: 'known-account', existing }), [press]: { status: 204 } })
  await screen.findByText(/チーム「予約プロダクト」.*新しい登録は削除されます/u)
  await user.click(await button('確認する'))
  await heading('メールアドレスを確認しました')
})

test("after an account's address was confirmed, the login opens with the address filled in", async () => {
  const { sent, user } = await open({ [check]: proof({ kind: 'account' }), [press]: { status: 204 } })
  await user.click(await button('確認する'))
  await heading('メールアドレスを確認しました')
  expect(sent.at(-1)).toMatchObject({ call: press, body: { token: 'abc' } })
  await user.click(screen.getByRole('link', { name: 'ログインする' }))
  expect((await screen.findByLabelText<HTMLInputElement>('メールアドレス')).value).toBe('naoki@hinode.example')
})

test('a confirmed new address refetches the signed-in member', async () => {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const { sent, user } = await open({ [check]: proof({ kind: 'new-address' }), [press]: { status: 204 } })
  await user.click(await button('確認する'))
  await heading('メールアドレスを確認しました')
  await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /users/me')).toHaveLength(2))
  expect(screen.getByRole('link', { name: 'Asakaiを開く' }).getAttribute('href')).toBe('/')
})

test.each([
  ['sign-up', '登録を削除しました'],
  ['account', 'このアカウントには誰もログインできなくなりました'],
  ['new-address', '変更を取りやめました'],
] as const)('the button “it wasn’t me” says what it has done (%s)', async (kind, title) => {
  const { sent, user } = await open({ [check]: proof({ kind }), [disown]: { status: 204 } })
  await user.click(await button('心当たりがない'))
  await heading(title)
  expect(calls(sent)).toEqual([check, disown])
})

test('a used confirmation link says that the address is confirmed, and offers the next step', async () => {
  await open({ [check]: confirmed })
  await heading('確認は済んでいます')
  expect(screen.getByRole('link', { name: 'ログインする' }).getAttribute('href')).toBe('/login')
})

test('the address is shown as confirmed even if the response to the press was lost', async () => {
  const answers = [proof(), confirmed]
  const { user } = await open({ [check]: () => answers.shift()!, [press]: problem(400, 'link_invalid', '無効です。') })
  await user.click(await button('確認する'))
  await heading('確認は済んでいます')
})

test.each(['/email-proof?token=old', '/email-proof'])(
  'an invalid link to confirm an address says that it cannot be used: %s',
  async (path) => {
    await open({ [check]: problem(400, 'link_invalid', '無効です。') }, path)
    await heading('このリンクは使えません')
  },
)

test('an address that could not be confirmed shows the reason, and allows another attempt', async () => {
  let answer: Answer = problem(409, 'email_taken', 'このメールアドレスは使われています。')
  const { user } = await open({ [check]: proof(), [press]: () => answer })
  await user.click(await button('確認する'))
  expect((await screen.findByRole('alert')).textContent).toContain('このメールアドレスは使われています。')
  answer = { status: 204 }
  await user.click(await button('確認する'))
  await heading('メールアドレスを確認しました')
})

test("a press loads the confirmation link's details again if the server was unavailable", async () => {
  let answer: Answer = problem(503, 'database_unavailable', '少し待ってください。')
  const { user } = await open({ [check]: () => answer })
  await heading('メールアドレスを確認できませんでした')
  answer = proof()
  await user.click(await button('もう一度試す'))
  await button('確認する')
})
