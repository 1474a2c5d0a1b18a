import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ReportTime } from '#contract/report-time.ts'
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

it.each([
  {
    time: 'evening',
    heads: ['メンバー', '本日やったこと', '明日やること', '困っていること'],
    filled: [/^本日やったこと/u, '画面設計', /^明日やること/u, ''],
  },
  {
    time: 'morning',
    heads: ['メンバー', '昨日やったこと', '今日やること', '困っていること'],
    filled: [/^昨日やったこと/u, '画面設計', /^今日やること/u, '画面設計'],
  },
] as const)('a report of the $time begins with the last plan', async ({ time, heads: names, filled }) => {
  const { user } = await open(time)
  expect(await heads()).toEqual(names)
  await user.click(screen.getByRole('button', { name: '日報を書く' }))
  const [past, done, coming, planned] = filled
  expect((await field(past)).value).toBe(done)
  expect((await field(coming)).value).toBe(planned)
  expect(await field(/^困っていること/u)).toBeTruthy()
})
