import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { members, open, today } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const before = '2026-10-22'
const reports = [
  report({ user_name: '早川 蓮' }),
  report({ user_name: '中原 紗季', report_date: before, issues: '検証環境が止まっている' }),
]

function serve() {
  const server = standInServer({ members, reports })
  const asked = (path: string, name: string) =>
    server.sent.filter((call) => call.path === path).map(({ query }) => query.get(name))
  return { days: () => asked('/daily-reports', 'report_date'), blockers: () => asked('/blockers', 'date') }
}

it('the previous day is prefetched, and then shown at once', async () => {
  const { days, blockers } = serve()
  open()
  await screen.findAllByText('早川 蓮')
  await waitFor(() => expect(days()).toEqual([today, before]))
  await waitFor(() => expect(blockers()).toContain(before))
  await userEvent.click(screen.getByRole('button', { name: '前の日' }))
  expect(screen.getAllByText('中原 紗季')).toBeTruthy()
})

it('the days before and after a past day are prefetched', async () => {
  const { days } = serve()
  open({ day: '2026-10-20' })
  await waitFor(() => expect(days()).toEqual(['2026-10-20', '2026-10-19', '2026-10-21']))
})

it('no days are prefetched if the user saves data', async () => {
  const { days } = serve()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-data'), addEventListener() {} }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  open()
  await screen.findAllByText('早川 蓮')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(days()).toEqual([today])
})
