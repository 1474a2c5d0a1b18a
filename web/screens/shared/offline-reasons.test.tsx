import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { blocker } from '#contract/testing/blockers.ts'
import { goodMonth } from '#contract/testing/dashboard.ts'
import { insight } from '#contract/testing/insights.ts'
import { member } from '#contract/testing/members.ts'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'
import { dispatch } from '../../testing/show.tsx'

eachOnTheDay()

const user = { ...me, is_admin: true }
const answers = {
  'GET /users/me': { status: 200, body: user },
  'GET /users/': { status: 200, body: [user, member('ren', '早川', '蓮')] },
  'GET /blockers': { status: 200, body: { blockers: [blocker({ state: 'open', owner_id: null, owner_name: null })] } },
  'GET /dashboard': {
    status: 200,
    body: {
      today: { date: '2026-10-23', working_day: true, reported: [], missing: [] },
      blockers: [],
      recent: [],
      backlog: [],
    },
  },
  'GET /dashboard/stats': { status: 200, body: { ...goodMonth, weekly: [] } },
  'GET /insights/': {
    status: 200,
    body: {
      insights: [
        insight({
          id: 'try',
          type: 'try',
          try: { owner_id: null, owner_name: null, returns_on: '2026-10-23', outcome: null },
        }),
      ],
    },
  },
  'GET /sessions': {
    status: 200,
    body: {
      sessions: ['here', 'there'].map((id) => ({
        id,
        device: 'Firefox · Windows',
        signed_in_at: '2026-10-01T09:00:00+09:00',
        used_at: '2026-10-22T09:00:00+09:00',
        current: id === 'here',
      })),
    },
  },
  'GET /tokens': { status: 200, body: { tokens: [] } },
  'GET /passkeys': { status: 200, body: { passkeys: [], only_way_in: false } },
  'GET /mentions': { status: 200, body: { mentions: [], unread: 1 } },
}

/** Matches the elements in which a control and its explanation can be together. */
const around = 'section, [role=group], [role=dialog], form, li, header, nav, .flex'

/** Returns the controls that are disabled while offline and have no explanation beside them. */
const unexplained = () =>
  [...document.querySelectorAll<HTMLElement>('main :is(button, input, select, textarea):disabled')].filter(
    (control) => {
      for (let place = control.closest(around); place; place = place.parentElement?.closest(around) ?? null)
        if (/オフライン/u.test(place.textContent)) return false
      return true
    },
  )

it.each([
  ['/dashboard', '引き受ける'],
  ['/?page=activity', '担当する'],
  ['/settings?tab=access', 'ほかをすべてログアウト'],
  ['/team?tab=calendar', '休みを登録'],
])('every control of %s that is disabled while offline has the reason beside it', async (path, name) => {
  await openApp(path, answers)
  const control = (await screen.findAllByRole<HTMLButtonElement>('button', { name }))[0]!
  expect(control.disabled).toBe(false)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatch(new Event('offline'))
  await waitFor(() => expect(screen.getAllByRole('button', { name })[0]).toHaveProperty('disabled', true))
  expect(screen.getAllByText('オフラインでは使えません').length).toBeGreaterThan(0)
  expect(unexplained().map(({ textContent }) => textContent)).toEqual([])
})
