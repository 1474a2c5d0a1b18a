import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ReportTime } from '#contract/report-time.ts'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'
import { report } from '../../testing/server.ts'

eachOnTheDay()

const open = (report_time: ReportTime) =>
  openApp('/', {
    'GET /users/me': { status: 200, body: { ...me, team: { ...me.team, report_time } } },
    'GET /daily-reports': { status: 200, body: { reports: [report({ user_id: 'ren', report_time })], total: 1 } },
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
] as const)('a report of a $time team starts with the last plan', async ({ time, heads: names, filled }) => {
  const { user } = await open(time)
  expect(await heads()).toEqual(names)
  await user.click(screen.getByRole('button', { name: '日報を書く' }))
  const [past, done, coming, planned] = filled
  expect((await field(past)).value).toBe(done)
  expect((await field(coming)).value).toBe(planned)
  expect(await field(/^困っていること/u)).toBeTruthy()
})

it("the form has the labels of the day's writing time, and each report its own (E2.04)", async () => {
  const ren = (parts: object) => report({ user_id: 'ren', ...parts })
  const { user } = await openApp('/', {
    'GET /users/me': {
      status: 200,
      body: { ...me, team: { ...me.team, report_time: 'evening', report_time_from: '2026-10-24' } },
    },
    'GET /daily-reports': {
      status: 200,
      body: { reports: [ren({}), ren({ user_id: 'toru', report_time: 'evening' })], total: 2 },
    },
  })
  expect(await heads()).toEqual(['メンバー', '昨日やったこと', '今日やること', '困っていること'])
  const table = within(screen.getByRole('table', { name: 'メンバーの日報' }))
  const [first, second] = table.getAllByRole('row').filter((row) => within(row).queryByRole('rowheader'))
  expect(within(first!).queryByText('昨日', { ignore: '[aria-hidden="true"]' })).toBeNull()
  expect(within(second!).getByText('本日', { ignore: '[aria-hidden="true"]' })).toBeTruthy()
  expect(within(second!).getByText('明日', { ignore: '[aria-hidden="true"]' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '日報を書く' }))
  expect(await field(/^昨日やったこと/u)).toBeTruthy()
})

it('an evening report is edited with the evening labels after the team has switched (E2.04)', async () => {
  const mine = report({ user_id: me.id, report_time: 'evening' })
  const { user } = await openApp('/', { 'GET /daily-reports': { status: 200, body: { reports: [mine], total: 1 } } })
  await user.click(await screen.findByRole('button', { name: '自分の日報を編集' }))
  expect(await field(/^本日やったこと/u)).toBeTruthy()
  expect(await field(/^明日やること/u)).toBeTruthy()
})
