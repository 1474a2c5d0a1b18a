import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Month } from '#contract/months.ts'
import { type Answer, eachOnTheDay, me, openApp } from '../../testing/app.tsx'
import { people } from '../../testing/team.ts'

eachOnTheDay()

const ok = (body: unknown): Answer => ({ status: 200, body })
const administrator = { ...me, is_admin: true, team: { ...me.team, month_approval: true } }
const [, ren] = people.body as (typeof me)[]
const report = (report_date: string) => ({
  report_date,
  yesterday_work: '・設計',
  issues: '',
  report_time: 'morning' as const,
  added_later: false,
  blockers: [],
})
const month: Month = {
  month: '2026-10',
  user_id: ren!.id,
  user_name: '早川 蓮',
  state: 'submitted',
  revision: 3,
  events: [],
  reports: [report('2026-10-01'), report('2026-10-02')],
}
const path = `/?page=monthly-report&month=2026-10&member=${ren!.id}`
const answers = {
  'GET /users/me': ok(administrator),
  'GET /users/': people,
  'GET /months/2026-10': ok(month),
  'GET /months': ok({ months: [], total: 0 }),
}

it('an administrator sees which reports of a month are missing, and why (E5.09)', async () => {
  await openApp(path, {
    ...answers,
    'GET /holidays': ok({ holidays: [{ date: '2026-10-12', name: 'スポーツの日' }] }),
    'GET /absences': ok({
      absences: [{ id: 'a', user_id: ren!.id, from: '2026-10-13', until: '2026-10-14', half: null }],
    }),
  })
  expect((await screen.findByText(/営業日に提出/u)).textContent).toMatch(/^2 \/ \d+営業日に提出/u)
  expect(screen.getByText(/^日報なし: /u).textContent).toContain('10月\u206015日')
  expect(screen.getByText(/^日報なし: /u).textContent).not.toMatch(/10月\u2060(?:1|2|12|13)日/u)
  expect(screen.getByText(/^提出不要: /u).textContent).toBe(
    '提出不要: 10月\u206012日(スポーツの日)、10月\u206013日(休み)、10月\u206014日(休み)',
  )
  expect(screen.getByRole('list', { name: '日ごとの提出状況' })).toBeTruthy()
})

it('an administrator sees who has not submitted a month, and how complete it is (E5.09)', async () => {
  const row = (parts: object) => ({
    user_id: ren!.id,
    user_name: '早川 蓮',
    state: 'open',
    due: 18,
    written: 15,
    ...parts,
  })
  await openApp('/?page=monthly-report&months=open', {
    ...answers,
    'GET /months/2026-09/members': ok({
      members: [
        row({}),
        row({ user_id: 'b', user_name: '佐伯 美咲', state: 'returned', written: 18 }),
        row({ user_id: 'c', user_name: '提出 済み', state: 'submitted' }),
        row({ user_id: 'd', user_name: '承認 済み', state: 'approved' }),
      ],
    }),
    'GET /months/2026-10/members': ok({ members: [] }),
  })
  const list = await screen.findByRole('list', { name: '未提出' })
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    expect.stringMatching(/早川 蓮15 \/ 18営業日$/u),
    expect.stringMatching(/佐伯 美咲差し戻し18 \/ 18営業日$/u),
  ])
  await userEvent.click(screen.getByRole('radio', { name: /今月/u }))
  expect(await screen.findByText('全員が提出しました')).toBeTruthy()
})

it('an approval can be undone even after the list has opened', async () => {
  const { sent } = await openApp(path, {
    ...answers,
    'PATCH /months/2026-10': ({ body }) =>
      ok({ ...month, state: (body as { state: Month['state'] }).state, revision: 4 }),
  })
  await userEvent.click(await screen.findByRole('button', { name: '承認する' }))
  await screen.findByText('承認待ちの月報はありません')
  await userEvent.click(await screen.findByRole('button', { name: /元に戻す/u }))
  const changes = () => sent.filter(({ call }) => call === 'PATCH /months/2026-10').map(({ body }) => body)
  await expect
    .poll(changes)
    .toEqual([
      expect.objectContaining({ state: 'approved', revision: 3 }),
      expect.objectContaining({ state: 'submitted', revision: 4 }),
    ])
})
