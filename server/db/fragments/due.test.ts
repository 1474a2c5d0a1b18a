import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { type MemberSchedule, dueStatusOn, isoWeekday as weekdayOf } from '#contract/due.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import { withTeamTransaction } from '../database.ts'
import { away, isDue, isDueOf, joinedOn, todayOf, workingDays, workingTime } from './due.ts'

type Row = MemberSchedule & { date: string; due: boolean; due_of: boolean }

test('SQL and TypeScript agree whether a report is due on every day of four years', async () => {
  const { member, leave, database, teamId } = await dashboardTeam()
  const [usual, late, sundays, reader, abroad, gone] = [
    await member('早川'),
    await member('藤井', '2026-10-13T23:30:00Z'), // the 14th in Tokyo
    await member('日曜'),
    await member('閲覧'),
    await member('海外', '2026-10-13T23:30:00Z'), // the 13th in Los Angeles
    await member('退職'),
  ]
  await leave(gone)
  const holidays = ['2024-02-29', '2026-05-03', '2026-05-04', '2026-11-03'].map((date) => ({ date, name: '祝日' }))
  const absences = [
    { id: newId(), user_id: usual.user.id, from: '2026-12-28', until: '2027-01-06', half: null },
    { id: newId(), user_id: usual.user.id, from: '2026-10-22', until: '2026-10-22', half: 'afternoon' as const },
    { id: newId(), user_id: sundays.user.id, from: '2024-02-25', until: '2024-03-01', half: null },
    { id: newId(), user_id: sundays.user.id, from: '2027-02-24', until: '2027-02-28', half: null },
  ]
  await withTeamTransaction(database, { teamId }, async (db) => {
    const change = (id: string, to: Record<string, unknown>) =>
      db.updateTable('users').set(to).where('team_id', '=', teamId).where('id', '=', id).execute()
    await change(sundays.user.id, { working_days: [3, 6, 7] })
    await change(reader.user.id, { writes: false })
    await change(abroad.user.id, { time_zone: 'America/Los_Angeles' })
    await db
      .insertInto('holidays')
      .values(holidays.map((holiday) => ({ team_id: teamId, ...holiday })))
      .execute()
    await db
      .insertInto('absences')
      .values(
        absences.map(({ from, until, ...rest }) => ({ team_id: teamId, first_day: from, last_day: until, ...rest })),
      )
      .execute()
  })
  const { rows } = await withTeamTransaction(database, { teamId }, (db) =>
    sql<Row>`
      with m as (
        select u.id, ${joinedOn} as joined, ${workingDays} as working_days, ${away({ teamId })} as away,
          array(select date from holidays where team_id = ${teamId}) as holidays
        from users u join teams t on t.id = u.team_id where u.team_id = ${teamId}
      )
      select u.id, ${joinedOn} as joined_on, u.is_active, u.writes, ${workingDays} as working_days, day.date,
        ${isDue({ teamId }, sql`day.date`)} as due,
        u.is_active and u.writes and ${isDueOf('m', sql`day.date`, sql`m.holidays`)} as due_of
      from users u join teams t on t.id = u.team_id join m on m.id = u.id
      cross join lateral (select date '2024-01-01' + n as date from generate_series(0, 1460) as n) as day
      where u.team_id = ${teamId}`.execute(db),
  )
  expect(rows).toHaveLength(6 * 1461)
  const days = (id: string) => rows.filter((row) => row.id === id && row.due).length
  const ids = [usual, late, sundays, reader, abroad, gone].map(({ user }) => user.id)
  expect(ids.map(days)).toEqual([510, 317, 306, 0, 318, 0])
  const daysOff = { holidays, absences }
  for (const { due, due_of, date, ...schedule } of rows)
    expect({ date, schedule, due: dueStatusOn(schedule, date, daysOff).due, due_of }).toEqual({
      date,
      schedule,
      due,
      due_of: due,
    })
})

/**
 * The zones of eight teams, and zones where days begin first or last, at a quarter of an hour, or after midnight when
 * the clocks change.
 */
// prettier-ignore
const zones = [
  'Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata',
  'Australia/Sydney', 'America/Sao_Paulo', 'Africa/Cairo', 'Pacific/Auckland',
  'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Pacific/Chatham',
  'Australia/Lord_Howe', 'America/St_Johns', 'America/Santiago', 'Asia/Beirut',
]
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

test('todayOf returns the day of each time zone on every day of four years', async () => {
  const { database, teamId } = await dashboardTeam()
  const calendars = zones.map((timeZone) => ({
    date: new Intl.DateTimeFormat('sv-SE', { timeZone }),
    weekday: new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' }),
  }))
  await withTeamTransaction(database, { teamId }, async (db) => {
    for (let n = 0; n < 1461; n++) {
      const now = new Date(Date.UTC(2024, 0, 1 + n, 0, (n * 37) % 1_440)) // at each hour of the day in turn
      const { rows } = await sql<{ today: string }>`
        select today
        from unnest(${zones}::text[]) with ordinality as u (time_zone, nth), (select null as time_zone) as t,
          lateral (select ${todayOf(now)} as today) as here
        order by nth`.execute(db)
      expect(rows.map(({ today }) => today)).toEqual(calendars.map(({ date }) => date.format(now)))
      expect(rows.map(({ today }) => weekdayOf(today))).toEqual(
        calendars.map(({ weekday }) => weekdays.indexOf(weekday.format(now)) + 1),
      )
    }
  })
})

test.each(
  Object.entries({
    'within working hours at once': { now: '2026-10-23T01:00Z', at: '2026-10-23T01:00:00.000Z' },
    'of the early morning at seven': { now: '2026-10-22T20:00Z', at: '2026-10-22T22:00:00.000Z' },
    'of a Friday evening on Monday': { now: '2026-10-23T11:00Z', at: '2026-10-25T22:00:00.000Z' },
    'of the evening before a holiday only after the holiday': {
      now: '2026-11-02T11:00Z',
      at: '2026-11-03T22:00:00.000Z',
    },
    'of a holiday on the day after': { now: '2026-11-03T01:00Z', at: '2026-11-03T22:00:00.000Z' },
  }),
)('a team gets a message %s', async (_when, { now, at: expected }) => {
  const { database, teamId } = await dashboardTeam()
  const { rows } = await withTeamTransaction(database, { teamId }, async (db) => {
    await db.insertInto('holidays').values({ team_id: teamId, date: '2026-11-03', name: '文化の日' }).execute()
    return sql<{
      at: Date
    }>`select ${workingTime({ teamId }, new Date(now))} as at from teams t where id = ${teamId}`.execute(db)
  })
  expect(rows[0]!.at.toISOString()).toBe(expected)
})
