import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { members, open } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

it('an imported report shows no time (E4.19)', async () => {
  standInServer({
    members,
    reports: [report({ user_id: 'ren', created_at: '2026-10-23T12:00:00+09:00', is_imported: true })],
  })
  open()
  const row = (await screen.findByText('取り込み')).closest('tr')!
  expect(row.textContent).not.toContain('12:00')
})
