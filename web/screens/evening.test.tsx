import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ReportTime } from '#contract/users.ts'
import { eachOnTheDay, me, openApp } from '../testing/app.tsx'
import { report } from '../testing/server.ts'

eachOnTheDay()

const open = (report_time: ReportTime) =>
  openApp('/', {
    'GET /users/me': { status: 200, body: { ...me, team: { ...me.team, report_time } } },
    'GET /daily-reports': { status: 200, body: { reports: [report({ user_id: 'ren' })], total: 1 } },
    'GET /daily-reports/my/latest': {
      status: 200,
      body: { ...report({ user_id: me.id, report_date: '2026-10-22', today_plan: '画面設計' }), blocker: '' },
    },
  })
const heads = async () => {
  await screen.findByRole('table')
  return screen.getAllByRole('columnheader').flatMap(({ textContent }) => (textContent.length > 1 ? textContent : []))
}
const field = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })

it('in the evening looks back on today: what was planned has been done, and tomorrow is open', async () => {
  const { user } = await open('evening')
  expect(await heads()).toEqual(['メンバー', '本日やったこと', '明日やること', '困っていること'])
  await user.click(screen.getByRole('button', { name: '日報を書く' }))
  expect((await field(/^本日やったこと/u)).value).toBe('画面設計')
  expect((await field(/^明日やること/u)).value).toBe('')
  expect(await field(/^困っていること/u)).toBeTruthy()
})

it('in the morning begins with the plan of the day before', async () => {
  const { user } = await open('morning')
  expect(await heads()).toEqual(['メンバー', '昨日やったこと', '今日やること', '困っていること'])
  await user.click(screen.getByRole('button', { name: '日報を書く' }))
  expect((await field(/^昨日やったこと/u)).value).toBe('画面設計')
  expect((await field(/^今日やること/u)).value).toBe('画面設計')
})
