// @ts-expect-error The types for pages lack Node's modules. Node's locks stand in for `navigator.locks`.
import { locks as nodeLocks } from 'node:worker_threads'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { expect, it, onTestFinished, vi } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import messages from '../../../locales/ja.json' with { type: 'json' }
import { useOutbox } from '../../api/use-outbox.ts'
import { type Answer, type Answers, answering, me, problem } from '../../testing/app.tsx'
import { report } from '../../testing/server.ts'
import { Toaster } from '../../ui/toast.tsx'
import { readOutbox } from '../../storage/outbox.ts'
import { type StoredReportDraft, reportDrafts } from './drafts.ts'
import { forgetQueued, type QueuedReport, reportsToSend } from './queued.ts'
import { useQueuedReport } from './use-queued-reports.ts'
import { useReportSender } from './use-report-sender.ts'

const words = { ...emptyReport, yesterday_work: '設計', today_plan: '実装', issues: '' }
const queued: QueuedReport = { date: '2026-10-23', words, baseVersion: null, savedAt: Date.UTC(2026, 9, 23) }
const key = reportDrafts.key('misaki', '2026-10-23')
const keep = (report: Partial<QueuedReport> = {}) => void reportsToSend.replace('misaki', { ...queued, ...report })
const waiting = () => reportsToSend.among(readOutbox('misaki')).map(({ work }) => work)
const writesIn = (sent: ReturnType<typeof answering>) => sent.filter(({ call }) => !call.startsWith('GET'))

function Providers({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="ja" messages={messages} timeZone="Asia/Tokyo">
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </IntlProvider>
  )
}

function Sender({ userId }: { userId: string }) {
  useOutbox(userId, [useReportSender(userId)])
  return (
    <Toaster label="notifications" closeLabel="close" nothingToUndo="元に戻せる操作はありません" lifetime={60_000} />
  )
}

function open(answers: Answers = {}, userId = 'misaki') {
  const sent = answering({ 'POST /daily-reports': { status: 201 }, ...answers })
  render(<Sender userId={userId} />, { wrapper: Providers })
  return sent
}

const setOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

it('queued reports are sent in order', async () => {
  keep({ date: '2026-10-22' })
  keep()
  const sent = open()
  expect(await screen.findByText('10月23日の日報を送信しました')).toBeTruthy()
  expect(writesIn(sent).map(({ body }) => (body as { report_date: string }).report_date)).toEqual([
    '2026-10-22',
    '2026-10-23',
  ])
  await waitFor(() => expect(waiting()).toEqual([]))
})

it('a sent report refetches the reports and no other queries', async () => {
  keep()
  answering({ 'POST /daily-reports': { status: 201 } })
  const read: string[] = []
  function Day() {
    useQuery({ queryKey: ['reports', '2026-10-23'], queryFn: () => read.push('reports') })
    useQuery({ queryKey: ['insights'], queryFn: () => read.push('insights') })
    useOutbox('misaki', [useReportSender('misaki')])
    return (
      <Toaster label="notifications" closeLabel="close" nothingToUndo="元に戻せる操作はありません" lifetime={60_000} />
    )
  }
  render(<Day />, { wrapper: Providers })
  expect(await screen.findByText('10月23日の日報を送信しました')).toBeTruthy()
  await waitFor(() => expect(read).toEqual(['reports', 'insights', 'reports']))
})

it('a queued report is sent only when there is a network', async () => {
  setOnline(false)
  keep()
  const sent = open()
  expect(sent).toEqual([])
  act(() => setOnline(true))
  await waitFor(() => expect(waiting()).toEqual([]))
  act(() => keep({ savedAt: 3 }))
  await waitFor(() => expect(writesIn(sent)).toHaveLength(2))
})

const edit: StoredReportDraft = {
  words: { ...words, today_plan: '続き' },
  began: words,
  baseVersion: '2026-10-23T00:00:00.000Z',
  savedAt: 3,
}

it('an unfinished edit of a queued report stays when the report is sent', async () => {
  keep()
  reportDrafts.write(key, edit, undefined)
  open()
  expect(await screen.findByText('10月23日の日報を送信しました')).toBeTruthy()
  expect(reportDrafts.read(key)).toEqual(edit)
})

it('a draft with the same text as the sent report is removed', async () => {
  keep()
  reportDrafts.write(key, { ...edit, words }, undefined)
  open()
  expect(await screen.findByText('10月23日の日報を送信しました')).toBeTruthy()
  expect(reportDrafts.read(key)).toBeUndefined()
})

it.each([
  ['replaced', () => keep({ savedAt: 3 }), [3]],
  ['withdrawn', () => forgetQueued('misaki', '2026-10-23'), []],
])('a rejected report does not become a draft if it was %s during the request', async (_how, change, left) => {
  keep()
  let isFirst = true
  open({
    'POST /daily-reports': () => {
      if (isFirst) change()
      const answer = { status: isFirst ? 400 : 503 }
      isFirst = false
      return answer
    },
  })
  expect(await screen.findByText(/レポートの送信に失敗しました/u)).toBeTruthy()
  expect(reportDrafts.read(key)).toBeUndefined()
  expect(waiting().map(({ savedAt }) => savedAt)).toEqual(left)
})

it('a tab waits while another tab sends, and skips reports that are already handled', async () => {
  const locks: LockManager = nodeLocks
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  const otherTab = Promise.withResolvers<void>()
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'locks')
    otherTab.resolve()
  })
  const isWaiting = async () => (await locks.query()).pending!.length > 0
  const isOver = locks.request('asakai_outbox_sender', () => otherTab.promise)

  const sent = open()
  expect(await isWaiting(), 'with nothing to send').toBe(false)
  act(() => ['2026-10-21', '2026-10-22', '2026-10-23'].forEach((date) => keep({ date })))
  await waitFor(async () => expect(await isWaiting()).toBe(true))
  expect(writesIn(sent)).toEqual([])
  // The storage events for these changes have not arrived yet.
  for (const date of ['2026-10-21', '2026-10-22']) forgetQueued('misaki', date)
  otherTab.resolve()
  await isOver

  expect(await screen.findByText('10月23日の日報を送信しました')).toBeTruthy()
  expect(writesIn(sent)).toMatchObject([{ body: { report_date: '2026-10-23' } }])
})

it('a queued report becomes a draft again if the report on the server has changed', async () => {
  keep()
  const other = report({ user_id: 'misaki', today_plan: '別の計画' })
  const sent = open({ 'GET /daily-reports': { status: 200, body: { reports: [other], total: 1 } } })
  expect(await screen.findByText(/下書きに残っています/u)).toBeTruthy()
  expect(reportDrafts.read(key)).toMatchObject({ words, baseVersion: null })
  expect(writesIn(sent)).toEqual([])
})

it('the edit of a queued report keeps its original version if the report on the server has changed', async () => {
  const began = { ...words, issues: '前の困りごと' }
  keep({ baseVersion: 'earlier', began })
  reportDrafts.write(key, edit, undefined)
  const other = report({ user_id: 'misaki', today_plan: '別の計画' })
  open({ 'GET /daily-reports': { status: 200, body: { reports: [other], total: 1 } } })
  expect(await screen.findByText(/下書きに残っています/u)).toBeTruthy()
  expect(reportDrafts.read(key)).toMatchObject({ words: edit.words, began, baseVersion: 'earlier' })
})

it.each([
  [problem(404, 'not_found', '日報がありません。'), '日報がありません。'],
  [{ status: 400 }, 'レポートの送信に失敗しました'],
] as [Answer, string][])(
  'a rejected queued report becomes a draft again, and the reason is shown (%#)',
  async (answer, sentence) => {
    keep()
    open({ 'POST /daily-reports': answer })
    expect(await screen.findByText(new RegExp(sentence, 'u'))).toBeTruthy()
    expect(reportDrafts.read(key)).toMatchObject({ words, baseVersion: null })
  },
)

it('a queued report is retried while the server is unreachable', async () => {
  vi.useFakeTimers()
  const log = vi.spyOn(console, 'info')
  keep()
  let isAway = true
  const sent = answering({ 'POST /daily-reports': () => ({ status: isAway ? 503 : 201 }) })
  const { unmount } = render(<Sender userId="misaki" />, { wrapper: Providers })
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(writesIn(sent)).toHaveLength(1)
  expect(waiting()).toEqual([queued])
  expect(log).toHaveBeenCalledWith('An entry of the outbox could not be sent', expect.objectContaining({ status: 503 }))
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(writesIn(sent)).toHaveLength(2)
  unmount()
  isAway = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(writesIn(sent)).toHaveLength(2)
  vi.useRealTimers()
})

it('a queued report is shown to its author only', () => {
  keep()
  const shown = (date: string, own?: ReturnType<typeof report>) =>
    renderHook(() => useQueuedReport(me, date, own)).result.current
  expect(shown('2026-10-22')).toBeUndefined()
  expect(renderHook(() => useQueuedReport(undefined, '2026-10-23', undefined)).result.current).toBeUndefined()
  const own = report({ id: 'mine', user_id: 'misaki', status: 'edited' })
  expect(shown('2026-10-23')).toMatchObject({
    ...words,
    id: 'queued',
    status: 'submitted',
    user_id: 'misaki',
    user_name: '佐伯 美咲',
    report_date: '2026-10-23',
    created_at: '2026-10-23T00:00:00.000Z',
  })
  expect(shown('2026-10-23', own)).toEqual({
    ...own,
    ...words,
    report_date: '2026-10-23',
    updated_at: '2026-10-23T00:00:00.000Z',
  })
})
