import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Mention } from '#contract/comments.ts'
import { type Answer, eachOnTheDay, openApp, problem } from '../../testing/app.tsx'

const mention = (id: string, parts: Partial<Mention> = {}): Mention => ({
  id,
  why: 'mention',
  read: false,
  comment_id: `said-${id}`,
  subject: 'report',
  subject_id: 'of',
  date: '2026-10-22',
  user_id: 'ren',
  user_name: '早川 蓮',
  body: '@佐伯 美咲 <b>境界値</b>の一覧',
  created_at: '2026-10-23T09:14:00+09:00',
  ...parts,
})
const usual = [
  mention('a'),
  mention('b', { why: 'own', read: true }),
  mention('c', { why: 'own', subject: 'insight', read: true }),
]
const listOf = (mentions: Mention[]): Answer => ({
  status: 200,
  body: { mentions, unread: mentions.filter(({ read }) => !read).length },
})

/**
 * Opens the screen "For me" on a server that stores which comments were read.
 * @param mentions the unread comments at first
 */
const open = async (mentions = usual, address = '/mentions') => {
  let given = structuredClone(mentions)
  const readOne = (id: string) => () => {
    given = given.map((each) => (each.id === id ? { ...each, read: true } : each))
    return { status: 204 }
  }
  return openApp(address, {
    'GET /mentions': ({ query }) => {
      const from = Number(query.get('offset'))
      const { unread } = listOf(given).body as { unread: number }
      return { status: 200, body: { mentions: given.slice(from, from + Number(query.get('limit'))), unread } }
    },
    'PUT /mentions/a/read': readOne('a'),
    'POST /mentions/read': () => {
      const ids = given.filter((each) => !each.read).map(({ id }) => id)
      for (const each of given) each.read = true
      return { status: 200, body: { ids } }
    },
    'POST /mentions/unread': ({ body }) => {
      for (const each of given) if ((body as { ids: string[] }).ids.includes(each.id)) each.read = false
      return { status: 204 }
    },
  })
}
const rows = async () => within(await screen.findByRole('list', { name: '自分あて' })).getAllByRole('link')
const inNavigation = () => screen.findByRole('link', { name: /^自分あて/u })

afterEach(() => {
  window.dispatchEvent(new Event('online'))
  localStorage.clear()
})
eachOnTheDay()

it('the list of mentions shows what is for me, with the reason and a link (N5.02)', async () => {
  await open()
  const [first, own, insight] = await rows()
  expect(first!.textContent).toMatch(/^未読 /u)
  expect(first!.textContent).toContain('早川 蓮10/23 金メンション@佐伯 美咲 <b>境界値</b>の一覧')
  expect(first!.getAttribute('href')).toBe('/?date=2026-10-22&thread=of#comment-said-a')
  expect(own!.textContent).toContain('早川 蓮10/23 金自分の日報へ')
  expect(insight!.textContent).toContain('自分のふりかえりへ')
  expect(insight!.getAttribute('href')).toBe('/?page=activity&until=2026-10-22&thread=of#comment-said-c')
})

it('the navigation counts unread mentions, and one less after a mention was opened (N5.02)', async () => {
  const { user, sent } = await open()
  const link = await inNavigation()
  await within(link).findByText('未読 1件')
  await user.click((await rows())[0]!)
  await waitFor(() => expect(within(link).queryByText('未読 1件')).toBeNull())
  expect(location.search + location.hash).toBe('?date=2026-10-22&thread=of#comment-said-a')
  expect(sent.filter(({ call }) => call.startsWith('PUT'))).toHaveLength(1)
})

it('a mention links to the report that mentions me (E5.16)', async () => {
  await open([mention('a', { comment_id: null, body: '- @佐伯 美咲 **レビュー**\n・@佐伯 美咲 待ち' })])
  const [row] = await rows()
  expect(row!.textContent).toContain('日報でメンション@佐伯 美咲 レビュー\n@佐伯 美咲 待ち')
  expect(row!.getAttribute('href')).toBe('/?date=2026-10-22#report-of')
})

it('one press marks all mentions as read', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'すべて既読にする' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'すべて既読にする' })).toBeNull())
  expect(screen.queryByText('未読', { exact: false })).toBeNull()
  expect(await screen.findByText('すべて既読にしました')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^元に戻す/u }))
  expect(await screen.findByRole('button', { name: 'すべて既読にする' })).toBeTruthy()
  expect((await rows()).map((row) => row.textContent.startsWith('未読'))).toEqual([true, false, false])
})

it('loading more mentions focuses the first new row', async () => {
  const { user } = await open(Array.from({ length: 22 }, (_, index) => mention(String(index))))
  await user.click(await screen.findByRole('button', { name: 'もっと見る' }))
  await waitFor(async () => expect(await rows()).toHaveLength(22))
  expect(document.activeElement).toBe((await rows())[21])
  expect(screen.queryByRole('button', { name: 'もっと見る' })).toBeNull()
})

it('an empty list of mentions explains what will appear', async () => {
  await open([])
  expect(await screen.findByText('自分あてのコメントはまだありません')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'すべて既読にする' })).toBeNull()
})

it('the page offers a retry if the mentions could not be loaded', async () => {
  let given = problem(500, 'internal', 'サーバーで問題が起きました。')
  const { user } = await openApp('/mentions', { 'GET /mentions': () => given })
  expect(await screen.findByText('自分あてのコメントを読み込めませんでした')).toBeTruthy()
  given = listOf(usual)
  await user.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
  expect(await rows()).toHaveLength(3)
})

it('the page says that the browser is offline if mentions cannot be loaded without a network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await openApp('/mentions', { 'GET /mentions': problem(503, 'busy', '混み合っています。') })
  expect(await screen.findByText('オフラインです', { exact: false })).toBeTruthy()
})
