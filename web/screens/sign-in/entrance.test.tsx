import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deployment } from '#contract/testing/deployment.ts'
import { type Answers, openApp, tokenFor } from '../../testing/app.tsx'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const empty = (more: object = {}): Answers => ({
  'GET /deployment': {
    status: 200,
    body: { ...deployment({ has_accounts: false }), ...more },
  },
})

test('the login of a server without accounts offers to create the first account', async () => {
  const { user } = await openApp('/login', empty())
  const first = await screen.findByRole('link', { name: '最初のアカウントを作成' })
  expect(screen.queryByLabelText('パスワード')).toBeNull()
  expect(screen.queryByRole('button', { name: 'ログイン' })).toBeNull()
  await user.click(first)
  await heading('アカウントを作成')
})

test('the login is shown again after the first account was created in this browser', async () => {
  const tokens = { access_token: tokenFor(3_600), refresh_token: 'refresh' }
  const { user } = await openApp('/login', {
    ...empty(),
    'POST /onboarding': { status: 201, body: { is_active: true } },
    'POST /auth/login': { status: 200, body: tokens },
  })
  await user.click(await screen.findByRole('link', { name: '最初のアカウントを作成' }))
  for (const [label, text] of Object.entries({
    姓: '佐伯',
    名: '美咲',
    メールアドレス: 'misaki@hinode.example',
    パスワード: 'abcdefghij',
  }))
    await user.type(await screen.findByLabelText(new RegExp(`^${label}`, 'u')), text)
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'アカウントを作成' }))
  await user.click(await screen.findByRole('button', { name: /佐伯 美咲/u }))
  await user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }))
  expect(await screen.findByLabelText('パスワード')).toBeTruthy()
})

test.each([
  ['nobody can sign up with the form', { sign_up_form: 'unavailable' }],
  ['the server does not say whether it has accounts', { has_accounts: undefined }],
])('the usual login is shown if %s', async (_, more) => {
  await openApp('/login', empty(more))
  expect(await screen.findByLabelText('パスワード')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '最初のアカウントを作成' })).toBeNull()
})

test.each(['/login', '/signup', '/invitation?token=x'])(
  'a button shows the typed password on the page %s',
  async (path) => {
    const { user } = await openApp(path, {
      'GET /invitations/verify/x': { status: 200, body: { valid: true } },
      'GET /invitations/info': { status: 200, body: { id: 'i', email: 'ren@hinode.example' } },
    })
    const field = await screen.findByLabelText<HTMLInputElement>(/^パスワード(?!\(確認)/u)
    await user.type(field, 'secret')
    const eye = field.parentElement!.querySelector('button')!
    expect([field.type, eye.getAttribute('aria-pressed')]).toEqual(['password', 'false'])
    await user.click(eye)
    expect([field.type, field.value, eye.getAttribute('aria-pressed')]).toEqual(['text', 'secret', 'true'])
    await user.click(eye)
    expect(field.type).toBe('password')
  },
)
