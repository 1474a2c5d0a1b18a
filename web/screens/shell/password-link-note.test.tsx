import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'

eachOnTheDay()

type Link = (typeof me.password_links)[number]
const open = (...password_links: Link[]) =>
  openApp('/', { 'GET /users/me': { status: 200, body: { ...me, password_links } } })
const note = () => screen.queryByText(/管理者.*パスワード/u)

test.each([
  [
    { made_at: '2026-10-20T09:00:00+09:00', used_at: null, made_by: null },
    /^10月20日に、管理者が.*リンクを作成しました/u,
  ],
  [
    { made_at: '2026-10-20T09:00:00+09:00', used_at: '2026-10-21T09:00:00+09:00', made_by: '白川 悠' },
    /^10月21日に、管理者の白川 悠さんが.*変更されました/u,
  ],
])('a note tells the member about a password link, with its date (%#, E1.06)', async (link, words) => {
  const { user } = await open(link)
  expect(await screen.findByText(words)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'パスワードを変更' }))
  expect(location.pathname).toBe('/settings')
})

test('a closed note about a password link stays closed in this browser until the link is used', async () => {
  const made = { made_at: '2026-10-20T09:00:00+09:00', used_at: null, made_by: null }
  const { user } = await open(made)
  await waitFor(() => expect(note()).toBeTruthy())
  await user.click(screen.getByRole('button', { name: '閉じる' }))
  expect(note()).toBeNull()
  cleanup()
  await open({ ...made, used_at: '2026-10-21T09:00:00+09:00' })
  await waitFor(() => expect(note()).toBeTruthy())
})

test('no note is shown about a password link older than thirty days', async () => {
  await open({ made_at: '2026-09-01T09:00:00+09:00', used_at: null, made_by: null })
  await screen.findByRole('button', { name: /佐伯 美咲/u })
  expect(note()).toBeNull()
})

test('the note shows each password link, and closing one leaves the others', async () => {
  const used = { made_at: '2026-10-20T09:00:00+09:00', used_at: '2026-10-20T09:10:00+09:00', made_by: '白川 悠' }
  const { user } = await open({ made_at: '2026-10-21T09:00:00+09:00', used_at: null, made_by: '森 空' }, used)
  expect(await screen.findByText(/森 空/u)).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: '閉じる' })[0]!)
  expect(screen.queryByText(/森 空/u)).toBeNull()
  expect(screen.getByText(/白川 悠/u)).toBeTruthy()
})
