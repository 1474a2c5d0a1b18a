import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { commentDrafts } from '../../features/comments/drafts.ts'
import { reportsToSend } from '../../features/reports/queued.ts'
import { readOutbox } from '../../storage/outbox.ts'
import { members, open, today } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const filed = report({
  id: 'report',
  user_id: 'ren',
  comments: 1,
  reactions: [{ reaction: 'nice', count: 2, mine: true }],
})
const said = {
  id: 'comment',
  user_id: 'misaki',
  user_name: '佐伯 美咲',
  body: '@早川 蓮 https://example.com/a <b>見ました</b>',
  created_at: '2026-10-23T09:14:00+09:00',
  edited: true,
  mentions: ['ren'],
}
const day = () => standInServer({ members, reports: [filed], comments: [said] })
const sentTo = (server: ReturnType<typeof standInServer>, path: string) =>
  server.sent.filter(({ method, path: to }) => method !== 'GET' && to.startsWith(path))

afterEach(() => history.replaceState(null, '', '/'))

const setOnline = (server: ReturnType<typeof standInServer>, online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  server.instead = ({ path, method }) => {
    if (!online) return { status: 503 }
    return path.includes('/reactions/') || (method === 'POST' && path.endsWith('/comments'))
      ? { status: 204 }
      : undefined
  }
  fireEvent(window, new Event(online ? 'online' : 'offline'))
}

/** Opens the comments of a report, and then goes offline. */
async function offlineAtTheComments() {
  const server = day()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'コメント1件' }))
  const field = await screen.findByRole('textbox', { name: /^コメント/u })
  setOnline(server, false)
  return { server, field }
}

it('comments are shown as plain text with links (N5.02)', async () => {
  day()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'コメント1件' }))
  const thread = await screen.findByRole('region', { name: '早川 蓮さんの日報へのコメント' })
  expect((await within(thread).findByText(/見ました/u)).textContent).toBe(said.body)
  expect(within(thread).getByRole('link').getAttribute('href')).toBe('https://example.com/a')
  expect(within(thread).getByText('· 編集済み', { exact: false })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'コメント1件' }))
  expect(screen.queryByRole('region')).toBeNull()
})

it('a comment with mentions can be sent by keys only (N5.02)', async () => {
  const server = day()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'コメント1件' }))
  const field = await screen.findByRole('textbox', { name: /^コメント/u })
  await userEvent.type(field, '助かります。@小')
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['小野寺 徹'])
  await userEvent.keyboard('{Enter}{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(sentTo(server, '/daily-reports/report/comments')).toMatchObject([
      { method: 'POST', body: { body: '助かります。@小野寺 徹', mentions: ['toru'] } },
    ]),
  )
  await waitFor(() => expect(field).toHaveProperty('value', ''))
})

it('a comment that could not be sent stays, and is retried with the same id', async () => {
  const server = day()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'コメント1件' }))
  const field = await screen.findByRole('textbox', { name: /^コメント/u })
  server.instead = ({ method }) => (method === 'POST' ? { status: 500, body: { code: 'internal' } } : undefined)
  await userEvent.type(field, '読みました{Control>}{Enter}{/Control}')
  expect(await screen.findByText('送信できませんでした。もう一度お試しください。')).toBeTruthy()
  expect(field).toHaveProperty('value', '読みました')
  server.instead = () => undefined
  await userEvent.type(field, '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(field).toHaveProperty('value', ''))
  const ids = sentTo(server, '/daily-reports/report/comments').map(({ body }) => (body as { id: string }).id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

/** Sends a comment. The response is pending until the test calls the returned `answer`. */
async function commentOnItsWay() {
  const server = day()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.instead = ({ method }) => (method === 'POST' ? promise.then(() => ({ status: 204 })) : undefined)
  open()
  const thread = await screen.findByRole('button', { name: 'コメント1件' })
  await userEvent.click(thread)
  const field = await screen.findByRole('textbox', { name: /^コメント/u })
  await userEvent.type(field, '読みました{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sentTo(server, '/daily-reports/report/comments')).toHaveLength(1))
  await userEvent.click(thread)
  expect(screen.queryByRole('textbox', { name: /^コメント/u })).toBeNull()
  return { thread, answer: resolve }
}
const isKept = () => commentDrafts.read(commentDrafts.key('misaki', 'report')) !== undefined

it('a sent comment’s draft is deleted even if the thread was closed before the response', async () => {
  const { thread, answer } = await commentOnItsWay()
  expect(isKept()).toBe(true)
  answer()
  await waitFor(() => expect(isKept()).toBe(false))
  await userEvent.click(thread)
  expect(await screen.findByRole('textbox', { name: /^コメント/u })).toHaveProperty('value', '')
})

it('a reopened thread empties the comment field when the response arrives', async () => {
  const { thread, answer } = await commentOnItsWay()
  await userEvent.click(thread)
  const field = await screen.findByRole('textbox', { name: /^コメント/u })
  expect([field.getAttribute('readonly'), (field as HTMLTextAreaElement).value]).toEqual(['', '読みました'])
  answer()
  await waitFor(() => expect(field).toHaveProperty('value', ''))
  expect(field.getAttribute('readonly')).toBeNull()
})

it('a press adds a reaction, and a second press removes it (N5.03)', async () => {
  const server = day()
  server.instead = ({ path }) => (path.includes('/reactions/') ? { status: 204 } : undefined)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'コメント1件' }))
  const thread = within(await screen.findByRole('region', { name: /へのコメント$/u }))
  await userEvent.click(thread.getByRole('button', { name: 'ありがとう' }))
  await userEvent.click(thread.getByRole('button', { name: /^いいね/u }))
  await waitFor(() =>
    expect(sentTo(server, '/daily-reports/report/reactions').map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /daily-reports/report/reactions/thanks',
      'DELETE /daily-reports/report/reactions/nice',
    ]),
  )
})

it('a URL with a comment on a report opens its thread and focuses the comment (N5.02)', async () => {
  history.replaceState(null, '', '/?thread=report#comment-comment')
  day()
  open()
  const words = await screen.findByText(/見ました/u)
  await waitFor(() => expect(document.activeElement).toBe(words.closest('li')))
})

it('a URL with an older comment shows that comment and the ones after it', async () => {
  history.replaceState(null, '', '/?thread=report#comment-2')
  const comments = Array.from({ length: 15 }, (_, index) => ({ ...said, id: String(index), body: `その${index}` }))
  standInServer({ members, reports: [{ ...filed, comments: 15 }], comments })
  open()
  expect(await screen.findByText('その2')).toBeTruthy()
  expect(screen.queryByText('その1')).toBeNull()
  expect(screen.getByRole('button', { name: '前の2件を表示' })).toBeTruthy()
})

it('opening a thread marks the comments for me as read (N5.02)', async () => {
  const server = standInServer({ members, reports: [filed], comments: [said], unread: 1 })
  server.instead = ({ path }) => {
    if (path !== '/mentions/read') return
    server.unread = 0
    return { status: 204 }
  }
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'コメント1件' }))
  await waitFor(() =>
    expect(sentTo(server, '/mentions').map(({ path, body }) => [path, body])).toEqual([
      ['/mentions/read', { subject_id: 'report' }],
    ]),
  )
})

it('comments and reactions made offline are queued, and sent in order later', async () => {
  const { server, field } = await offlineAtTheComments()
  await userEvent.type(field, '電車の中です{Control>}{Enter}{/Control}')
  const waiting = (await screen.findByText('未送信です。サーバーに接続できしだい送信します。')).closest('li')!
  expect(within(waiting).getByText('電車の中です')).toBeTruthy()
  await waitFor(() => expect(field).toHaveProperty('value', ''))
  const thread = screen.getByRole('region', { name: '早川 蓮さんの日報へのコメント' })
  const nice = () => within(thread).getByRole('button', { name: /^いいね/u })
  await userEvent.click(nice())
  await waitFor(() => expect(nice().getAttribute('aria-pressed')).toBe('false'))
  server.sent.length = 0

  setOnline(server, true)
  await waitFor(() => expect(readOutbox('misaki')).toEqual([]))
  expect(sentTo(server, '/daily-reports/report').map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /daily-reports/report/comments',
    'DELETE /daily-reports/report/reactions/nice',
  ])
})

it('a report that is not sent yet offers no comments', async () => {
  const words = { ...emptyReport, yesterday_work: '', today_plan: '電車で書いた', issues: '' }
  reportsToSend.replace('misaki', { date: today, words, baseVersion: null, savedAt: 1 })
  onTestFinished(() => localStorage.clear())
  const server = day()
  server.instead = ({ method }) => (method === 'POST' ? { status: 503 } : undefined)
  open()
  await screen.findByText('未送信')
  await screen.findByRole('button', { name: 'コメント1件' })
  expect(screen.getAllByRole('button', { name: /^コメント/u })).toHaveLength(1)
  document.getElementById('report-queued')!.focus()
  await userEvent.keyboard('cr')
  expect(screen.queryByRole('region', { name: /へのコメント$/u })).toBeNull()
})

it('the unsent comment on a deleted report stays visible until it is discarded', async () => {
  const user = userEvent.setup()
  const { server, field } = await offlineAtTheComments()
  await userEvent.type(field, '見ました{Control>}{Enter}{/Control}')
  await screen.findByText('未送信です。サーバーに接続できしだい送信します。')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  server.instead = ({ method }) => (method === 'POST' ? { status: 404, body: { code: 'not_found' } } : undefined)
  fireEvent(window, new Event('online'))
  expect(await screen.findByText('コメント「見ました」は送信されていません。日報は削除されています。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'もう一度送信' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'コピー' }))
  expect(await navigator.clipboard.readText()).toBe('見ました')
  await user.click(screen.getByRole('button', { name: '破棄' }))
  expect(readOutbox('misaki')).toEqual([])
})

it('a rejected comment is retried as soon as the member asks', async () => {
  const { server, field } = await offlineAtTheComments()
  await userEvent.type(field, '見ました{Control>}{Enter}{/Control}')
  await screen.findByText(/^未送信です/u)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  server.instead = ({ method }) => (method === 'POST' ? { status: 400, body: {} } : undefined)
  fireEvent(window, new Event('online'))
  const retry = await screen.findByRole('button', { name: 'もう一度送信' })
  server.instead = ({ method, path }) => (method === 'POST' && path.endsWith('/comments') ? { status: 204 } : undefined)
  await userEvent.click(retry)
  await waitFor(() => expect(readOutbox('misaki')).toEqual([]))
  expect(sentTo(server, '/daily-reports/report/comments').at(-1)?.body).toMatchObject({ body: '見ました' })
})

it('a message says that a reaction was rejected because its report is deleted', async () => {
  const { server } = await offlineAtTheComments()
  const thread = within(screen.getByRole('region', { name: '早川 蓮さんの日報へのコメント' }))
  await userEvent.click(thread.getByRole('button', { name: '了解' }))
  await waitFor(() => expect(readOutbox('misaki')).not.toEqual([]))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  server.instead = ({ method }) => (method === 'PUT' ? { status: 404, body: { code: 'not_found' } } : undefined)
  fireEvent(window, new Event('online'))
  expect(await screen.findByText('リアクションを送信できませんでした。日報は削除されています。')).toBeTruthy()
})

it('the undo of a deleted comment is offered again after a failure', async () => {
  const server = day()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'コメント1件' }))
  const thread = within(await screen.findByRole('region', { name: /へのコメント$/u }))
  await thread.findByText(/見ました/u)
  server.instead = ({ method }) => (method === 'DELETE' ? { status: 204 } : undefined)
  await userEvent.click(thread.getByRole('button', { name: 'コメントの操作' }))
  server.comments = []
  await userEvent.click(await thread.findByRole('menuitem', { name: '削除', hidden: true }))
  await screen.findByText('コメントを削除しました')
  await waitFor(() => expect(thread.queryByText(/見ました/u)).toBeNull())
  server.instead = ({ method }) => (method === 'POST' ? { status: 500, body: {} } : undefined)
  await userEvent.click(screen.getByRole('button', { name: /^元に戻す/u }))
  expect(await screen.findByText('送信できませんでした。もう一度お試しください。')).toBeTruthy()
  server.instead = () => undefined
  await userEvent.click(await screen.findByRole('button', { name: /^元に戻す/u }))
  await waitFor(() =>
    expect(sentTo(server, '/daily-reports/report/comments').map(({ body }) => body)).toMatchObject([
      { id: 'comment' },
      { id: 'comment' },
    ]),
  )
})

it('a report offers five reactions side by side, and names who reacted (N5.03)', async () => {
  const users = Array.from({ length: 12 }, (_, index) => ({ user_id: `r${index}`, user_name: `読者 ${index}` }))
  const server = day()
  server.instead = ({ path, method }) => {
    if (!path.includes('/reactions')) return
    return method === 'GET' ? { status: 200, body: { reactions: [{ reaction: 'nice', users }] } } : { status: 204 }
  }
  open()
  const give = await screen.findByRole('button', { name: /リアクション$/u })
  await userEvent.hover(give)
  await waitFor(() => expect(give.title).toMatch(/^読者 0、.*読者 9、ほか2人$/u))
  const popover = screen.getByRole('group', { name: 'リアクション', hidden: true })
  fireEvent(popover, new Event('beforetoggle')) // happy-dom does not fire this event
  const cells = within(popover)
  expect((await cells.findAllByRole('button', { hidden: true })).map(({ title }) => title)).toEqual([
    '了解',
    'いいね',
    'ありがとう',
    '参考になった',
    '手伝えます',
  ])
  await userEvent.click(cells.getByRole('button', { name: '了解', hidden: true }))
  await waitFor(() => expect(sentTo(server, '/daily-reports/report/reactions/ok')).toMatchObject([{ method: 'PUT' }]))
})

it('J moves on from the report that has the focus or whose thread has it (N5.01)', async () => {
  const next = report({ id: 'next', user_id: 'toru', user_name: '小野寺 徹', created_at: '2026-10-23T09:30:00+09:00' })
  standInServer({ members, reports: [filed, next], comments: [said] })
  open()
  await screen.findByRole('button', { name: 'コメント1件' })
  const row = (id: string) => document.getElementById(`report-${id}`)
  await userEvent.keyboard('jr')
  const field = await screen.findByRole('textbox', { name: /^コメント/u })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.keyboard('@小{Escape}')
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(row('report'))
  const thread = within(screen.getByRole('region', { name: /へのコメント$/u }))
  thread.getByRole('button', { name: '了解' }).focus()
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(row('next'))
  thread.getByRole('button', { name: '了解' }).focus()
  await userEvent.keyboard('c')
  expect(screen.queryByRole('region', { name: /へのコメント$/u })).toBeNull()
  expect(document.activeElement).toBe(row('report'))
})

it.each([
  ['Enter on the button of a report with comments', 1, '{Enter}', true],
  ['C on a report with comments', 1, 'c', true],
  ['a click on a report with comments', 1, undefined, false],
  ['a click on a report without comments', 0, undefined, true],
])(
  'opening a thread focuses its field or keeps the focus on the button: %s (WCAG 2.4.3)',
  async (_name, comments, pressed, leads) => {
    standInServer({ members, reports: [{ ...filed, comments }], comments: comments ? [said] : [] })
    open()
    const button = await screen.findByRole('button', { name: /^コメント/u })
    if (pressed) {
      button.focus()
      await userEvent.keyboard(pressed)
    } else await userEvent.click(button)
    const field = await screen.findByRole('textbox', { name: /^コメント/u })
    if (comments) await screen.findByText(/見ました/u)
    await waitFor(() => expect(document.activeElement).toBe(leads ? field : button))
  },
)

it('the focused comment field scrolls back into view after the comments above have loaded', async () => {
  const seen = vi.fn<(field: Element) => void>()
  const scrolling = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    seen(this)
  })
  onTestFinished(() => scrolling.mockRestore())
  day()
  open()
  ;(await screen.findByRole('button', { name: 'コメント1件' })).focus()
  await userEvent.keyboard('{Enter}')
  const field = await screen.findByRole('textbox', { name: /^コメント/u })
  await screen.findByText(/見ました/u)
  await waitFor(() => expect(seen).toHaveBeenCalledWith(field))
})

it('a closed thread with an unfinished comment offers to continue the comment', async () => {
  day()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'コメント1件' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /^コメント/u }), 'まだ途中')
  expect(screen.queryByRole('button', { name: 'コメントの続きを書く' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'コメント1件' }))
  await userEvent.click(await screen.findByRole('button', { name: 'コメントの続きを書く' }))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^コメント/u })
  expect(field.value).toBe('まだ途中')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.click(screen.getByRole('button', { name: '下書きを破棄' }))
  await userEvent.click(screen.getByRole('button', { name: 'コメント1件' }))
  expect(screen.queryByRole('button', { name: 'コメントの続きを書く' })).toBeNull()
})
