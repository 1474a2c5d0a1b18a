import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { insight } from '#contract/testing/insights.ts'
import { member } from '#contract/testing/members.ts'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'

eachOnTheDay() // sets the clock to 9:41 in Tokyo

const now = '2026-10-23T09:40:00+09:00'
const ren = member('ren', '早川', '蓮', { last_active: now })

/** The time zones of the teams. Every screen must show the date and time in the team's zone, not in the browser's. */
const zones = [
  { zone: 'Asia/Tokyo', day: '2026-10-23', shown: '10月23日', numeric: '10/23', time: '9:40' },
  { zone: 'America/New_York', day: '2026-10-22', shown: '10月22日', numeric: '10/22', time: '20:40' },
  { zone: 'Pacific/Kiritimati', day: '2026-10-23', shown: '10月23日', numeric: '10/23', time: '14:40' },
] as const
type ZoneCase = (typeof zones)[number]

const answers = ({ zone, day }: ZoneCase) => {
  const user = { ...me, is_admin: true, team: { ...me.team, time_zone: zone } }
  return {
    'GET /users/me': { status: 200, body: user },
    'GET /users/': { status: 200, body: [user, ren] },
    'GET /activity': {
      status: 200,
      body: {
        entries: [
          { kind: 'report', id: 'r', user_id: 'ren', user_name: '早川 蓮', at: now, text: '設計', report_date: day },
        ],
        next: null,
      },
    },
    'GET /insights/': { status: 200, body: { insights: [insight({ id: 'i', created_at: now })] } },
    'GET /sessions': {
      status: 200,
      body: {
        sessions: [{ id: 's', device: 'Safari · iPhone', current: false, signed_in_at: now, used_at: now }],
      },
    },
    'GET /tokens': { status: 200, body: { tokens: [] } },
  }
}
const open = (path: string, place: ZoneCase) => openApp(path, answers(place))

it.each(zones)('a member in the time zone $zone sees the day $day as today', async (place) => {
  await open('/', place)
  const heading = await screen.findByRole('heading', { level: 1 })
  expect(heading.querySelector('time')!.getAttribute('datetime')).toBe(place.day)
})

it.each(zones)('the activity page in the time zone $zone shows $day as today', async (place) => {
  await open('/?page=activity', place)
  const timeline = await screen.findByRole('region', { name: 'チームの動き' })
  await within(timeline).findByRole('heading', { name: `今日 ${place.shown}` })
  expect(timeline.textContent).toContain(place.time)
  const table = await screen.findByRole('table', { name: 'ふりかえり' })
  expect(within(table).getByText(place.numeric).getAttribute('datetime')).toBe(place.day)
})

it.each(zones)('the team page in the time zone $zone says that a member was active today', async (place) => {
  await open('/team', place)
  await screen.findByText(new RegExp(`今日 ${place.time}`, 'u'))
})

it.each(zones)('the settings in the time zone $zone say that a device was used today', async (place) => {
  await open('/settings?tab=access', place)
  await screen.findByText(new RegExp(`今日 ${place.time}`, 'u'))
})
