import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { api } from '../../api/client.ts'
import { eachOnTheDay, me, openApp, problem } from '../../testing/app.tsx'

eachOnTheDay()

/** Opens a page on which a member submits a report. The server answers with this code, which ends the session. */
async function submitted(code: 'session_ended' | 'session_revoked' | 'member_deactivated' | 'sign_in_expired') {
  let isOver = false
  const { user } = await openApp('/?write', {
    'GET /users/me': () => (isOver ? problem(401, 'session_ended', '切れました。') : { status: 200, body: me }),
    'GET /mentions': () =>
      isOver ? problem(401, 'session_ended', '切れました。') : { status: 200, body: { mentions: [], unread: 0 } },
    'POST /auth/refresh': problem(401, code, '終わりました。'),
  })
  await user.type(await screen.findByRole('textbox', { name: /^昨日/u }), '設計の続き')
  localStorage.setItem('refresh_token', 'first')
  isOver = true
  void api.get('/mentions').catch(() => undefined)
  const title = code === 'member_deactivated' ? 'アカウントが停止されました' : 'ログアウトされました'
  return (await screen.findByRole('heading', { name: title, hidden: true })).closest('dialog')!
}

test('the login dialog shows no text to copy if the member can sign in again (E5.04)', async () => {
  const dialog = await submitted('session_ended')
  expect(within(dialog).queryByLabelText('書いた内容')).toBeNull()
})

test('the login dialog says that the session was ended elsewhere, and which text is kept', async () => {
  const dialog = await submitted('session_revoked')
  const sentence = 'ほかの端末での操作、パスワードの変更、または管理者の操作によってログアウトされました。'
  expect(dialog.textContent).toContain(`${sentence} 日報はこの端末に残っています。`)
})

test('the login dialog shows the server’s message that the sign-in has expired (N17.07)', async () => {
  const dialog = await submitted('sign_in_expired')
  expect(dialog.textContent).toContain('終わりました。 日報はこの端末に残っています。')
})

test('a deactivated member can copy their unsent text from the login dialog', async () => {
  const dialog = await submitted('member_deactivated')
  expect(within(dialog).getByText(/管理者がこのアカウントを停止しました/u)).toBeTruthy()
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('書いた内容').value).toContain('設計の続き')
  expect(within(dialog).getByLabelText('パスワード')).toBeTruthy()
})

test('the login dialog does not open while somebody types', async () => {
  let isOver = false
  const { user, sent } = await openApp('/?write', {
    'GET /users/me': () => (isOver ? problem(401, 'session_ended', '切れました。') : { status: 200, body: me }),
    'GET /mentions': () =>
      isOver ? problem(401, 'session_ended', '切れました。') : { status: 200, body: { mentions: [], unread: 0 } },
    'POST /auth/refresh': problem(401, 'session_ended', '終わりました。'),
  })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^昨日/u })
  localStorage.setItem('refresh_token', 'first')
  await user.type(field, '設計')
  isOver = true
  void api.get('/mentions').catch(() => undefined)
  await waitFor(() => expect(sent.some(({ call }) => call === 'POST /auth/refresh')).toBe(true))
  for (const part of ['の', '続', 'き']) {
    await user.keyboard(part)
    expect(screen.queryByRole('dialog', { name: 'ログアウトされました' })).toBeNull()
  }
  expect(field.value).toBe('設計の続き')
  expect(await screen.findByRole('heading', { name: 'ログアウトされました', hidden: true })).toBeTruthy()
  expect(field.value).toBe('設計の続き')
})
