import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { limits } from '#contract/limits.ts'
import { member } from '#contract/testing/members.ts'
import { searchResult } from '#contract/testing/search.ts'
import { type Answer, eachOnTheDay, openApp, problem } from '../../testing/app.tsx'

const result = (id: string, parts: Partial<SearchResult> = {}) => searchResult({ id, ...parts })
const found = (results: SearchResult[], next: string | null = null): Answer => ({
  status: 200,
  body: { results, next },
})
const answers = {
  'GET /users/': { status: 200, body: [member('misaki', '佐伯', '美咲'), member('ren', '早川', '蓮')] },
  'GET /search': found([result('a'), result('b', { kind: 'insight', part: 'try', date: '2025-10-20' })]),
}
/**
 * Opens the search.
 * @param first the server's results until a test calls `answer` with other results
 */
const open = async (address = '/search', first: Answer = answers['GET /search']) => {
  let given = first
  const app = await openApp(address, { ...answers, 'GET /search': () => given })
  const field = await screen.findByRole('searchbox')
  const answer = (next: Answer) => {
    given = next
  }
  return { ...app, field, answer }
}
const links = () => screen.queryAllByRole('link').filter((link) => link.closest('ul[aria-label="検索結果"]'))
const asked = ({ sent }: Awaited<ReturnType<typeof openApp>>) =>
  sent.filter(({ call }) => call === 'GET /search').map(({ query }) => Object.fromEntries(query))

afterEach(() => {
  window.dispatchEvent(new Event('online'))
  localStorage.clear()
})
eachOnTheDay()

it('a search begins at two characters, and each result names its place', async () => {
  const app = await open()
  expect(document.activeElement).toBe(app.field)
  await app.user.type(app.field, '設')
  await app.user.type(app.field, '計')
  await waitFor(() => expect(links()).toHaveLength(2))
  expect(asked(app)).toEqual([{ q: '設計' }])
  expect(location.search).toBe('?q=%E8%A8%AD%E8%A8%88')
  const [report, insight] = links()
  expect(report!.textContent).toContain('早川 蓮10/22 木日報 · 今日予約画面の設計')
  expect(within(report!).getByText('設計').tagName).toBe('MARK')
  expect(report!.getAttribute('href')).toBe('/?date=2026-10-22&words=%E8%A8%AD%E8%A8%88#report-a')
  expect(insight!.textContent).toContain('2025年10月20日 月ふりかえり · Try')
  expect(insight!.getAttribute('href')).toBe('/?page=activity&until=2025-10-20&words=%E8%A8%AD%E8%A8%88#insight-b')
})

it('the search page explains the search before anything is typed', async () => {
  const app = await open()
  const how = () => screen.queryByText('2文字から検索できます。日報、ふりかえり、コメントが対象です。')
  expect(how()).not.toBeNull()
  await app.user.type(app.field, '設計')
  await waitFor(() => expect(links()).toHaveLength(2))
  expect(how()).toBeNull()
  await app.user.clear(app.field)
  await waitFor(() => expect(how()).not.toBeNull())
})

it('a found comment links to the thread of its report or insight', async () => {
  const comment = (id: string, about: SearchResult['about']) => result(id, { kind: 'comment', part: 'comment', about })
  await open(
    '/search?q=設計',
    found([
      comment('a', { subject: 'report', id: 'of', date: '2026-10-20' }),
      comment('b', { subject: 'insight', id: 'of', date: '2026-10-20' }),
    ]),
  )
  await waitFor(() => expect(links()).toHaveLength(2))
  expect(links().map((link) => link.getAttribute('href'))).toEqual([
    '/?date=2026-10-20&thread=of&words=%E8%A8%AD%E8%A8%88#comment-a',
    '/?page=activity&until=2026-10-20&thread=of&words=%E8%A8%AD%E8%A8%88#comment-b',
  ])
})

it('a search uses the chosen filters until they are removed', async () => {
  const app = await open('/search?q=設計')
  await waitFor(() => expect(links()).toHaveLength(2))
  await app.user.click(screen.getByRole('radio', { name: 'ふりかえり' }))
  await app.user.click(screen.getByRole('button', { name: 'メンバー' }))
  await app.user.type(screen.getByRole('combobox', { name: 'メンバーを検索' }), '早川{Enter}')
  await app.user.click(screen.getByRole('button', { name: '期間' }))
  await app.user.click(screen.getByRole('menuitem', { name: '先月' }))
  const all = { q: '設計', kind: 'insight', user_id: 'ren', from: '2026-09-01', until: '2026-09-30' }
  await waitFor(() => expect(asked(app).at(-1)).toEqual(all))
  await app.user.click(screen.getByRole('button', { name: /^9月/u }))
  await app.user.click(screen.getByRole('button', { name: /^早川 蓮/u }))
  expect(await screen.findByRole('button', { name: 'メンバー' })).toBeTruthy()
  expect(location.search).toBe('?q=%E8%A8%AD%E8%A8%88&kind=insight')
})

it('a search can be limited to the time between two days', async () => {
  const app = await open('/search?q=設計')
  await app.user.click(screen.getByRole('button', { name: '期間' }))
  await app.user.click(screen.getByRole('menuitem', { name: '期間を選ぶ' }))
  await app.user.type(screen.getByLabelText('開始日'), '2026-10-05')
  await waitFor(() => expect(asked(app).at(-1)).toEqual({ q: '設計', from: '2026-10-05' }))
  await app.user.click(screen.getByRole('button', { name: /^10月5日から/u }))
  await waitFor(() => expect(screen.queryByLabelText('開始日')).toBeNull())
})

it('loading more search results focuses the first new row', async () => {
  const full = Array.from({ length: limits.searchPage }, (_, index) => result(`a${index}`))
  const app = await open('/search?q=設計', found(full, 'more'))
  await waitFor(() => expect(links()).toHaveLength(full.length))
  app.answer(found([result('b')]))
  await app.user.click(screen.getByRole('button', { name: 'もっと見る' }))
  await waitFor(() => expect(links()).toHaveLength(full.length + 1))
  expect(asked(app).at(-1)).toEqual({ q: '設計', cursor: 'more' })
  await waitFor(() => expect(document.activeElement).toBe(links().at(-1)))
  expect(screen.queryByRole('button', { name: 'もっと見る' })).toBeNull()
})

it('a search requests further pages while the server returns pages without results', async () => {
  const pages = [found([], 'older'), found([], 'oldest'), found([result('a')])]
  const app = await openApp('/search?q=設計', { ...answers, 'GET /search': () => pages.shift()! })
  await waitFor(() => expect(links()).toHaveLength(1))
  expect(asked(app).map(({ cursor }) => cursor)).toEqual([undefined, 'older', 'oldest'])
})

it('Arrow Down moves into the search results, and / moves back into the field', async () => {
  const { user, field } = await open('/search?q=設計')
  await waitFor(() => expect(links()).toHaveLength(2))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(links()[1])
  await user.keyboard('{ArrowUp}/')
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(links()).toHaveLength(0))
  await waitFor(() => expect(location.search).toBe(''))
})

it('a search without results offers to search everywhere', async () => {
  const app = await open('/search?q=設計&kind=report', found([]))
  expect(await screen.findByText('「設計」は見つかりません')).toBeTruthy()
  app.answer(found([result('a')]))
  await app.user.click(screen.getByRole('button', { name: '条件を外す' }))
  await waitFor(() => expect(links()).toHaveLength(1))
})

it('an empty search field offers recent searches', async () => {
  const { user, field } = await open('/search?q=設計')
  await waitFor(() => expect(links()).toHaveLength(2))
  await user.click(field)
  await user.keyboard('{Enter}{Escape}')
  await user.click(await screen.findByRole('button', { name: '設計' }))
  await waitFor(() => expect(links()).toHaveLength(2))
})

it('a search with incomplete pages says that it continues, and shows all results', async () => {
  let release = () => {}
  const waiting = new Promise<void>((resolve) => {
    release = resolve
  })
  const later = async () => {
    await waiting
    return found([result('b')])
  }
  await openApp('/search?q=設計', {
    ...answers,
    'GET /search': ({ query }) => (query.get('cursor') ? later() : found([result('a')], 'older')),
  })
  await waitFor(() => expect(links()).toHaveLength(1))
  expect(screen.getAllByText('さらに古いものを検索しています').length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'もっと見る' })).toBeNull()
  release()
  await waitFor(() => expect(links()).toHaveLength(2))
  expect(screen.queryByText('さらに古いものを検索しています')).toBeNull()
})

it('a search offers to continue after the rest of a page could not be loaded', async () => {
  let isBroken = true
  const app = await openApp('/search?q=設計', {
    ...answers,
    'GET /search': ({ query }) =>
      query.get('cursor')
        ? isBroken
          ? problem(500, 'internal', 'サーバーで問題が起きました。')
          : found([result('b')])
        : found([result('a')], 'older'),
  })
  const more = await screen.findByRole('button', { name: 'もっと見る' })
  isBroken = false
  await app.user.click(more)
  await waitFor(() => expect(links()).toHaveLength(2))
})

it('a failed search says so, and can be repeated', async () => {
  const app = await open('/search?q=設計', problem(500, 'internal', 'サーバーで問題が起きました。'))
  expect(await screen.findByText('検索できませんでした')).toBeTruthy()
  app.answer(found([result('a')]))
  await app.user.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
  await waitFor(() => expect(links()).toHaveLength(1))
})

it('the search page says while offline that the search needs a connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await open('/search?q=設計', problem(503, 'busy', '混み合っています。'))
  expect(await screen.findByText('検索にはネットワーク接続が必要です')).toBeTruthy()
})
