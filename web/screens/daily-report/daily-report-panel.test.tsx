import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { emptyReport, valuesOf } from '#contract/report-fields.ts'
import { reportDrafts } from '../../features/reports/drafts.ts'
import { reportsToSend } from '../../features/reports/queued.ts'
import { button, field, key, members, open, today } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('a draft whose text another tab has submitted is not shown as unfinished', async () => {
  const mine = report({ id: 'mine', user_id: 'misaki' })
  reportDrafts.write(key, { words: valuesOf(mine), baseVersion: mine.updated_at, savedAt: 1 }, undefined)
  onTestFinished(() => localStorage.removeItem(key))
  standInServer({ members, reports: [mine] })
  open()
  await userEvent.click(await button('自分の日報を編集'))
  await screen.findByText(/に提出した自分の日報を編集しています$/u)
  expect(screen.queryByText('書きかけの下書きを表示しています')).toBeNull()
})

it('the title of the form says that the report is for yesterday', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-24T00:10:00+09:00') })
  standInServer({ members })
  open({ day: today, me: { time_zone: 'Asia/Tokyo' } })
  await screen.findByText('10月23日の日報はまだありません')
  await userEvent.keyboard('n')
  await screen.findByRole('heading', { level: 2, name: '昨日の日報を書く' })
})

it.each([
  ['morning', /^今日やること \(10月23日\)/u, /^昨日やったこと \(10月22日\)/u],
  ['evening', /^本日やったこと \(10月23日\)/u, /^明日やること \(10月24日\)/u],
] as const)(
  'both work fields’ labels have dates if the report is for another day (%s team)',
  async (time, dated, other) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-24T00:10:00+09:00') })
    standInServer({ members })
    open({ day: today, time, me: { time_zone: 'Asia/Tokyo' } })
    await screen.findByText('10月23日の日報はまだありません')
    await userEvent.keyboard('n')
    expect([(await field(dated)).name, (await field(other)).name].toSorted()).toEqual(['today_plan', 'yesterday_work'])
  },
)

it('a queued report is announced once, with a button to send it now', async () => {
  const words = { ...emptyReport, yesterday_work: '設計', today_plan: '実装', issues: '' }
  reportsToSend.replace('misaki', { date: today, words, baseVersion: null, savedAt: 1 })
  onTestFinished(() => localStorage.clear())
  const server = standInServer({ members, reports: [report({ user_id: 'ren' })] })
  server.instead = ({ method }) => (method === 'POST' ? { status: 503 } : undefined)
  open()
  await screen.findByText('書いた日報を、まだ送信できていません。')
  expect(await button('今すぐ送信')).toBeTruthy()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  await waitFor(() => expect(screen.getAllByText(/^オフラインです。/u)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: '今すぐ送信' })).toBeNull()
})

const words = { ...emptyReport, yesterday_work: '設計', today_plan: '実装', issues: '' }
it.each([
  ['下書きを残しています: 日報は別の画面で変更されました', 'another version', true],
  ['下書きを残しています: 日報は別の画面で変更されました', null, true],
  ['下書きを残しています: 日報は別の画面で変更されました', 'deleted since', false],
  ['書きかけの下書きがあります', undefined, true],
  ['書きかけの下書きがあります', null, false],
])('the page shows 「%s」 for a draft that began from %s (existing report: %s)', async (note, version, isThere) => {
  const mine = report({ id: 'mine', user_id: 'misaki' })
  const baseVersion = version === undefined ? mine.updated_at : version
  reportDrafts.write(key, { words, baseVersion, savedAt: 1 }, undefined)
  onTestFinished(() => localStorage.removeItem(key))
  standInServer({ members, reports: isThere ? [mine] : [] })
  open()
  expect(await screen.findByText(note)).toBeTruthy()
  await button('続きを書く')
})

it('unsubmitted text of another tab is mentioned only after a submit', async () => {
  onTestFinished(() => localStorage.removeItem(key))
  const mine = report({ id: 'mine', user_id: 'misaki' })
  const server = standInServer({ members, reports: [mine] })
  server.instead = ({ method, body }) => {
    if (method !== 'PUT') return undefined
    server.reports = [{ ...mine, ...(body as object), updated_at: '2026-10-23T09:41:00+09:00' }]
    return { status: 200, body: {} }
  }
  open()
  await userEvent.click(await button('自分の日報を編集'))
  await userEvent.type(await field(/^今日やること/u), ' 追記')
  const own = reportDrafts.read(key)!
  // Another tab writes the draft, but its storage event has not arrived here yet.
  reportDrafts.write(key, { ...own, words: { ...own.words, issues: '別のタブ' }, savedAt: own.savedAt + 1 }, own)
  await userEvent.click(await button(/^更新する/u))
  expect(await screen.findByText('別のタブに、提出していない内容があります')).toBeTruthy()
  expect(screen.queryByText('下書きを残しています: 日報は別の画面で変更されました')).toBeNull()
  act(() => {
    localStorage.removeItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key }))
  })
  expect(screen.queryByText('別のタブに、提出していない内容があります')).toBeNull()
})

const failed = /^レポートの送信に失敗しました/u
const drafted = { words: { ...words, issues: '' }, baseVersion: null, savedAt: 1 }

it('the error of a submit disappears if the loaded report has the same text', async () => {
  reportDrafts.write(key, drafted, undefined)
  onTestFinished(() => localStorage.removeItem(key))
  const server = standInServer({ members })
  server.instead = ({ method }) => {
    if (method !== 'POST') return undefined
    // The server saves the report, but responds with an error.
    server.reports = [report({ user_id: 'misaki', ...words })]
    return { status: 500 }
  }
  open()
  await userEvent.click(await button('続きを書く'))
  await userEvent.click(await button(/^提出する/u))
  await button(/^更新する/u)
  expect(screen.queryByText(failed)).toBeNull()
  expect((await field(/今日やること/u)).value).toBe(words.today_plan)
  await userEvent.keyboard('{Escape}')
  await button('自分の日報を編集')
  expect(screen.queryByText('書きかけの下書きがあります')).toBeNull()
})

it('the error of a failed submit stays while the server has another text', async () => {
  reportDrafts.write(key, drafted, undefined)
  onTestFinished(() => localStorage.removeItem(key))
  const server = standInServer({ members })
  server.instead = ({ method }) => {
    if (method !== 'POST') return undefined
    server.reports = [report({ user_id: 'misaki', ...words, today_plan: '別の予定' })]
    return { status: 500 }
  }
  open()
  await userEvent.click(await button('続きを書く'))
  await userEvent.click(await button(/^提出する/u))
  await screen.findByText(/別の画面から提出済みです/u)
  expect(screen.getByText(failed)).toBeTruthy()
})

it('the error of a failed edit stays even if the edit changed no text', async () => {
  const server = standInServer({ members, reports: [report({ user_id: 'misaki', ...words })] })
  server.instead = ({ method }) => (method === 'PUT' ? { status: 500 } : undefined)
  open()
  await userEvent.click(await button('自分の日報を編集'))
  await userEvent.click(await button(/^更新する/u))
  await screen.findByText(failed)
})

it.each([
  ['a gateway responds with an error', () => ({ status: 503 })],
  ['there is no response', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a report is queued if %s, and sent when the server responds again', async (_name, fail) => {
  reportDrafts.write(key, drafted, undefined)
  onTestFinished(() => localStorage.clear())
  const server = standInServer({ members })
  server.instead = ({ method }) => (method === 'POST' ? fail() : undefined)
  open()
  await userEvent.click(await button('続きを書く'))
  await userEvent.click(await button(/^提出する/u))
  await screen.findByText('書いた日報を、まだ送信できていません。')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  server.instead = () => undefined
  await userEvent.click(await button('今すぐ送信'))
  await waitFor(() => expect(server.reports.map(({ today_plan }) => today_plan)).toEqual([words.today_plan]))
})

it('saving a report closes the message about a rejected queued report', async () => {
  reportsToSend.add('misaki', { date: today, ...drafted })
  onTestFinished(() => localStorage.clear())
  const server = standInServer({ members })
  server.instead = ({ method }) =>
    method === 'POST' ? { status: 403, body: { code: 'not_a_writer', message: '提出できません。' } } : undefined
  open()
  // Both the toast and the entry of the outbox show the text.
  await waitFor(() => expect(screen.getAllByText(/提出できません。/u)).toHaveLength(2))
  server.instead = () => undefined
  await userEvent.click(await button('続きを書く'))
  await userEvent.click(await button(/^提出する/u))
  await screen.findByText('日報を提出しました')
  expect(screen.queryByText(/提出できません。/u)).toBeNull()
})
