import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { reportDrafts } from '../../features/reports/drafts.ts'
import { reportsToSend } from '../../features/reports/queued.ts'
import { readOutbox } from '../../storage/outbox.ts'
import { button, key, members, open, today } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const words = { ...emptyReport, yesterday_work: '設計', today_plan: '電車の中の計画', issues: '' }

/** Opens a day with a report that was submitted offline, and a new report by somebody else. */
beforeEach(async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  reportDrafts.write(key, { words, baseVersion: null, savedAt: 1, queued: true }, undefined)
  reportsToSend.replace('misaki', { date: today, words })
  standInServer({ members, reports: [report({ id: 'ren', user_id: 'ren', today_plan: '相手の計画' })] })
  open()
  await screen.findByText('相手の計画')
  return () => {
    vi.restoreAllMocks()
    localStorage.clear()
  }
})

const isQueued = () => reportDrafts.read(key)?.queued === true
const openPanel = async () => {
  await userEvent.click(await button('自分の日報を編集'))
  await screen.findByText('この日報は送信待ちです。書き換えたら、もう一度提出してください。')
}

it('shows a queued report above the new ones', () => {
  const first = screen.getAllByRole('row').find((row) => row.id.startsWith('report-'))
  expect(first?.id).toBe('report-queued')
})

it('calls a queued report no draft', async () => {
  await openPanel()
  expect(screen.getByRole('heading', { level: 2, name: '日報を編集' })).toBeTruthy()
  expect(screen.queryByText(/下書き/u)).toBeNull()
})

it.each(['キャンセル', '閉じる'])('leaves a queued report queued: %s', async (name) => {
  await openPanel()
  await userEvent.click(await button(name))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(isQueued()).toBe(true)
  expect(screen.queryByText(/破棄しました/u)).toBeNull()
})

it('says that sending is cancelled, and queues the report again by undo', async () => {
  await openPanel()
  await userEvent.click(await button('送信を取り消す'))
  await screen.findByText('送信を取り消しました')
  expect(isQueued()).toBe(false)
  await userEvent.click(await button(/^元に戻す/u))
  expect(isQueued()).toBe(true)
  expect(reportsToSend.among(readOutbox('misaki'))).toHaveLength(1)
})
