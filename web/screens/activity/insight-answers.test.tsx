import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import { insight } from '#contract/testing/insights.ts'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'
import { dispatch } from '../../testing/show.tsx'

const noted = insight({ id: 'noted', comments: 1 })
const said: Comment = {
  id: 'comment',
  user_id: me.id,
  user_name: '佐伯 美咲',
  body: '続けましょう。',
  created_at: '2026-10-23T09:14:00+09:00',
  edited: false,
  mentions: [],
}
const place = '/insights/noted/comments'

async function open(address = '/?page=activity') {
  const comments = [said]
  const { sent, user } = await openApp(address, {
    'GET /activity': { status: 200, body: { entries: [], next: null } },
    'GET /insights/': () => ({ status: 200, body: { insights: [{ ...noted, comments: comments.length }] } }),
    [`GET ${place}`]: () => ({ status: 200, body: { comments } }),
    [`POST ${place}`]: ({ body }) => {
      if (!navigator.onLine) return { status: 503 }
      comments.push({ ...said, ...(body as Comment), user_name: me.first_name ?? '' })
      return { status: 201, body: comments.at(-1) }
    },
  })
  const count = await screen.findByRole('button', { name: 'コメント1件' })
  return { user, count, calls: () => sent.map(({ call }) => call), sent }
}
const thread = () => screen.findByRole('region', { name: '早川 蓮さんのふりかえりへのコメント' })

afterEach(() => {
  window.dispatchEvent(new Event('online'))
})
eachOnTheDay()

it('an insight shows its number of comments, and loads them when opened (N5.02)', async () => {
  const { user, count, calls } = await open()
  expect(calls()).not.toContain(`GET ${place}`)
  await user.click(count)
  expect(await within(await thread()).findByText('続けましょう。')).toBeTruthy()
  expect(within(await thread()).queryByRole('button', { name: /いいね|了解/u })).toBeNull()
  await user.click(count)
  expect(screen.queryByRole('region', { name: /へのコメント/u })).toBeNull()
})

it('a URL with a comment on an insight opens its thread and focuses the comment (N5.02)', async () => {
  await open('/?page=activity&thread=noted#comment-comment')
  const words = await within(await thread()).findByText('続けましょう。')
  await waitFor(() => expect(document.activeElement).toBe(words.closest('li')))
})

it('a comment on an insight can be sent by keys only (N5.02)', async () => {
  const { user, sent } = await open()
  screen.getByRole('row', { name: /小さなPR/u }).focus()
  await user.keyboard('r')
  const field = await screen.findByRole('textbox', { name: /^コメント/u })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('助かります{Control>}{Enter}{/Control}')
  expect(await within(await thread()).findByText('助かります')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'コメント2件' })).toBeTruthy()
  expect(sent.find(({ call }) => call === `POST ${place}`)?.body).toMatchObject({ body: '助かります', mentions: [] })
  screen.getByRole('row', { name: /小さなPR/u }).focus()
  await user.keyboard('c')
  expect(screen.queryByRole('region', { name: /へのコメント/u })).toBeNull()
})

it('a comment on an insight written offline is shown at once and sent later', async () => {
  const { user, count, sent } = await open()
  await user.click(count)
  const field = await screen.findByRole('textbox', { name: /^コメント/u })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatch(new Event('offline'))
  await user.type(field, '残る言葉{Control>}{Enter}{/Control}')
  expect(await within(await thread()).findByText('未送信です。サーバーに接続できしだい送信します。')).toBeTruthy()
  expect(within(await thread()).getByText('残る言葉')).toBeTruthy()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  dispatch(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/^未送信です/u)).toBeNull())
  expect(within(await thread()).getByText('残る言葉')).toBeTruthy()
  const ids = sent.filter(({ call }) => call === `POST ${place}`).map(({ body }) => (body as Comment).id)
  expect(new Set(ids).size).toBe(1)
})

it('an unfinished edit of a comment is offered at the insight and at the comment', async () => {
  const { user, count } = await open()
  await user.click(count)
  await user.click(within(await thread()).getByRole('button', { name: /の操作$|操作/u }))
  await user.click(await screen.findByRole('menuitem', { name: '編集' }))
  await user.type(within(await thread()).getAllByRole('textbox')[0]!, 'まだ途中')
  await user.click(count)
  await user.click(await screen.findByRole('button', { name: 'コメントの続きを書く' }))
  await user.click(await within(await thread()).findByRole('button', { name: 'コメントの続きを書く' }))
  const fields = within(await thread()).getAllByRole<HTMLTextAreaElement>('textbox')
  expect(fields[0]!.value).toBe('続けましょう。まだ途中')
})
