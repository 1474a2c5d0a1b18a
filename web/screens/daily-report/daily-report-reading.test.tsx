import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { DayReport } from '#contract/reports.ts'
import { noteModal } from '../../platform/modals.ts'
import { members, open, today } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const unread = { read: false }
const own = (parts: Partial<DayReport> = {}) =>
  report({ id: 'own', user_id: 'misaki', user_name: '佐伯 美咲', readers: [], ...parts })
const early = report({ id: 'early', user_name: '早川 蓮', created_at: '2026-10-23T08:10:00+09:00', ...unread })
const late = report({ id: 'late', user_name: '中原 紗季', created_at: '2026-10-23T09:10:00+09:00', ...unread })
const changed = report({
  id: 'changed',
  user_name: '藤井 ゆかり',
  status: 'edited',
  updated_at: '2026-10-23T09:38:00+09:00',
  changed: true,
})

/** The observers of the page, through which a test makes reports visible, because happy-dom has no layout. */
const observers: { callback: IntersectionObserverCallback; seen: Element[] }[] = []
beforeEach(() => {
  observers.length = 0
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      own: (typeof observers)[number]
      constructor(callback: IntersectionObserverCallback) {
        observers.push((this.own = { callback, seen: [] }))
      }
      observe(element: Element) {
        this.own.seen.push(element)
      }
      disconnect() {
        this.own.seen = []
      }
    },
  )
})
function bringIntoView(id: string, intersectionRatio = 1) {
  for (const { callback, seen } of observers) {
    const entries = seen
      .filter((element) => element.id === `report-${id}`)
      .map((target) => ({ target, intersectionRatio, intersectionRect: { height: 0 }, rootBounds: { height: 800 } }))
    callback(entries as unknown as IntersectionObserverEntry[], undefined!)
  }
}

const lines = async () => {
  const table = await screen.findByRole('table', { name: 'メンバーの日報' })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryByRole('rowheader')?.querySelector('p')?.textContent ?? row.textContent)
}
const said = ({ sent }: ReturnType<typeof standInServer>) =>
  sent.filter(({ path }) => path.endsWith('/read')).map(({ method, path }) => `${method} ${path}`)
const serve = (...reports: DayReport[]) => {
  const server = standInServer({ members, reports })
  server.instead = ({ path }) => (path.endsWith('/read') ? { status: 204 } : undefined)
  return server
}

it('unread reports come first by time, then the read ones with mine first (N5.01)', async () => {
  serve(changed, late, own(), early)
  open()
  expect(await lines()).toEqual([
    '前回開いてからの新しい日報未読 2件·すべて既読にする⇧ E',
    '早川 蓮',
    '中原 紗季',
    'そのほかの日報',
    '佐伯 美咲自分',
    '藤井 ゆかり',
  ])
  expect(screen.getByRole('rowheader', { name: /未読 早川 蓮/u })).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: /読んだ後に変更 藤井 ゆかり/u }).textContent).toContain('9:38に変更')
})

it('the reports are not grouped if none is unread', async () => {
  serve(own(), changed)
  open()
  expect(await lines()).toEqual(['佐伯 美咲自分', '藤井 ゆかり'])
})

/**
 * Returns, for each line above a group of reports, the number in its text and the number of unread reports below it.
 */
async function counts() {
  const table = await screen.findByRole('table', { name: 'メンバーの日報' })
  const groups: { said: number; marked: number }[] = []
  for (const row of within(table).getAllByRole('row').slice(1)) {
    const header = within(row).queryByRole('rowheader')
    if (!header) groups.push({ said: Number(/未読 (\d+)件/u.exec(row.textContent)?.[1] ?? 0), marked: 0 })
    else if (header.textContent.startsWith('未読')) {
      if (groups.length === 0) groups.push({ said: 0, marked: 0 })
      groups.at(-1)!.marked += 1
    }
  }
  return groups
}

it.each([
  ['one new report', [early, late, own(), changed], ['early'], 1],
  ['all new reports', [early, late, own(), changed], ['early', 'late'], 0],
  ['a report that was read before', [early, own(), { ...late, read: true }], ['late'], 2],
  ['a new and an old report', [early, own(), { ...late, read: true }], ['early', 'late'], 1],
  [
    'one of several reports that were read before',
    [own(), { ...early, read: true }, { ...late, read: true }],
    ['late'],
    1,
  ],
])('pressing E on %s updates the unread count above the reports (N5.01)', async (_name, reports, pressed, left) => {
  serve(...reports)
  open()
  await lines()
  for (const id of pressed) {
    document.getElementById(`report-${id}`)!.focus()
    await userEvent.keyboard('e')
  }
  await waitFor(async () => expect((await counts()).reduce((sum, { marked }) => sum + marked, 0)).toBe(left))
  for (const { said: count, marked } of await counts()) expect(count).toBe(marked)
  expect(screen.queryAllByRole('button', { name: 'すべて既読にする' })).toHaveLength(left > 0 ? 1 : 0)
  expect(screen.queryAllByText('すべて既読です')).toHaveLength(left > 0 ? 0 : 1)
})

it('the unread count stays correct after a report was deleted and restored (N5.01)', async () => {
  const server = serve(early, late, own())
  open()
  await screen.findByText('未読 2件')
  const reread = () => fireEvent(window, new Event('visibilitychange'))
  server.reports = [late, own()]
  reread()
  await screen.findByText('未読 1件')
  server.reports = [early, late, own()]
  reread()
  await screen.findByText('未読 2件')
  for (const { said: count, marked } of await counts()) expect(count).toBe(marked)
})

it('a report that was visible for two seconds is marked as read without moving', async () => {
  const server = serve(early, late, changed)
  open()
  await screen.findByText('未読 2件')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  bringIntoView('early')
  bringIntoView('changed')
  bringIntoView('late', 0.3)
  await vi.advanceTimersByTimeAsync(1_900)
  expect(said(server)).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  await screen.findByText('未読 1件')
  await waitFor(() =>
    expect(said(server).sort()).toEqual(['PUT /daily-reports/changed/read', 'PUT /daily-reports/early/read']),
  )
  expect(await lines()).toEqual([
    '前回開いてからの新しい日報未読 1件·すべて既読にする⇧ E',
    '早川 蓮',
    '中原 紗季',
    'そのほかの日報',
    '藤井 ゆかり',
  ])
})

it('a report behind a dialog is not marked as read', async () => {
  const server = serve(early)
  open()
  await screen.findByText('未読 1件')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const close = noteModal(document.createElement('dialog'))
  bringIntoView('early')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(said(server)).toEqual([])
  close()
  await vi.advanceTimersByTimeAsync(1_000)
  noteModal(document.createElement('dialog'))()
  await vi.advanceTimersByTimeAsync(1_900)
  expect(said(server)).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  await waitFor(() => expect(said(server)).toEqual(['PUT /daily-reports/early/read']))
})

it('J and K move between reports, and a report marked as unread with E stays unread', async () => {
  const server = serve(early, late)
  open()
  await screen.findByText('未読 2件')
  const row = (id: string) => document.getElementById(`report-${id}`)
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(row('early'))
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(row('late'))
  await userEvent.keyboard('k')
  expect(document.activeElement).toBe(row('early'))
  await userEvent.keyboard('e')
  await screen.findByText('未読 1件')
  await userEvent.keyboard('e')
  await screen.findByText('未読 2件')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  bringIntoView('early')
  await vi.advanceTimersByTimeAsync(2_100)
  await waitFor(() =>
    expect(said(server)).toEqual(['PUT /daily-reports/early/read', 'DELETE /daily-reports/early/read']),
  )
  expect(screen.getByText('未読 2件')).toBeTruthy()
})

it('the first press of J skips my own report', async () => {
  serve(own(), { ...early, read: true })
  open()
  await lines()
  await userEvent.keyboard('j')
  expect(document.activeElement?.id).toBe('report-early')
  await userEvent.keyboard('k')
  expect(document.activeElement?.id).toBe('report-own')
})

it('one press marks all reports as read, and can be undone', async () => {
  const server = serve(early, late, changed)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'すべて既読にする' }))
  await screen.findByText('2件を既読にしました')
  await waitFor(() => expect(said(server)).toEqual(['POST /daily-reports/read']))
  expect(server.sent.find(({ path }) => path === '/daily-reports/read')?.body).toEqual({ date: today })
  await userEvent.click(screen.getByRole('button', { name: /^元に戻す/u }))
  await screen.findByText('未読 2件')
  await waitFor(() =>
    expect(said(server).slice(1)).toEqual(['DELETE /daily-reports/early/read', 'DELETE /daily-reports/late/read']),
  )
})

it('read marks made offline are stored and sent later', async () => {
  const server = serve(early)
  open()
  await screen.findByText('未読 1件')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  await userEvent.keyboard('je')
  await waitFor(() => expect(screen.queryByText('未読 1件')).toBeNull())
  expect(said(server)).toEqual([])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(said(server)).toEqual(['PUT /daily-reports/early/read']))
  await waitFor(() => expect(localStorage.getItem('asakai_reads:misaki')).toBeNull())
})

it('the author sees how many have read the report, and up to seven names at first', async () => {
  const readers = Array.from({ length: 9 }, (_, index) => ({ user_id: `r${index}`, user_name: `読者 ${index}` }))
  serve(own({ readers }))
  open()
  await userEvent.click(await screen.findByRole('button', { name: '9人が既読' }))
  expect(screen.getAllByRole('img').map((face) => face.getAttribute('aria-label'))).toEqual(
    readers.slice(0, 7).map(({ user_name }) => user_name),
  )
  await userEvent.click(screen.getByRole('button', { name: 'ほか2人' }))
  expect(screen.getByText('読者 8')).toBeTruthy()
})

it('a report that an import replaced names the importer instead of an edit (E4.15)', async () => {
  serve(own({ status: 'edited', replaced_by: '中原 紗季' }), { ...changed, replaced_by: null })
  open()
  const table = await screen.findByRole('table', { name: 'メンバーの日報' })
  expect(within(table).getByText('· 中原 紗季さんの取り込みで置き換え', { exact: false })).toBeTruthy()
  expect(within(table).queryByText('編集済み', { exact: false })).toBeNull()
  expect(within(table).getByText(/9:38に変更$/u)).toBeTruthy()
})
