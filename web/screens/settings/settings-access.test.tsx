import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { member } from '#contract/testing/members.ts'
import { me, openApp, problem, tokenFor } from '../../testing/app.tsx'

const phone = {
  id: '0199f2a0-0000-7000-8000-000000000002',
  device: 'Safari · iPhone',
  signed_in_at: '2025-09-02T09:00:00+09:00',
  used_at: '2025-10-18T08:40:00+09:00',
  current: false,
}
const here = { ...phone, id: '0199f2a0-0000-7000-8000-000000000001', device: 'Firefox · Windows', current: true }

const exported = {
  id: '0199f2a0-0000-7000-8000-0000000000a1',
  name: '集計の書き出し',
  scopes: ['read'],
  expires_on: '2099-01-21',
  created_at: '2025-10-01T09:00:00+09:00',
  used_at: null,
}
const tokens = (...listed: object[]) => ({ 'GET /tokens': { status: 200, body: { tokens: listed } } })

async function open(answers: Parameters<typeof openApp>[1] = {}) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  return openApp('/settings?tab=access', {
    'GET /sessions': {
      status: 200,
      body: { sessions: [here, { ...phone, id: '0199f2a0-0000-7000-8000-000000000003', device: null }, phone] },
    },
    ...tokens(),
    ...answers,
  })
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('the settings list each signed-in device, without a button to end the current session', async () => {
  await open()
  expect(await screen.findByText('Firefox · Windows')).toBeTruthy()
  expect(screen.getByText('このブラウザ · 使用中')).toBeTruthy()
  expect(screen.getAllByText(/最終使用 2025年10月18日 · 2025年9月2日にログイン/u)).toHaveLength(2)
  expect(screen.getByText('不明な端末')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Firefox · Windowsからログアウト' })).toBeNull()
})

test('one press ends another session, and another press ends all others', async () => {
  const { user, sent } = await open({
    [`DELETE /sessions/${phone.id}`]: { status: 204 },
    'DELETE /sessions': { status: 204 },
  })
  await user.click(await button('Safari · iPhoneからログアウト'))
  expect(await screen.findByText('Safari · iPhoneからログアウトしました')).toBeTruthy()
  await user.click(await button('ほかをすべてログアウト'))
  expect(await screen.findByText('ほかの端末からログアウトしました')).toBeTruthy()
  expect(sent.map(({ call }) => call)).toEqual(
    expect.arrayContaining([`DELETE /sessions/${phone.id}`, 'DELETE /sessions']),
  )
})

test('the list of devices can be loaded again after a failure', async () => {
  let away = true
  const { user } = await open({
    'GET /sessions': () => (away ? { status: 400, body: {} } : { status: 200, body: { sessions: [here] } }),
  })
  expect(await screen.findByText('ログイン中の端末を読み込めませんでした。')).toBeTruthy()
  away = false
  await user.click(await button('もう一度読み込む'))
  expect(await screen.findByText('Firefox · Windows')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'ほかをすべてログアウト' })).toBeNull()
})

test('a member who leaves the team enters the password and decides about their reports', async () => {
  let refused = true
  const { user, sent } = await open({
    'DELETE /users/me': () =>
      refused ? problem(403, 'wrong_password', '現在のパスワードが違います。') : { status: 204 },
    'POST /auth/logout': { status: 204 },
  })
  await user.click(await button('削除に進む'))
  await user.click(await screen.findByRole('radio', { name: /日報も削除する/u }))
  await user.type(screen.getByLabelText(/^パスワード/u), 'asanoasa')
  await user.click(await button('アカウントを削除する'))
  expect(await screen.findByText('現在のパスワードが違います。')).toBeTruthy()
  refused = false
  await user.click(await button('アカウントを削除する'))
  expect(await screen.findByText('アカウントを削除しました')).toBeTruthy()
  expect(sent.findLast(({ call }) => call === 'DELETE /users/me')?.body).toEqual({
    reports: 'erase',
    password: 'asanoasa',
  })
  await waitFor(() => expect(localStorage.getItem('daily_standup_token')).toBeNull())
})

test('the last administrator is told before leaving that the team needs another one', async () => {
  const administrator = { ...me, is_admin: true }
  await open({
    'GET /users/me': { status: 200, body: administrator },
    'GET /users/': { status: 200, body: [administrator, member('ren', '早川', '蓮')] },
  })
  expect(await screen.findByText(/先に別のメンバーを管理者にしてください/u)).toBeTruthy()
  expect(await button('削除に進む')).toHaveProperty('disabled', true)
})

test('a member can download their own texts as a file', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:asakai')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user, sent } = await open({ 'GET /users/me/export': { status: 200, body: {} } })
  await user.click(await button('書き出す'))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(saved.mock.contexts).toMatchObject([{ href: 'blob:asakai', download: 'asakai.zip' }])
  expect(sent.map(({ call }) => call)).toContain('GET /users/me/export')
})

test('the settings list each token with its scope, expiry and last use', async () => {
  await open(
    tokens(
      exported,
      { ...exported, id: 'b', name: '朝の投稿', scopes: ['read', 'write'], used_at: '2025-10-18T09:00:00+09:00' },
      { ...exported, id: 'c', name: '古い', expires_on: '2025-10-01' },
    ),
  )
  expect(await screen.findByText('読み取り · 2099/1/21まで · まだ使われていません')).toBeTruthy()
  expect(screen.getByText('読み書き · 2099/1/21まで · 最終使用 2025年10月18日')).toBeTruthy()
  expect(screen.getByText('読み取り · 2025/10/1に期限切れ · まだ使われていません')).toBeTruthy()
})

test('a new token is shown once, and hidden after the tab was left', async () => {
  const token = 'asakai_pat_9fK2wQ7rT4mXc81LpZ0vHd'
  const { user, sent } = await open({
    'POST /tokens': { status: 201, body: { ...exported, token } },
  })
  await user.click(await button('発行する'))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '発行する' }))
  expect(await dialog.findByText('入力してください')).toBeTruthy()
  await user.type(dialog.getByLabelText('名前'), '集計の書き出し')
  await user.click(dialog.getByRole('radio', { name: /読み書き/u }))
  await user.click(dialog.getByRole('radio', { name: '1年' }))
  await user.click(dialog.getByRole('button', { name: '発行する' }))

  expect(await screen.findByDisplayValue(token)).toBeTruthy()
  const body = sent.find(({ call }) => call === 'POST /tokens')?.body as { expires_on: string }
  expect(body).toMatchObject({ name: '集計の書き出し', scopes: ['read', 'write'] })
  expect(Math.round((Date.parse(body.expires_on) - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(364)
  await user.click(await button('コピー'))
  expect(await navigator.clipboard.readText()).toBe(token)
  await user.click(screen.getByRole('tab', { name: '通知' }))
  await user.click(screen.getByRole('tab', { name: 'アクセス' }))
  expect(await screen.findByRole('heading', { name: 'アクセストークン' })).toBeTruthy()
  expect(screen.queryByDisplayValue(token)).toBeNull()
})

test('a token is revoked after a confirmation, and stays if that fails', async () => {
  let fails = true
  const { user } = await open({
    ...tokens(exported),
    [`DELETE /tokens/${exported.id}`]: () => (fails ? { status: 500, body: {} } : { status: 204 }),
  })
  await user.click(await button('集計の書き出しを失効させる'))
  const dialog = within(screen.getByRole('dialog', { name: '「集計の書き出し」を失効させますか' }))
  await user.click(dialog.getByRole('button', { name: '失効させる' }))
  expect(await dialog.findByText('失効させられませんでした')).toBeTruthy()
  fails = false
  await user.click(dialog.getByRole('button', { name: '失効させる' }))
  expect(await screen.findByText('集計の書き出しを失効させました')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a new token requires the password if the server asks for it (E1.07)', async () => {
  let isShown = false
  const { user, sent } = await open({
    'POST /tokens': () =>
      isShown
        ? { status: 201, body: { ...exported, token: 'asakai_pat_x' } }
        : problem(403, 'reauthentication_required', '現在のパスワードを入力してください'),
    'POST /auth/reauthenticate': () => {
      isShown = true
      return { status: 204 }
    },
  })
  const begin = async () => {
    await user.click(
      within(screen.getByRole('dialog', { name: 'アクセストークンを発行' })).getByRole('button', { name: '発行する' }),
    )
    return within(await screen.findByRole('dialog', { name: 'ご本人の確認' }))
  }
  await user.click(await button('発行する'))
  await user.type(screen.getByLabelText('名前'), '集計の書き出し')
  // If the member closes the password dialog, the form still has the typed text.
  const closed = await begin()
  await user.click(closed.getByRole('button', { name: 'キャンセル' }))
  expect(await screen.findByText('現在のパスワードを入力してください')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('名前').value).toBe('集計の書き出し')
  const asked = await begin()
  await user.type(asked.getByLabelText('現在のパスワード'), 'asa no asa')
  await user.click(asked.getByRole('button', { name: '続ける' }))
  expect(await screen.findByText('asakai_pat_x')).toBeTruthy()
  expect(sent.filter(({ call }) => call === 'POST /tokens').map(({ body }) => body)).toEqual(
    Array(3).fill(expect.objectContaining({ name: '集計の書き出し' })),
  )
})

const claude = {
  id: '0199f2a0-0000-7000-8000-0000000000c1',
  client_name: 'Claude',
  scopes: ['read', 'write'],
  expires_on: '2099-01-21',
  last_used_at: null,
}

test('the settings list the programs that the member allowed, and revoke one (N21.02)', async () => {
  let grants = [claude]
  const { user } = await open({
    'GET /grants': () => ({ status: 200, body: { grants } }),
    [`DELETE /grants/${claude.id}`]: () => {
      grants = []
      return { status: 204 }
    },
  })
  expect(await screen.findByRole('heading', { name: '接続中のプログラム' })).toBeTruthy()
  expect(screen.getByText('読み書き · 2099/1/21まで · まだ使われていません')).toBeTruthy()
  await user.click(await button('Claudeを失効させる'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/^このプログラムはすぐに使えなくなります/u)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '失効させる' }))
  expect(await screen.findByText('Claudeを失効させました')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: '接続中のプログラム' })).toBeNull())
})

test('a member who allowed no programs sees nothing about programs', async () => {
  await open()
  await screen.findByRole('heading', { name: 'アクセストークン' })
  expect(screen.queryByRole('heading', { name: '接続中のプログラム' })).toBeNull()
})
