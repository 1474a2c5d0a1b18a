import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answer, openApp, problem, tokenFor } from '../testing/app.tsx'

const call = 'POST /auth/not-me'
const heading = (name: string) => screen.findByRole('heading', { name })
const button = () => screen.findByRole('button', { name: '変更を取り消す' })

test('opening the link changes nothing; the button takes the change back and leads to a new password', async () => {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const { sent, user } = await openApp('/not-me?token=abc', {
    [call]: { status: 200, body: { reset_token: 'next' } },
    'POST /auth/password-reset/check': { status: 204 },
  })
  await heading('心当たりのない変更を取り消す')
  const take = await button()
  expect(sent.map((each) => each.call)).not.toContain(call)
  await user.click(take)
  await heading('新しいパスワードを設定')
  expect(sent.filter((each) => each.call === call)).toMatchObject([{ body: { token: 'abc' } }])
  expect(location.pathname + location.search).toBe('/password-reset?token=next')
  expect(localStorage.getItem('daily_standup_token')).toBeNull()
})

test('a used link says so and leads to the login', async () => {
  const { user } = await openApp('/not-me?token=abc', { [call]: problem(400, 'link_invalid', '無効です。') })
  await user.click(await button())
  await heading('このリンクは使えません')
  await user.click(screen.getByRole('link', { name: 'ログインへ戻る' }))
  await heading('おはようございます')
})

test('a link without a token cannot be used', async () => {
  await openApp('/not-me')
  await heading('このリンクは使えません')
})

test('an address that another account has by now is not given back, which is said', async () => {
  const { user } = await openApp('/not-me?token=abc', { [call]: problem(409, 'email_taken', '使われています。') })
  await user.click(await button())
  await heading('元のメールアドレスには戻せませんでした')
})

test('a server that is away is asked again', async () => {
  let answer: Answer = problem(503, 'database_away', '少し待ってください。')
  const { user } = await openApp('/not-me?token=abc', {
    [call]: () => answer,
    'POST /auth/password-reset/check': { status: 204 },
  })
  await user.click(await button())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^変更を取り消せませんでした.*3f9a0c7be412$/u)
  answer = { status: 200, body: { reset_token: 'next' } }
  await user.click(await button())
  await heading('新しいパスワードを設定')
})
