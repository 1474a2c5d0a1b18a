import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'
import { dayOfWeekTab } from './month-or-week.tsx'

eachOnTheDay() // sets the date to 2026-10-23

const ok = (body: unknown) => ({ status: 200, body })
const answers = {
  'GET /users/me': ok({ ...me, team: { ...me.team, month_approval: true } }),
  'GET /monthly-reports/achievement/my': ok([]),
  'GET /week': ok({ from: '', until: '', closed: true, reports: 0, days: [], blockers: [], insights: [] }),
}
const tab = (name: string) => screen.findByRole('link', { name })
const hrefOf = async (name: string) => (await tab(name)).getAttribute('href')

it.each([
  ['/week', '/?page=monthly-report'],
  ['/week?date=2026-10-07', '/?page=monthly-report&date=2026-10-05'],
  ['/week?date=2026-09-09', '/?page=monthly-report&period=previous&date=2026-09-07'],
  ['/week?date=2026-07-08', `/?page=monthly-report&month=2026-07&member=${me.id}&date=2026-07-06`],
])('the month tab on the page %s opens the month of that week (E5.08)', async (address, href) => {
  await openApp(address, answers)
  expect(await hrefOf('月')).toBe(href)
})

it.each([
  ['2026-10', null, '2026-10-23'],
  ['2026-09', null, '2026-09-30'],
  ['2026-02', null, '2026-02-28'],
  ['2026-09', '2026-09-07', '2026-09-07'],
  ['2026-09', '2026-10-05', '2026-09-30'],
  ['2026-10', '2026-10-05', '2026-10-05'],
])('the week tab of month %s, with the chosen day %s, opens the week of %s', (month, chosen, date) => {
  expect(dayOfWeekTab(month, { today: '2026-10-23', chosen })).toBe(date)
})

it('the dialog for submitting a month names the missing days', async () => {
  const own = { user_id: me.id, user_name: me.preferred_name }
  const month = { month: '2026-10', ...own, state: 'open', revision: 0, events: [], reports: [] }
  await openApp('/?page=monthly-report', { ...answers, 'GET /months/2026-10': ok(month) })
  await userEvent.click(await screen.findByRole('button', { name: '提出する' }))
  const dialog = within(screen.getByRole('dialog', { name: '10月の月報を提出' }))
  expect(dialog.getByText(/10月\u206021日/u).textContent).toContain('10月\u206022日')
})
