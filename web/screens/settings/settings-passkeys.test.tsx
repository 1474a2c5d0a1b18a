import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { deployment } from '#contract/testing/deployment.ts'
import { openApp, problem, tokenFor } from '../../testing/app.tsx'

const finger = {
  id: '0199f2a0-0000-7000-8000-0000000000b1',
  name: 'MacBookの指紋',
  created_at: '2025-07-01T09:00:00+09:00',
  used_at: '2025-10-18T09:00:00+09:00',
}
const listed = (...passkeys: object[]) => ({
  'GET /passkeys': { status: 200, body: { passkeys, only_way_in: false } },
})

async function open(answers: Parameters<typeof openApp>[1] = {}) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  return openApp('/settings?tab=access', {
    'GET /sessions': { status: 200, body: { sessions: [] } },
    'GET /tokens': { status: 200, body: { tokens: [] } },
    ...answers,
  })
}
const button = (name: string) => screen.findByRole('button', { name })

/** Simulates a browser with passkeys. `create` acts as the person at the browser: it resolves or rejects. */
function browserWith(create: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: (options: object) => options })
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { create } } }))
}
afterEach(() => vi.unstubAllGlobals())

test('each passkey is listed with its date and last use, and can be renamed', async () => {
  const unnamed = { ...finger, id: '0199f2a0-0000-7000-8000-0000000000b2', name: '', used_at: null }
  const { user, sent } = await open({ ...listed(finger, unnamed), [`PATCH /passkeys/${finger.id}`]: { status: 204 } })
  expect(await screen.findByText('2025年7月1日に追加 · 最終使用 2025年10月18日')).toBeTruthy()
  expect(screen.getByText('2025年7月1日に追加 · まだ使われていません')).toBeTruthy()
  expect(await button('パスキーを削除')).toBeTruthy()

  const pencil = 'MacBookの指紋の名前を変える'
  await user.click(await button(pencil))
  const form = within(screen.getByRole('form', { name: pencil }))
  await user.clear(form.getByLabelText('名前'))
  await user.click(form.getByRole('button', { name: '保存する' }))
  expect(await form.findByText('入力してください')).toBeTruthy()
  await user.type(form.getByLabelText('名前'), ' 会社のMac ')
  await user.click(form.getByRole('button', { name: '保存する' }))
  await waitFor(() => expect(sent.at(-1)?.call).toBe('GET /passkeys'))
  expect(sent.find(({ call }) => call === `PATCH /passkeys/${finger.id}`)?.body).toEqual({ name: '会社のMac' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(pencil))
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'the name field of a passkey stays open if Escape belongs to an input method (%j)',
  async (of) => {
    const { user } = await open(listed(finger))
    await user.click(await button('MacBookの指紋の名前を変える'))
    const name = screen.getByLabelText('名前')
    fireEvent.keyDown(name, { key: 'Escape', ...of })
    expect(name.isConnected).toBe(true)
    fireEvent.keyDown(name, { key: 'Escape' })
    await waitFor(() => expect(name.isConnected).toBe(false))
  },
)

test('Cancel discards the typed name of a passkey, and an undo restores it', async () => {
  localStorage.setItem('daily_standup_token', tokenFor(3_600, 'token', 'misaki'))
  const { user } = await open(listed(finger))
  const pencil = 'MacBookの指紋の名前を変える'
  const name = () => screen.getByLabelText<HTMLInputElement>('名前')
  await user.click(await button(pencil))
  await user.clear(name())
  await user.type(name(), '会社のMac')
  await user.click(screen.getByRole('button', { name: 'キャンセル' }))
  await user.click(await button('編集に戻る'))
  expect(name().value).toBe('会社のMac')
  await user.click(screen.getByRole('button', { name: 'キャンセル' }))
  await user.click(await button(pencil))
  expect(name().value).toBe(finger.name)
})

test('a passkey is removed at once, unless it is the only sign-in', async () => {
  let only = false
  const { user, sent } = await open({
    'GET /passkeys': () => ({ status: 200, body: { passkeys: [finger], only_way_in: only } }),
    [`DELETE /passkeys/${finger.id}`]: { status: 204 },
  })
  await user.click(await button('MacBookの指紋を削除'))
  expect(await screen.findByText('MacBookの指紋を削除しました')).toBeTruthy()
  only = true
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /passkeys').length).toBeGreaterThan(2))
  await user.click(await button('MacBookの指紋を削除'))
  expect(await screen.findByText('ほかにログインする方法がありません。先にパスワードを設定してください。')).toBeTruthy()
  expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(1)
})

test('the passkey card says if the browser does not support passkeys', async () => {
  const { user, sent } = await open()
  await user.click(await button('パスキーを追加する'))
  expect(await screen.findByText('このブラウザではパスキーを使えません')).toBeTruthy()
  expect(sent.map(({ call }) => call)).not.toContain('POST /passkeys/options')
})

test('adding a passkey asks for the password if the server requires it', async () => {
  const credential = { id: 'AAAA' }
  browserWith(async () => ({ toJSON: () => credential }))
  let added = false
  let confirmed = false
  const { user, sent } = await open({
    'GET /passkeys': () => ({ status: 200, body: { passkeys: added ? [finger] : [], only_way_in: false } }),
    'POST /passkeys/options': () =>
      confirmed
        ? { status: 200, body: { challenge: 'AAAA' } }
        : problem(403, 'reauthentication_required', '現在のパスワードを入力してください。'),
    'POST /auth/reauthenticate': () => {
      confirmed = true
      return { status: 204 }
    },
    'POST /passkeys': () => {
      added = true
      return { status: 201, body: finger }
    },
  })
  await user.click(await button('パスキーを追加する'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('現在のパスワード'), 'asanoasanoasa')
  await user.click(dialog.getByRole('button', { name: '続ける' }))
  expect(await screen.findByText('パスキーを追加しました')).toBeTruthy()
  expect(await screen.findByDisplayValue('MacBookの指紋')).toBe(document.activeElement)
  expect(sent.find(({ call }) => call === 'POST /passkeys')?.body).toEqual({ credential })
})

test.each([
  ['NotAllowedError', undefined],
  ['InvalidStateError', 'この端末のパスキーは、すでに追加されています。'],
  ['SecurityError', '追加できませんでした'],
])('a passkey that fails with the browser’s %s shows the message: %s', async (name, sentence) => {
  let asked = false
  browserWith(async () => {
    asked = true
    throw new DOMException('', name)
  })
  const { user } = await open({ 'POST /passkeys/options': { status: 200, body: { challenge: 'AAAA' } } })
  await user.click(await button('パスキーを追加する'))
  await waitFor(() => expect(asked).toBe(true))
  if (sentence) expect(await screen.findByText(sentence)).toBeTruthy()
  await waitFor(async () => expect((await button('パスキーを追加する')).hasAttribute('disabled')).toBe(false))
  if (!sentence) expect(screen.queryByText(/できませんでした/u)).toBeNull()
})

test('the passkeys are hidden if only the company’s sign-in is allowed', async () => {
  await open({
    'GET /deployment': {
      status: 200,
      body: deployment({ oidc: { name: '会社', only: true }, providers: ['oidc'] }),
    },
    ...listed(finger),
  })
  expect(await screen.findByRole('heading', { name: 'アクセストークン' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'パスキー' })).toBeNull())
})
