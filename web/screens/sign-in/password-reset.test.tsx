import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, problem } from '../../testing/app.tsx'

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`, 'u'))
const heading = (name: string) => screen.findByRole('heading', { name })

test('the page sends the email for a new password, and says where to look', async () => {
  const { sent, user } = await openApp('/password-reset', {
    'PUT /auth/password-reset': { status: 204 },
    'POST /auth/password-reset': { status: 204 },
  })
  await user.type(await field('メールアドレス'), ' misaki@hinode.example{Enter}')
  await heading('メールを確認してください')
  expect(screen.getByText(/^misaki@hinode\.example/u)).toBeTruthy()
  expect(sent.at(-1)).toMatchObject({ call: 'POST /auth/password-reset', body: { email: 'misaki@hinode.example' } })
  await user.click(screen.getByRole('button', { name: 'もう一度送る' }))
  expect((await field('メールアドレス')).value).toBe('misaki@hinode.example')
})

test('the page for a new password refuses an invalid email address', async () => {
  const { sent, user } = await openApp('/password-reset')
  await user.type(await field('メールアドレス'), 'abc{Enter}')
  expect(await screen.findByText('有効なメールアドレスを入力してください')).toBeTruthy()
  expect(sent.map(({ call }) => call)).toEqual(['GET /deployment'])
})

test('the page says why the email for a new password could not be sent', async () => {
  const { user } = await openApp('/password-reset', {
    'POST /auth/password-reset': problem(429, 'too_many_attempts', '試行が多すぎます。'),
  })
  await user.type(await field('メールアドレス'), 'misaki@hinode.example{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('メールの送信に失敗しました試行が多すぎます。')
})

test('the page names whom to ask for a new password if the server sends no mail', async () => {
  await openApp('/password-reset', {
    'GET /deployment': { status: 200, body: { sign_up: 'join', mail: false, providers: [] } },
  })
  await heading('メールでの再設定は使えません')
})

test('the form sets the new password with the token of the link', async () => {
  const { sent, user } = await openApp('/password-reset?token=abc', { 'PUT /auth/password-reset': { status: 204 } })
  await user.type(await field('新しいパスワード 8|新しいパスワード8'), 'abcdefgh')
  await user.type(await field('新しいパスワード\\(確認'), 'abcdefgh{Enter}')
  await heading('パスワードを変更しました')
  expect(sent.at(-1)).toMatchObject({
    call: 'PUT /auth/password-reset',
    body: { token: 'abc', new_password: 'abcdefgh', confirm_password: 'abcdefgh' },
  })
  await user.click(screen.getByRole('link', { name: 'ログインする' }))
  await heading('おはようございます')
})

test.each([
  ['abcdefg', 'abcdefg', 'あと1文字必要です'],
  ['abcdefgh', 'abcdefgi', 'パスワードが一致しません'],
  ['abcdefgh', '', '入力してください'],
])('the form refuses the new password "%s" with the confirmation "%s"', async (chosen, repeated, wrong) => {
  const { sent, user } = await openApp('/password-reset?token=abc')
  await user.type(await field('新しいパスワード 8|新しいパスワード8'), chosen)
  await user.type(await field('新しいパスワード\\(確認'), `${repeated}{Enter}`)
  expect(await screen.findByText(wrong)).toBeTruthy()
  expect(sent.map(({ call }) => call)).not.toContain('PUT /auth/password-reset')
})

test('a used link for a new password shows no form', async () => {
  await openApp('/password-reset?token=abc', {
    'POST /auth/password-reset/check': problem(400, 'link_invalid', '無効です。'),
  })
  await heading('このリンクは使えません')
  expect(screen.queryByLabelText(/^新しいパスワード/u)).toBeNull()
})

test('a used link for a new password refers to an administrator if there is no mail', async () => {
  await openApp('/password-reset?token=abc', {
    'GET /deployment': { status: 200, body: { sign_up: 'join', mail: false, providers: [] } },
    'POST /auth/password-reset/check': problem(400, 'link_invalid', '無効です。'),
  })
  await heading('このリンクは使えません')
  expect(await screen.findByText(/パスワード設定用のリンクを頼んでください/u)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'もう一度送る' })).toBeNull()
})

test('a used link for a new password offers a new link', async () => {
  const { user } = await openApp('/password-reset?token=abc', {
    'PUT /auth/password-reset': problem(400, 'link_invalid', '無効です。'),
  })
  await user.type(await field('新しいパスワード 8|新しいパスワード8'), 'abcdefgh')
  await user.type(await field('新しいパスワード\\(確認'), 'abcdefgh{Enter}')
  await heading('このリンクは使えません')
  await user.click(screen.getByRole('link', { name: 'もう一度送る' }))
  await heading('パスワードを再設定')
})
