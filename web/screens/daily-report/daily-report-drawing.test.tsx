import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { members, open } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const rows = () => document.querySelectorAll('tr[id^="report-"]').length

const reports = Array.from({ length: 60 }, (_, number) =>
  report({
    id: `${number}`,
    user_id: `${number}`,
    user_name: `早川 ${number}`,
    issues: number === 50 ? '検証環境が止まっている' : '',
  }),
)
beforeEach(() => void standInServer({ members, reports }))

it('a day with many reports renders all of them', async () => {
  open()
  await waitFor(() => expect(rows()).toBe(60))
})

it('a line separates the unread and the read reports of a day with many reports', async () => {
  const unread = reports.slice(0, 20).map((each) => report({ ...each, read: false }))
  standInServer({ members, reports: [...reports.slice(20), ...unread] })
  open()
  expect(await screen.findByText('そのほかの日報')).toBeTruthy()
  expect(rows()).toBe(60)
})

it('the button of the blockers scrolls to a blocker far below', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: '困りごと 1件' }))
  expect(document.activeElement?.textContent).toContain('検証環境が止まっている')
})

it('a URL with a report scrolls to the report, even far below', async () => {
  window.location.hash = '#report-55'
  open()
  await waitFor(() => expect(document.activeElement?.id).toBe('report-55'))
  window.location.hash = ''
})

it('a search for a member scrolls to the member’s report, even far below', async () => {
  open({ pendingAction: { kind: 'read', member: { ...members[0]!, id: '55' } } })
  await waitFor(() => expect(document.activeElement?.id).toBe('report-55'))
})
