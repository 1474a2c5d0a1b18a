import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { ScheduleChange } from '#contract/users.ts'
import type { Scope } from '#server/access/scope.ts'
import { notifiedTeam, openDestinations, today } from '../outbox/testing/notified-team.ts'
import { changeSchedule } from '#server/features/team/schedules/operations.ts'
import { queueReminders } from './operations.ts'

const { mails, withMail } = await openDestinations()

/** Creates a team in Tokyo that is reminded at ten. Returns its member Naoki. Naoki gets email. */
async function reminded(options: Partial<Parameters<typeof notifiedTeam>[0]> = {}) {
  const here = await notifiedTeam({ ...withMail, ...options })
  const naoki = await here.member()
  await here.proveEmail(naoki)
  const scope = { teamId: here.teamId, userId: naoki.user.id } as Scope
  const schedule = (change: ScheduleChange) => changeSchedule(here.services, scope, naoki.user.id, change)
  const away = async (day: string, half: 'morning' | null = null) => {
    const { status } = await naoki.put(`/absences/${newId()}`, { from: day, until: day, half })
    expect(status).toBe(200)
  }
  const mine = () => mails.filter(({ to }) => to === naoki.user.email)
  /** Sends the reminders that are due at the given time. Returns the days that the emails link to. */
  const at = async (time: string) => {
    here.clock.now = new Date(time)
    mails.length = 0
    await queueReminders(here.services)
    await here.run()
    return mine().flatMap(({ text }) => /date=([\d-]+)/u.exec(text)?.[1] ?? [])
  }
  return { ...here, naoki, schedule, away, at, mine }
}

test('a reminder comes at the member’s own hour, for the day in their time zone', async () => {
  const { schedule, at } = await reminded()
  await schedule({ time_zone: 'America/New_York', reminder_hour: 8 })
  expect(await at('2040-10-19T01:00:00Z')).toEqual([]) // 10:00 in Tokyo, 21:00 on the day before in New York
  expect(await at('2040-10-19T11:55:00Z')).toEqual([])
  expect(await at('2040-10-19T12:00:00Z')).toEqual([today])
  expect(await at('2040-10-19T12:05:00Z')).toEqual([])
})

test('a reminder comes at the member’s own hour even if the team has no reminders', async () => {
  const { setTeam, schedule, at } = await reminded()
  await setTeam({ reminder_hour: null })
  expect(await at('2040-10-19T01:00:00Z')).toEqual([])
  await schedule({ reminder_hour: 14 })
  expect(await at('2040-10-19T05:00:00Z')).toEqual([today])
})

test('a reminder comes on the member’s own working days only', async () => {
  const { schedule, at } = await reminded()
  await schedule({ working_days: [6] })
  expect(await at('2040-10-19T01:00:00Z')).toEqual([])
  expect(await at('2040-10-20T01:00:00Z')).toEqual(['2040-10-20'])
})

describe('nobody is reminded', () => {
  test('no reminder comes on a holiday of the team', async () => {
    const { naoki, at } = await reminded()
    expect((await naoki.put(`/holidays/${today}`, { name: '体育の日' })).status).toBe(200)
    expect(await at('2040-10-19T01:00:00Z')).toEqual([])
    expect(await at('2040-10-22T01:00:00Z')).toEqual(['2040-10-22'])
  })

  test('a member away all day gets no reminder, but one away half a day does', async () => {
    const { away, at } = await reminded()
    await away(today)
    await away('2040-10-22', 'morning')
    expect(await at('2040-10-19T01:00:00Z')).toEqual([])
    expect(await at('2040-10-22T01:00:00Z')).toEqual(['2040-10-22'])
  })

  test('a member who does not write reports gets no reminder', async () => {
    const { schedule, at } = await reminded()
    await schedule({ writes: false })
    expect(await at('2040-10-19T01:00:00Z')).toEqual([])
    await schedule({ writes: true })
    expect(await at('2040-10-19T01:30:00Z')).toEqual([today])
  })

  test.each([
    ['who takes the day off', (here: Awaited<ReturnType<typeof reminded>>) => here.away(today)],
    ['who only reads from now on', (here: Awaited<ReturnType<typeof reminded>>) => here.schedule({ writes: false })],
    [
      'whose time zone changed to another day',
      (here: Awaited<ReturnType<typeof reminded>>) => here.schedule({ time_zone: 'America/New_York' }),
    ],
  ])('a waiting reminder is not sent to a member %s', async (_who, change) => {
    const here = await reminded()
    await queueReminders(here.services)
    await change(here)
    await here.run()
    expect(here.mine()).toEqual([])
    expect(await here.deliveries()).toMatchObject([{ kind: 'reminder', day: today, status: 'cancelled' }])
  })

  test('a member gets one reminder a day, even if their time zone changes in between', async () => {
    const { schedule, at } = await reminded()
    expect(await at('2040-10-19T01:00:00Z')).toEqual([today])
    await schedule({ time_zone: 'Europe/Berlin' })
    expect(await at('2040-10-19T08:00:00Z')).toEqual([])
    await schedule({ time_zone: 'America/New_York' })
    expect(await at('2040-10-19T14:00:00Z')).toEqual([])
    await schedule({ time_zone: null })
    expect(await at('2040-10-22T01:00:00Z')).toEqual(['2040-10-22'])
  })
})

// In New York the clocks go from 2:00 to 3:00 on 11 March 2040, and from 2:00 to 1:00 on 4 November, both Sundays.
test.each([
  ['a skipped hour becomes the next hour', 2, '2040-03-11T06:55:00Z', '2040-03-11T07:00:00Z'],
  ['the hour after a skipped hour', 3, '2040-03-11T06:55:00Z', '2040-03-11T07:00:00Z'],
  ['a repeated hour counts the second time', 1, '2040-11-04T05:55:00Z', '2040-11-04T06:00:00Z'],
  ['the hour after a repeated hour', 2, '2040-11-04T06:55:00Z', '2040-11-04T07:00:00Z'],
])('a day with a clock change has one reminder: %s', async (_hour, reminder_hour, before, time) => {
  const { schedule, at } = await reminded()
  await schedule({ time_zone: 'America/New_York', reminder_hour, working_days: [7] })
  expect(await at(before)).toEqual([])
  expect(await at(time)).toEqual([time.slice(0, 10)])
  for (const minutes of [5, 60, 115])
    expect(await at(new Date(Date.parse(time) + minutes * 60_000).toISOString())).toEqual([])
})
