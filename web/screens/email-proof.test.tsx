import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answer, openApp, problem, tokenFor } from '../testing/app.tsx'

const heading = (name: string) => screen.findByRole('heading', { name })

test('opens the link once and says that the address is proven', async () => {
  const { sent } = await openApp('/email-proof?token=abc', { 'POST /auth/email-proof': { status: 204 } })
  await heading('メールアドレスを確認しました')
  expect(sent).toMatchObject([{ call: 'POST /auth/email-proof', body: { token: 'abc' } }])
})

test('a member who is signed in is read again with the new address', async () => {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const { sent } = await openApp('/email-proof?token=abc', { 'POST /auth/email-proof': { status: 204 } })
  await heading('メールアドレスを確認しました')
  await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /users/me')).toHaveLength(2))
})

test.each(['/email-proof?token=spent', '/email-proof'])('%s: the link cannot be used', async (path) => {
  await openApp(path, { 'POST /auth/email-proof': problem(400, 'link_invalid', '無効です。') })
  await heading('このリンクは使えません')
})

test('a server that is away is asked again', async () => {
  let answer: Answer = problem(503, 'database_away', '少し待ってください。')
  const { user } = await openApp('/email-proof?token=abc', { 'POST /auth/email-proof': () => answer })
  await heading('メールアドレスを確認できませんでした')
  answer = { status: 204 }
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }))
  await heading('メールアドレスを確認しました')
})

test('the link of a sign-up that waited for it signs in', async () => {
  await openApp('/email-proof?token=abc', {
    'POST /auth/email-proof': { status: 200, body: { access_token: tokenFor(900), refresh_token: 'first' } },
  })
  await screen.findByRole('button', { name: /佐伯 美咲/u })
  expect(location.pathname).toBe('/')
  expect(localStorage.getItem('refresh_token')).toBe('first')
})
