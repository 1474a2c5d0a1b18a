import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { me, openApp, tokenFor } from '../testing/app.tsx'

// In Tokyo it is still the evening of 23 October. On Kiritimati it is the morning of 24 October.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-23T20:00:00+09:00') })
  localStorage.setItem('daily_standup_token', tokenFor(3_600))
})

const open = (time_zone: string, own: string | null = null) =>
  openApp('/', {
    'GET /users/me': {
      status: 200,
      body: { ...me, team: { ...me.team, time_zone }, schedule: { ...me.schedule, time_zone: own } },
    },
  })
const day = (name: string) => screen.findByRole('heading', { level: 1, name: new RegExp(`^${name}`, 'u') })

test("shows the team's day as today, and names the date of a device that has another one", async () => {
  await open('Pacific/Kiritimati')
  expect(await day('10月24日')).toBeTruthy()
  expect(await screen.findByText('この端末では10月23日です')).toBeTruthy()
})

test('shows the day of the zone that the member has chosen', async () => {
  await open('Pacific/Kiritimati', 'Asia/Tokyo')
  expect(await day('10月23日')).toBeTruthy()
  expect(screen.queryByText(/この端末では/u)).toBeNull()
})
