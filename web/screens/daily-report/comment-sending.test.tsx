import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { commentDrafts } from '../../features/comments/drafts.ts'
import { members, open } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

// In these tests the server responds late to a comment, and its author types more text before the response.

const said = {
  id: 'comment',
  user_id: 'misaki',
  user_name: '佐伯 美咲',
  body: '見ました',
  created_at: '2026-10-23T09:14:00+09:00',
  edited: false,
  mentions: [],
}
const day = () =>
  standInServer({ members, reports: [report({ id: 'report', user_id: 'ren', comments: 1 })], comments: [said] })
const sentTo = (server: ReturnType<typeof standInServer>, path: string) =>
  server.sent.filter(({ method, path: to }) => method !== 'GET' && to.startsWith(path))

/** Sends a comment. The server responds when the test calls the returned `resolve`. */
async function sendComment() {
  const server = day()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.instead = ({ method }) => (method === 'POST' ? promise.then(() => ({ status: 204 })) : undefined)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'コメント1件' }))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^コメント/u })
  await userEvent.type(field, '読みました{Control>}{Enter}{/Control}')
  expect(await screen.findByRole('button', { name: /送信中…$/u })).toBeTruthy()
  return { server, field, resolve }
}

it.each([
  ['、追記', '、追記'],
  ['{Control>}a{/Control}次の文', '次の文'],
])('text typed while a comment is being sent stays in the field: %s', async (typed, left) => {
  const { server, field, resolve } = await sendComment()
  await userEvent.keyboard(typed)
  resolve()
  await waitFor(() => expect(field.value).toBe(left))
  expect(screen.queryByRole('button', { name: /送信中/u })).toBeNull()
  expect(commentDrafts.read(commentDrafts.key('misaki', 'report'))?.body).toBe(left)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(field.value).toBe(''))
  const sent = sentTo(server, '/daily-reports/report/comments').map(({ body }) => body as { id: string; body: string })
  expect(sent.map(({ body }) => body)).toEqual(['読みました', left])
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
})

it('an edited comment stays open with the text typed while it was being sent', async () => {
  const server = day()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.instead = ({ method, path }) =>
    method === 'PUT' && path.startsWith('/comments/')
      ? promise.then(() => {
          server.comments = [{ ...said, body: `${said.body}。` }]
          return { status: 204 }
        })
      : undefined
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'コメント1件' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '編集', hidden: true }))
  await userEvent.keyboard('。{Control>}{Enter}{/Control}')
  const field = document.activeElement as HTMLTextAreaElement
  await screen.findByRole('button', { name: /送信中…$/u })
  await userEvent.keyboard('追記')
  resolve()
  await waitFor(() => expect(screen.queryByRole('button', { name: /送信中/u })).toBeNull())
  expect(field.value).toBe(`${said.body}。追記`)
  expect(screen.queryByText(/別の場所|ほかの/u)).toBeNull()
})

it('a comment that is being sent does not remove what another tab has written', async () => {
  const { field, resolve } = await sendComment()
  const key = commentDrafts.key('misaki', 'report')
  const other = { ...commentDrafts.read(key)!, body: '別のタブ', savedAt: Date.now() + 1_000 }
  const newValue = JSON.stringify(other)
  localStorage.setItem(key, newValue)
  fireEvent(window, new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  await waitFor(() => expect(field.value).toBe('別のタブ'))
  resolve()
  await waitFor(() => expect(screen.queryByRole('button', { name: /送信中/u })).toBeNull())
  expect(commentDrafts.read(key)).toMatchObject({ body: '別のタブ', savedAt: other.savedAt })
})
