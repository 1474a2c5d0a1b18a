import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Me, Schedule } from '#contract/users.ts'
import { type Answers, me, openApp, problem, tokenFor } from '../../testing/app.tsx'

/** Opens the settings of a member of a team in Berlin, in a browser in Tokyo. The server stores the changes. */
async function open(answers: Answers = {}) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  let user: Me = { ...me, team: { ...me.team, time_zone: 'Europe/Berlin' } }
  const app = await openApp('/settings', {
    'GET /users/me': () => ({ status: 200, body: user }),
    [`PATCH /users/${me.id}/schedule`]: ({ body }) => {
      user = { ...user, schedule: { ...user.schedule, ...(body as Partial<Schedule>) } }
      return { status: 200, body: user }
    },
    ...answers,
  })
  await screen.findByRole('switch', { name: '日報を書く' })
  const changes = () => app.sent.filter(({ call }) => call.endsWith('/schedule')).map(({ body }) => body)
  return { ...app, changes }
}

const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const day = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test("a member has the team's schedule until they choose their own, and again after a reset", async () => {
  const { user, changes } = await open()
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'タイムゾーン' }).value).toBe(
    'チームと同じ(Europe/Berlin)',
  )
  expect(select('リマインドの時刻').selectedOptions[0]!.text).toBe('チームと同じ(10:00)')
  expect(['月曜日', '金曜日', '土曜日'].map((name) => day(name).checked)).toEqual([true, true, false])
  expect(screen.getByText('チームと同じです。')).toBeTruthy()

  await user.click(day('金曜日'))
  await user.selectOptions(select('リマインドの時刻'), '8:00')
  await user.click(screen.getByRole('switch', { name: '日報を書く' }))
  await waitFor(() => expect(select('リマインドの時刻').disabled).toBe(true))
  await user.click(screen.getByRole('switch', { name: '日報を書く' }))
  await user.click(await screen.findByRole('button', { name: 'チームに合わせる' }))
  await user.selectOptions(select('リマインドの時刻'), 'チームと同じ(10:00)')
  await waitFor(() =>
    expect(changes()).toEqual([
      { working_days: [1, 2, 3, 4] },
      { reminder_hour: 8 },
      { writes: false },
      { writes: true },
      { working_days: null },
      { reminder_hour: null },
    ]),
  )
  expect(await screen.findByText('チームと同じです。')).toBeTruthy()
})

test('the page says that the browser is in another time zone, and can save that zone', async () => {
  const { user, changes } = await open()
  expect(screen.getByText(/このブラウザのタイムゾーンはAsia\/Tokyoです/u)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'これを使う' }))
  await waitFor(() => expect(select('タイムゾーン').value).toBe('日本標準時 (Tokyo、GMT+9)'))
  expect(screen.queryByText(/このブラウザのタイムゾーンは/u)).toBeNull()
  expect(changes()).toEqual([{ time_zone: 'Asia/Tokyo' }])
})

test('a schedule change that the server rejects is reverted, and a message says so', async () => {
  const { user } = await open({ [`PATCH /users/${me.id}/schedule`]: problem(503, 'busy', '混雑') })
  await user.selectOptions(select('リマインドの時刻'), '8:00')
  expect(await screen.findByText('設定を保存できませんでした')).toBeTruthy()
  await waitFor(() => expect(select('リマインドの時刻').selectedOptions[0]!.text).toBe('チームと同じ(10:00)'))
})

test('the schedule is read-only while offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await open()
  expect(screen.getByText('オフラインです。接続が戻ると、設定を変更できます。')).toBeTruthy()
  const controls = [screen.getByRole('switch', { name: '日報を書く' }), select('タイムゾーン'), day('金曜日')]
  expect(controls.map((control) => control.matches(':disabled'))).toEqual([true, true, true])
})
