import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { member, signedIn } from '#contract/testing/members.ts'
import type { Me, Settings } from '#contract/users.ts'
import { showLanguage } from '../../platform/catalogue.ts'
import { Languages } from '../../app/languages.tsx'
import { SessionProvider, useSession } from '../../features/session/session.tsx'
import { dispatch, show } from '../../testing/show.tsx'
import { Toaster } from '../../ui/toast.tsx'
import SettingsScreen from './settings.tsx'

const saeki = signedIn(member('misaki', '佐伯', '美咲'))

type Sent = { method: string; path: string; body: unknown }
type Answer = { status: number; body?: unknown }

/** Simulates a server that returns the member. `answer` returns its response to a change. */
function server(answer: (sent: Sent) => Answer = () => ({ status: 204 })) {
  let me = saeki
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body: string }) => {
    const path = url.replace('/api', '')
    if (path === '/connections') return Response.json({ connections: [] })
    if (path === '/deployment') return Response.json({ providers: [] })
    if (init.method === 'GET') return Response.json(me)
    const call = { method: init.method, path, body: JSON.parse(init.body) as unknown }
    sent.push(call)
    const { status, body } = answer(call)
    if (status === 200) me = { ...me, ...(body as Partial<Me>) }
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
    })
  })
  return sent
}

const token = `e30.${btoa(JSON.stringify({ exp: Date.now() / 1_000 + 900 }))}.x`

async function open(search = '', language: Language = 'ja') {
  window.history.replaceState(null, '', `/settings${search}`)
  await showLanguage(language, ['day', 'other-screens'])
  show(
    <Languages timeZone="Asia/Tokyo">
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider>
          <SignedIn />
        </SessionProvider>
        <Toaster
          label="notifications"
          closeLabel="close"
          nothingToUndo="元に戻せる操作はありません"
          lifetime={60_000}
        />
      </QueryClientProvider>
    </Languages>,
  )
  await screen.findByRole('tablist')
  return userEvent.setup()
}

function SignedIn() {
  const { state } = useSession()
  return state === 'signed-in' && <SettingsScreen />
}

const button = (name: string) => screen.getByRole('button', { name })
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)

beforeEach(() => localStorage.setItem('daily_standup_token', token))

test('a saved profile is shown everywhere, with a confirmation', async () => {
  const sent = server(() => ({ status: 200, body: { preferred_name: 'みさき' } }))
  const user = await open()
  await user.click(button('プロフィールを編集'))
  expect(document.activeElement).toBe(field('姓'))
  await user.type(field(/^表示名/u), 'みさき')
  await user.click(button('保存する'))
  expect(await screen.findByText('ユーザー情報を更新しました')).toBeTruthy()
  expect(sent).toEqual([
    {
      method: 'PATCH',
      path: '/users/me/profile',
      body: {
        first_name: '美咲',
        family_name: '佐伯',
        preferred_name: 'みさき',
        email: 'misaki@hinode.example',
        before: { first_name: '美咲', family_name: '佐伯', preferred_name: '', email: 'misaki@hinode.example' },
      },
    },
  ])
  expect(screen.getByText('みさき')).toBeTruthy()
  expect(document.activeElement).toBe(button('プロフィールを編集'))
})

test.each([
  ['姓', '', '入力してください'],
  ['名', '', '入力してください'],
  ['メールアドレス', '', '入力してください'],
  ['メールアドレス', 'abc', '有効なメールアドレスを入力してください'],
  ['姓', 'あ'.repeat(101), '100文字以内で入力してください(1文字超えています)'],
])('the profile field %s refuses the value "%s" before anything is sent', async (label, typed, sentence) => {
  const sent = server()
  const user = await open()
  await user.click(button('プロフィールを編集'))
  await user.clear(field(label))
  if (typed) await user.paste(typed)
  await user.click(button('保存する'))
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(document.activeElement).toBe(field(label))
  expect(sent).toEqual([])
  await user.type(field(label), 'x')
  expect(screen.queryByText(sentence)).toBeNull()
})

test("the server's error about the profile is shown at its field", async () => {
  server(() => ({ status: 409, body: { code: 'email_taken', message: 'このメールアドレスは使われています' } }))
  const user = await open()
  await user.click(button('プロフィールを編集'))
  await user.clear(field('メールアドレス'))
  await user.type(field('メールアドレス'), 'taken@hinode.example')
  await user.click(button('保存する'))
  expect(await screen.findByText('このメールアドレスは使われています')).toBeTruthy()
  expect(field('メールアドレス').value).toBe('taken@hinode.example')
})

test('a failed save keeps the typed profile, and Cancel restores the saved one', async () => {
  server(() => ({ status: 500, body: {} }))
  const user = await open()
  await user.click(button('プロフィールを編集'))
  await user.type(field('姓'), '木')
  await user.click(button('保存する'))
  expect(await screen.findByText('ユーザー情報の更新に失敗しました')).toBeTruthy()
  expect(field('姓').value).toBe('佐伯木')
  await user.click(button('キャンセル'))
  expect(screen.getAllByText('佐伯 美咲')).toHaveLength(1) // not as preferred name as well
  expect(document.activeElement).toBe(button('プロフィールを編集'))
})

test('Esc closes a form without saving, and reopening the form shows the typed text', async () => {
  const sent = server()
  const user = await open()
  await user.click(button('プロフィールを編集'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(button('プロフィールを編集'))
  await user.click(button('プロフィールを編集'))
  await user.type(field('姓'), '木{Escape}')
  expect(document.activeElement).toBe(button('プロフィールを編集'))
  await user.click(button('プロフィールを編集'))
  expect(field('姓').value).toBe('佐伯木')
  await user.click(button('キャンセル'))
  await user.click(button('プロフィールを編集'))
  expect(field('姓').value).toBe('佐伯')
  expect(sent).toEqual([])
})

test('a new email address is shown as unconfirmed until it is proven', async () => {
  server(() => ({ status: 200, body: { pending_email: 'new@hinode.example' } }))
  const user = await open()
  await user.click(button('プロフィールを編集'))
  await user.clear(field('メールアドレス'))
  await user.type(field('メールアドレス'), 'new@hinode.example')
  await user.click(button('保存する'))
  expect(await screen.findByText(/new@hinode\.exampleにメールを送りました/u)).toBeTruthy()
  expect(screen.getByText('misaki@hinode.example')).toBeTruthy()
  await user.click(button('プロフィールを編集'))
  expect(field('メールアドレス').value).toBe('new@hinode.example')
})

test('a half-filled form stays while another tab of the settings is open', async () => {
  server()
  const user = await open()
  await user.click(button('プロフィールを編集'))
  await user.type(field('姓'), '木')
  await user.click(screen.getByRole('tab', { name: 'アプリ情報' }))
  await user.click(screen.getByRole('tab', { name: 'ユーザー情報' }))
  expect(field('姓').value).toBe('佐伯木')
})

test.each([
  { chosen: '', again: '', wrong: '入力してください' },
  { chosen: '1234567', again: '1234567', wrong: 'あと1文字必要です' },
  { chosen: '12345678', again: '', wrong: '入力してください' },
  { chosen: '12345678', again: '12345679', wrong: 'パスワードが一致しません' },
])('the new password "$chosen" with the confirmation "$again" is refused', async ({ chosen, again, wrong }) => {
  const sent = server()
  const user = await open()
  await user.click(await screen.findByRole('button', { name: 'パスワードを変更する' }))
  if (chosen) await user.type(field(/^新しいパスワード8/u), chosen)
  if (again) await user.type(field('新しいパスワード(確認)'), again)
  await user.click(button('保存する'))
  expect(screen.getAllByText(wrong).length).toBeGreaterThan(0)
  expect(sent).toEqual([])
})

async function changePassword(user: Awaited<ReturnType<typeof open>>) {
  await user.click(await screen.findByRole('button', { name: 'パスワードを変更する' }))
  await user.type(field(/^新しいパスワード8/u), '12345678')
  await user.type(field('新しいパスワード(確認)'), '12345678')
  await user.click(button('保存する'))
}

test('saving a new password closes the form', async () => {
  const sent = server()
  const user = await open()
  await changePassword(user)
  expect(await screen.findByText('パスワードを変更しました')).toBeTruthy()
  const chosen = { new_password: '12345678', confirm_password: '12345678' }
  expect(sent.map(({ body }) => body)).toEqual([{ ...chosen, end_lasting_access: true }])
  expect(document.activeElement).toBe(button('パスワードを変更する'))
})

test('a new password requires the current one if the server asks for it', async () => {
  const sent = server(({ body }) => {
    const { current_password } = body as { current_password?: string }
    if (current_password === undefined) return { status: 403, body: { code: 'reauthentication_required', message: '' } }
    if (current_password !== 'right') return { status: 403, body: { code: 'wrong_password', message: '違います' } }
    return { status: 204 }
  })
  const user = await open()
  await changePassword(user)
  const current = await screen.findByLabelText('現在のパスワード')
  expect(document.activeElement).toBe(current)
  expect(field(/^新しいパスワード8/u).value).toBe('12345678')
  await user.type(current, 'wrong')
  await user.click(button('保存する'))
  expect(await screen.findByText('違います')).toBeTruthy()
  await user.clear(current)
  await user.type(current, 'right')
  await user.click(button('保存する'))
  expect(await screen.findByText('パスワードを変更しました')).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ current_password: 'right', new_password: '12345678' })
})

test('a member without a password must log in again if the last sign-in is old', async () => {
  server(() => ({ status: 403, body: { code: 'sign_in_again', message: 'もう一度ログインしてください。' } }))
  const user = await open()
  await changePassword(user)
  expect(await screen.findByText('もう一度ログインしてください。')).toBeTruthy()
  expect(screen.queryByLabelText('現在のパスワード')).toBeNull()
  expect(screen.queryByText('パスワードの変更に失敗しました')).toBeNull()
})

test('a chosen language is saved in this browser and on the server, and the page reloads', async () => {
  const sent = server(() => ({ status: 200, body: {} }))
  const user = await open('?tab=language')
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const changed = vi.fn<(event: Event) => void>()
  window.addEventListener('app_language_changed', changed, { once: true })
  const select = screen.getByRole('combobox', { name: '表示する言語' })
  expect(within(select).getAllByRole('option').map((option) => option.textContent)).toEqual([
    '日本語', 'English', 'Deutsch', 'Français', 'Italiano', '简体中文', '繁體中文', 'Eesti',
  ]) // prettier-ignore
  await user.selectOptions(select, 'Eesti')
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(localStorage.getItem('app_language')).toBe('et')
  expect(changed).toHaveBeenCalledOnce()
  expect(sent).toEqual([
    expect.objectContaining({ method: 'PATCH', path: '/users/me/settings', body: { language: 'et' } }),
  ])
})

test.each([
  ['profile', 'プロフィールを編集', '', 'ユーザー情報の更新に失敗しました'],
  ['password', 'パスワードを変更する', 'asanoasa', 'パスワードの変更に失敗しました'],
])('saving the %s fails at once while offline instead of waiting', async (_what, form, words, sentence) => {
  server(() => ({ status: 503, body: {} }))
  const user = await open()
  await user.click(await screen.findByRole('button', { name: form }))
  if (words) for (const field of screen.getAllByLabelText(/^新しいパスワード/u)) await user.type(field, words)
  dispatch(new Event('offline'))
  try {
    await user.click(screen.getByRole('button', { name: '保存する' }))
    expect(await screen.findByText(new RegExp(sentence, 'u'))).toBeTruthy()
  } finally {
    dispatch(new Event('online'))
  }
})

test('weeks start on Sunday until the member chooses another day', async () => {
  const sent = server(({ body }) => ({
    status: 200,
    body: { settings: { ...saeki.settings, ...(body as Partial<Settings>) } },
  }))
  const user = await open('?tab=language')
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: '週の始まり' })
  expect(within(select).getAllByRole('option').map((option) => option.textContent)).toEqual(['日曜日', '月曜日']) // prettier-ignore
  expect(select.value).toBe('sunday')
  await user.selectOptions(select, '月曜日')
  expect(select.value).toBe('monday')
  await waitFor(() =>
    expect(sent).toEqual([{ method: 'PATCH', path: '/users/me/settings', body: { first_day_of_week: 'monday' } }]),
  )
})

test('the language does not change if it cannot be saved', async () => {
  server(() => ({ status: 503, body: {} }))
  const user = await open('?tab=language')
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: '表示する言語' })
  await user.selectOptions(select, 'Eesti')
  expect(await screen.findByText('言語の変更に失敗しました')).toBeTruthy()
  expect(select.value).toBe('ja')
  expect(localStorage.getItem('app_language')).toBeNull()
})

test('the URL selects the tab of the settings, and changes with the tab', async () => {
  server()
  const user = await open('?tab=app-info')
  expect(document.body.textContent).not.toMatch(/2024|©/u)
  expect(screen.getByText('1.0.0')).toBeTruthy()
  expect(screen.getByRole('link', { name: '利用規約を読む' }).getAttribute('href')).toBe('/licence')
  await user.click(screen.getByRole('tab', { name: '言語' }))
  expect(window.location.search).toBe('?tab=language')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(window.location.search).toBe('?tab=user-info')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'ユーザー情報', selected: true }))
})

test('a URL with an unknown tab opens the first tab of the settings', async () => {
  server()
  await open('?tab=nowhere', 'de')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Ihre Angaben')
})

test('a URL that names the external accounts scrolls to them', async () => {
  server()
  await open('?tab=user-info#connections-card')
  await waitFor(() => expect(document.activeElement?.id).toBe('connections-card'))
})
