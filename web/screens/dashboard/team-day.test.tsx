import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { me, openApp, tokenFor } from '../../testing/app.tsx'

// In Tokyo it is still the evening of 23 October. On Kiritimati it is the morning of 24 October.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-23T20:00:00+09:00') })
  localStorage.setItem('daily_standup_token', tokenFor(3_600))
})

const open = (time_zone: string, own: string | null = null, path = '/') =>
  openApp(path, {
    'GET /users/me': {
      status: 200,
      body: { ...me, team: { ...me.team, time_zone }, schedule: { ...me.schedule, time_zone: own } },
    },
  })
const day = (name: string) => screen.findByRole('heading', { level: 1, name: new RegExp(`^${name}`, 'u') })

test("today is the team's day, and a note names the device's date if it differs", async () => {
  await open('Pacific/Kiritimati')
  expect(await day('10月24日')).toBeTruthy()
  const note = await screen.findByText(/この端末では10月23日です。日付はライン諸島時間に従います。/u)
  expect(within(note).getByRole('link', { name: 'タイムゾーンを変更' }).getAttribute('href')).toBe(
    '/settings?tab=user-info#schedule-card',
  )
})

test('today is the day of the time zone that the member has chosen', async () => {
  await open('Pacific/Kiritimati', 'Asia/Tokyo')
  expect(await day('10月23日')).toBeTruthy()
  expect(screen.queryByText(/この端末では/u)).toBeNull()
})

test("the member can open the team's day if it is ahead of the member's day", async () => {
  await open('Pacific/Kiritimati', 'Asia/Tokyo')
  await day('10月23日')
  await userEvent.click(screen.getByRole('button', { name: '次の日' }))
  expect(await day('10月24日')).toBeTruthy()
  expect(screen.getByRole('button', { name: '次の日' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: /^2026年10月24日/u })).toHaveProperty('disabled', false)
})

test('a report’s link opens its day even if that is ahead of the team’s day', async () => {
  await open('Asia/Tokyo', null, '/?date=2026-10-24&thread=r')
  expect(await day('10月24日')).toBeTruthy()
})

test('a URL with a day that has begun in no time zone shows today', async () => {
  await open('Asia/Tokyo', null, '/?date=2026-10-25')
  expect(await day('10月23日')).toBeTruthy()
})
