import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { reportDrafts } from '../../features/reports/drafts.ts'
import { reportsToSend } from '../../features/reports/queued.ts'
import { readOutbox } from '../../storage/outbox.ts'
import { button, field, key, members, open, panelGone, today } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const words = { ...emptyReport, yesterday_work: '設計', today_plan: '電車の中の計画', issues: '' }
let server: ReturnType<typeof standInServer>

const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  fireEvent(window, new Event(isOnline ? 'online' : 'offline'))
}

/** Opens a day with a queued report of the member, and a new report by another member. */
beforeEach(async () => {
  setOnline(false)
  reportsToSend.replace('misaki', { date: today, words, baseVersion: null, savedAt: 1 })
  server = standInServer({ members, reports: [report({ id: 'ren', user_id: 'ren', today_plan: '相手の計画' })] })
  open()
  await screen.findByText('相手の計画')
  return () => {
    vi.restoreAllMocks()
    localStorage.clear()
  }
})

const queuedPlans = () => reportsToSend.among(readOutbox('misaki')).map(({ work }) => work.words.today_plan)
const openPanel = async () => {
  await userEvent.click(await button('自分の日報を編集'))
  await screen.findByText('この日報は送信待ちです。書き換えたら、もう一度提出してください。')
}
const plan = () => field(/^今日やること/u)
const closePanel = async (name: string) => {
  await userEvent.click(await button(name))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const mine = () => server.reports.filter(({ user_id }) => user_id === 'misaki').map(({ today_plan }) => today_plan)

it('a queued report is shown above the new reports', () => {
  const first = screen.getAllByRole('row').find((row) => row.id.startsWith('report-'))
  expect(first?.id).toBe('report-queued')
})

it('a queued report is not shown as a draft', async () => {
  await openPanel()
  expect(screen.getByRole('heading', { level: 2, name: '日報を編集' })).toBeTruthy()
  expect(screen.queryByText(/下書き/u)).toBeNull()
})

it.each(['キャンセル', '閉じる'])('a queued report stays in the queue after a press on 「%s」', async (name) => {
  await openPanel()
  await closePanel(name)
  expect(queuedPlans()).toEqual([words.today_plan])
  expect(screen.queryByText(/破棄しました/u)).toBeNull()
})

it('a queued report becomes a draft if its sending is cancelled', async () => {
  await openPanel()
  await userEvent.click(await button('送信を取り消す'))
  await screen.findByText('送信を取り消しました')
  await waitFor(async () => expect((await plan()).value).toBe(words.today_plan))
  await closePanel('閉じる')
  expect(screen.getByText('書きかけの下書きがあります')).toBeTruthy()
  expect(queuedPlans()).toEqual([])
})

it('cancelling the sending after a reverted edit keeps the text without a question', async () => {
  server.reports.push(report({ id: 'mine', user_id: 'misaki', yesterday_work: '設計', today_plan: '最初の計画' }))
  await openPanel()
  await userEvent.type(await plan(), 'を{Backspace}')
  await userEvent.click(await button('送信を取り消す'))
  await screen.findByText('送信を取り消しました')
  expect((await plan()).value).toBe(words.today_plan)
  expect(screen.queryByText(/2つの内容/u)).toBeNull()
})

it('an undo of the cancelled sending queues the report again', async () => {
  await openPanel()
  await userEvent.click(await button('送信を取り消す'))
  await screen.findByText('送信を取り消しました')
  expect(queuedPlans()).toEqual([])
  await userEvent.click(await button(/^元に戻す/u))
  expect(queuedPlans()).toEqual([words.today_plan])
})

it('a queued report is sent as submitted if its edit is abandoned', async () => {
  await openPanel()
  await userEvent.type(await plan(), 'を直す')
  await closePanel('閉じる')
  expect(screen.getByText('未送信')).toBeTruthy()
  expect(screen.getByText('書きかけの下書きがあります')).toBeTruthy()
  setOnline(true)
  await waitFor(() => expect(mine()).toEqual([words.today_plan]))
  await waitFor(() => expect(screen.queryByText('未送信')).toBeNull())
  expect(screen.getByText('書きかけの下書きがあります')).toBeTruthy()
  await userEvent.click(await button('続きを書く'))
  expect((await plan()).value).toBe('電車の中の計画を直す')
  await userEvent.click(await button(/^更新する/u))
  await waitFor(() => expect(mine()).toEqual(['電車の中の計画を直す']))
  await panelGone() // the page has handled the response, so nothing of this test runs in the next one
})

it('discarding the edit of a queued report shows the submitted text again', async () => {
  await openPanel()
  await userEvent.type(await plan(), 'を直す')
  await closePanel('閉じる')
  await userEvent.click(await button('続きを書く'))
  await userEvent.click(await button('下書きを破棄'))
  expect((await plan()).value).toBe(words.today_plan)
  expect(queuedPlans()).toEqual([words.today_plan])
})

it('a submitted edit replaces the queued report, and one report is sent', async () => {
  await openPanel()
  await userEvent.type(await plan(), 'を直す')
  await userEvent.click(await button(/^提出する/u))
  await waitFor(() => expect(queuedPlans()).toEqual(['電車の中の計画を直す']))
  setOnline(true)
  await waitFor(() => expect(mine()).toEqual(['電車の中の計画を直す']))
  await waitFor(() => expect(screen.queryByText('未送信')).toBeNull())
  expect(server.sent.filter(({ method }) => method === 'POST' || method === 'PUT')).toHaveLength(1)
  expect(reportDrafts.read(key)).toBeUndefined()
})

it('the edit of a queued report continues without a conflict after the report is sent', async () => {
  await openPanel()
  await userEvent.type(await plan(), 'を直す')
  setOnline(true)
  await waitFor(() => expect(mine()).toEqual([words.today_plan]))
  await userEvent.click(await button(/^更新する/u))
  await waitFor(() => expect(mine()).toEqual(['電車の中の計画を直す']))
  await panelGone() // the page has handled the response, so nothing of this test runs in the next one
  expect(screen.queryByText(/別の画面/u)).toBeNull()
})

it('the member chooses between both texts if another report was submitted before the queued one', async () => {
  await openPanel()
  await userEvent.type(await plan(), 'を直す')
  server.reports.push(report({ id: 'mine', user_id: 'misaki', yesterday_work: '別の作業', today_plan: '別の計画' }))
  setOnline(true)
  await screen.findByText(/下書きに残っています/u)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'この内容を残す' })).toHaveLength(1))
  expect((await plan()).value).toBe('電車の中の計画を直す')
  expect((await field(/^昨日やったこと/u)).value).toBe('設計')
  expect(mine()).toEqual(['別の計画'])
})
