import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { member } from '#contract/testing/members.ts'
import { searchResult } from '#contract/testing/search.ts'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'
import { report } from '../../testing/server.ts'

const misaki = member('misaki', '佐伯', '美咲')
const ren = member('ren', '早川', '蓮')
const kota = member('kota', '三浦', '航太')
const day = {
  status: 200,
  body: { reports: [report({ id: 'rens', user_id: 'ren', user_name: '早川 蓮' })], total: 1 },
}
const answers = { 'GET /users/': { status: 200, body: [misaki, ren, kota] }, 'GET /daily-reports': day }

eachOnTheDay()

const found = searchResult({
  id: 'rens',
  snippet: [
    { text: '設定', hit: true },
    { text: 'を見直す', hit: false },
  ],
})

async function open(address = '/', more: Parameters<typeof openApp>[1] = {}) {
  const app = await openApp(address, {
    'GET /search': { status: 200, body: { results: [], next: null } },
    ...answers,
    ...more,
  })
  await screen.findByRole('heading', { level: 1 })
  const palette = () => app.user.keyboard('{Control>}k{/Control}')
  const find = async (words: string) => {
    await palette()
    await app.user.type(await field(), words)
  }
  return { ...app, palette, find }
}
const named = { name: '画面、日付、メンバーを検索' }
const field = () => screen.findByRole<HTMLInputElement>('combobox', named)
const options = () => [...document.querySelectorAll('[role=listbox] [role=option]')].map((option) => option.textContent)
const searchAll = (words: string) => `すべての内容から「${words}」を検索⇧ ↵`
const closed = () => waitFor(() => expect(screen.queryByRole('combobox', named)).toBeNull())
const address = () => location.pathname + location.search

it('the palette opens and closes by keys, and lists the commands', async () => {
  const { palette } = await open()
  await palette()
  const input = await field()
  await waitFor(() => expect(document.activeElement).toBe(input))
  expect(options()[0]).toContain('日報を書く、編集する')
  expect(options().join()).not.toContain('早川')
  expect(input.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]!.id)
  await palette()
  await closed()
})

/** In each language: a common search word, and the command that it must find. */
const usualWords: [Language, string, string][] = [
  ['ja', '休み', 'カレンダー'],
  ['ja', '祝日', 'カレンダー'],
  ['ja', '招待', 'メンバーを招待'],
  ['ja', 'パスワード', 'ユーザー情報'],
  ['ja', 'エクスポート', 'チームの設定'],
  ['ja', 'テーマ', 'ダークモード'],
  ['ja', 'holi', 'カレンダー'],
  ['en', 'holi', 'Calendar'],
  ['en', 'vacation', 'Calendar'],
  ['en', 'password', 'Your details'],
  ['en', 'export', 'Access'],
  ['de', 'urlaub', 'Kalender'],
  ['de', 'passwort', 'Ihre Angaben'],
  ['de', 'discord', 'Einstellungen des Teams'],
  ['fr', 'vacances', 'Calendrier'],
  ['it', 'ferie', 'Calendario'],
  ['zh-cn', '假期', '日历'],
  ['zh-tw', '假期', '行事曆'],
  ['et', 'puhkus', 'Kalender'],
]
it.each(usualWords)(
  'the palette in the language %s finds, by the query %s, the command %s',
  async (language, words, label) => {
    const { user } = await openApp('/', answers, language)
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), words)
    expect(options().some((option) => option.startsWith(label))).toBe(true)
  },
)

it('the sidebar opens the palette', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: /^検索/u }))
  await field()
})

it('the palette opens a screen by keys, and lists the screen first the next time', async () => {
  const { user, palette, find } = await open()
  await find('ゐ')
  expect(options()).toEqual([])
  expect(screen.getByText('「ゐ」に一致するものは見つかりませんでした')).toBeTruthy()
  await user.clear(await field())
  await user.type(await field(), '設定')
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  await closed()
  expect(address()).toBe('/settings')
  expect(document.activeElement).toBe(screen.getByRole('main'))
  await palette()
  await field()
  expect(options()[0]).toContain('設定')
})

it('the palette offers the approval of months only to administrators', async () => {
  const approving = (is_admin: boolean) => ({
    'GET /users/me': { status: 200, body: { ...me, is_admin, team: { ...me.team, month_approval: true } } },
  })
  const member = await open('/', approving(false))
  await member.find('月報')
  expect(options()).toEqual([expect.stringMatching(/^月報/u), searchAll('月報')])
  cleanup()
  const { find } = await open('/', approving(true))
  await find('月報の承認{Enter}')
  await closed()
  expect(address()).toBe('/?page=monthly-report&months=submitted')
})

it('the palette finds every tab of the settings', async () => {
  const { find } = await open('/settings')
  const tabs = (await screen.findAllByRole('tab')).map((tab) => tab.textContent)
  await find('設定')
  for (const tab of tabs) expect(options().join()).toContain(tab)
})

it("the palette links to the team's settings, and for administrators to the server's", async () => {
  const { user, find } = await open('/', { 'GET /users/me': { status: 200, body: { ...me, is_admin: true } } })
  await find('サーバー')
  expect(options().join()).toContain('サーバー')
  await user.clear(await field())
  await user.type(await field(), 'チームの設定{Enter}')
  await closed()
  expect(address()).toBe('/team?tab=settings')
})

it('the palette opens a typed day, but no day after today', async () => {
  const { user, find } = await open()
  await find('昨日')
  expect(options()[0]).toContain('2026年10月22日木曜日')
  await user.clear(await field())
  await user.type(await field(), '2026-10-24')
  expect(options()).toEqual([searchAll('2026-10-24')])
  await user.clear(await field())
  await user.type(await field(), '10/22{Enter}')
  await closed()
  expect(address()).toBe('/?date=2026-10-22')
})

it('the palette ignores keys while an input method composes', async () => {
  const { user, palette } = await open()
  await palette()
  const input = await field()
  await user.type(input, '設定')
  for (const key of ['Enter', 'ArrowDown', 'Escape'])
    input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, isComposing: true }))
  expect(screen.getAllByRole('option')[0]!.getAttribute('aria-selected')).toBe('true')
  expect(address()).toBe('/')
})

it('choosing a member in the palette focuses their report of today, or says that it is missing', async () => {
  const { user, find } = await open('/settings')
  await find('ren@hinode')
  await waitFor(() => expect(options()).toEqual([expect.stringContaining('早川 蓮'), searchAll('ren@hinode')]))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.id).toBe('report-rens'))
  expect(address()).toBe('/')
  await find('三浦{Enter}')
  await waitFor(() =>
    expect([...document.querySelectorAll('[data-toast], [role=status]')].map((one) => one.textContent)).toContain(
      '未提出: 三浦 航太',
    ),
  )
})

it("the palette lists the team's matching texts below the commands, with a link to the search", async () => {
  const { user, find } = await open('/', { 'GET /search': { status: 200, body: { results: [found], next: null } } })
  await find('設定')
  const marked = await screen.findByText('設定', { selector: 'mark' })
  expect(options().slice(-2)).toEqual(['設定を見直す10/22 早川 蓮', searchAll('設定')])
  await user.click(marked)
  await closed()
  expect(address() + location.hash).toBe('/?date=2026-10-22&words=%E8%A8%AD%E5%AE%9A#report-rens')
  await find('設定{Shift>}{Enter}{/Shift}')
  await closed()
  expect(address()).toBe('/search?q=%E8%A8%AD%E5%AE%9A')
})

it('the palette opens the report form from any screen', async () => {
  const { find } = await open('/settings')
  await find('日報を書く{Enter}')
  expect(await screen.findByRole('textbox', { name: /昨日やったこと/u })).toBeTruthy()
  expect(address()).toBe('/')
})

it("the palette offers today's report if the shown day can no longer have one", async () => {
  const { find } = await open('/?date=2026-10-01')
  await find('日報を書く{Enter}')
  const panel = await screen.findByRole('dialog', { name: '日報を書く' })
  expect(within(panel).getByText('10月23日 金曜日')).toBeTruthy()
})

it('the palette changes the theme, lists the shortcuts and logs out', async () => {
  const { user, find } = await open()
  await find('theme{Enter}')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  delete document.documentElement.dataset['theme']
  await find('ショートカット{Enter}')
  const keys = await screen.findByRole('dialog', { name: 'ショートカット' })
  await user.click(within(keys).getByRole('button', { name: '閉じる' }))
  await find('ログアウト{Enter}')
  await waitFor(() => expect(address()).toBe('/login'))
})
