import { followBlockers } from '#server/features/blockers/operations.ts'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import type { DashboardStats } from '#contract/dashboard.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { dashboardTeam, stats } from '#server/testing/dashboard-team.ts'
import { randomFrom } from '#server/testing/random.ts'
import type { Member } from '#server/testing/team.ts'

const day = 24 * 60 * 60_000 // milliseconds
const { below, oneIn } = randomFrom(2_026)
const holidays = ['2026-05-04', '2026-05-05', '2026-05-06', '2026-07-20', '2026-08-11', '2026-09-21', '2026-10-12']

/** A simulated member. `reports`: keyed by day. */
type Person = Member & {
  zone: string
  days: number[]
  writes: boolean
  joined: string // ISO 8601
  joinedOn: string
  leftOn?: string
  away: Set<string>
  reports: Map<string, { id: string; isBlocked: boolean }>
}

const calendars = new Map<string, Intl.DateTimeFormat>()
function dateIn(timeZone: string, time: string) {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar.format(new Date(time))
}
const next = (date: string, days = 1) => new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
const weekday = (date: string) => ((Math.round(Date.parse(date) / day) + 3) % 7) + 1 // 1970-01-01 was a Thursday
const range = (from: string, until: string) => {
  const dates: string[] = []
  for (let date = from; date <= until; date = next(date)) dates.push(date)
  return dates
}
const rate = (met: number, due: number) => (due === 0 ? null : Math.floor((200 * met + due) / (2 * due)))

/** Returns whether a report is due from the member on a day that has ended. */
const counts = ({ days, writes, joinedOn, away }: Person, date: string) =>
  writes && date >= joinedOn && days.includes(weekday(date)) && !holidays.includes(date) && !away.has(date)

/** Returns whether the day counts as due by now. Today and the leaving day count only if their report exists. */
const isOwed = (person: Person, date: string, today: string) =>
  counts(person, date) &&
  (person.reports.has(date) || (date < today && (person.leftOn === undefined || date < person.leftOn)))

function figuresOf(people: Person[], person: Person, time: string): Omit<DashboardStats, 'insights_this_month'> {
  const today = dateIn(person.zone, time)
  const [month, last] = [today.slice(0, 7), next(`${today.slice(0, 7)}-01`, -1).slice(0, 7)]
  const due = range('2026-03-01', today).filter((date) => isOwed(person, date, today))
  const met = due.filter((date) => person.reports.has(date))
  const within = (dates: string[], of: string) => dates.filter((date) => date.startsWith(of)).length
  const runs = due
    .map((date) => (person.reports.has(date) ? 'x' : ' '))
    .join('')
    .split(' ')
    .map((run) => run.length)
  const first = next(today, 1 - weekday(today) - 77)
  const blockers = people.filter(({ leftOn }) => !leftOn).map((member) => blockedSince(member))
  const open = blockers.filter((since) => since !== undefined).toSorted()
  return {
    reports_this_month: within(
      [...person.reports.keys()].filter((date) => date <= today),
      month,
    ),
    working_days_this_month: within(due, month),
    reported_working_days_this_month: within(met, month),
    submission_rate: rate(within(met, month), within(due, month)),
    previous_submission_rate: rate(within(met, last), within(due, last)),
    current_streak: runs.at(-1)!,
    longest_streak: Math.max(...runs),
    open_blockers: open.length,
    oldest_blocker_since: open[0] ?? null,
    weekly: Array.from({ length: 12 }, (_, n) => weekOf(people, next(first, 7 * n), today, time)),
  }
}

function weekOf(people: Person[], monday: string, today: string, time: string) {
  const dates = range(monday, next(monday, 6)).filter((date) => date <= today)
  const filed = people.map(({ reports }) => dates.filter((date) => reports.has(date)).length)
  const due = people.flatMap((member) => {
    const own = dateIn(member.zone, time)
    return dates.filter((date) => isOwed(member, date, own)).map((date) => member.reports.has(date))
  })
  return {
    week_start: monday,
    reports: filed.reduce((sum, count) => sum + count, 0),
    members: filed.filter((count) => count > 0).length,
    due: due.length,
    submission_rate: rate(due.filter(Boolean).length, due.length),
  }
}

/** Returns the first day of the member's latest sequence of reports that all name a blocker. */
function blockedSince({ reports }: Person): string | undefined {
  const newestFirst = [...reports.keys()].toSorted().toReversed()
  const end = newestFirst.findIndex((date) => !reports.get(date)!.isBlocked)
  const run = newestFirst.slice(0, end === -1 ? undefined : end)
  return run.at(-1)
}

test('each dashboard figure equals a plain count for half a year of twelve members', async () => {
  const { member, at, leave, database, teamId } = await dashboardTeam({ now: new Date('2026-05-01T00:30:00Z') })
  const write = <T>(work: Parameters<typeof withTeamTransaction<T>>[2]) =>
    withTeamTransaction(database, { teamId }, work)
  const usual = [1, 2, 3, 4, 5]
  const people: Person[] = []
  const join = async (own: Partial<Pick<Person, 'zone' | 'days' | 'writes' | 'joined'>> = {}) => {
    const { joined = '2026-03-20T00:00:00Z', zone, days, writes = true } = own
    const made = await member(`部員${people.length}`, joined)
    const columns = { writes, time_zone: zone ?? null, working_days: days ?? null }
    await write((db) =>
      db.updateTable('users').set(columns).where('team_id', '=', teamId).where('id', '=', made.user.id).execute(),
    )
    const away = new Set<string>()
    for (let n = 0; n < 3; n++) {
      const [from, length] = [next('2026-05-01', below(175)), 1 + below(8)]
      const until = next(from, length - 1)
      for (const date of range(from, until)) away.add(date)
      const absence = { team_id: teamId, id: newId(), user_id: made.user.id, first_day: from, last_day: until }
      await write((db) => db.insertInto('absences').values(absence).execute())
    }
    const half = { first_day: '2026-06-10', last_day: '2026-06-10', half: 'morning' as const }
    await write((db) =>
      db
        .insertInto('absences')
        .values({ team_id: teamId, id: newId(), user_id: made.user.id, ...half })
        .execute(),
    )
    const joinedOn = dateIn(zone ?? 'Asia/Tokyo', joined)
    people.push({
      ...made,
      joinedOn,
      zone: zone ?? 'Asia/Tokyo',
      days: days ?? usual,
      writes,
      joined,
      away,
      reports: new Map(),
    })
  }
  await write((db) =>
    db
      .insertInto('holidays')
      .values(holidays.map((date) => ({ team_id: teamId, date, name: '祝日' })))
      .execute(),
  )
  for (let n = 0; n < 4; n++) await join()
  await join({ writes: false })
  await join({ days: [2, 4, 7] })
  await join({ days: [1, 2, 3, 4, 5, 6, 7], zone: 'Pacific/Kiritimati' })
  await join({ zone: 'America/Los_Angeles' })
  await join({ joined: '2026-07-08T22:00:00Z', zone: 'America/Los_Angeles' }) // the 9th in Tokyo
  await join({ joined: '2026-08-31T15:00:00Z' }) // 1 September in Tokyo
  await join({ zone: 'Pacific/Pago_Pago' })
  await join()
  const leaving = [
    { person: people[10]!, time: '2026-09-10T05:00:00Z' }, // the 9th in Pago Pago
    { person: people[11]!, time: '2026-07-29T15:30:00Z' }, // the 30th in Tokyo
  ]

  const file = async (filed: { person: Person; date: string }[]) => {
    const rows = filed.flatMap(({ person: { user, reports }, date }) => {
      if (reports.has(date)) return []
      const made = { id: newId(), isBlocked: oneIn(4) }
      reports.set(date, made)
      const words = { yesterday_work: '設計', today_plan: '実装', issues: made.isBlocked ? '・確認待ち' : ' \n' }
      return [{ team_id: teamId, id: made.id, user_id: user.id, report_date: date, ...words }]
    })
    if (rows.length === 0) return
    await write((db) => db.insertInto('reports').values(rows).execute())
    for (const [userId, own] of Map.groupBy(rows, ({ user_id }) => user_id)) {
      const [from] = own.map(({ report_date }) => report_date).toSorted()
      await write((db) =>
        followBlockers(db, { teamId, userId }, { from: from!, before: [], now: new Date(`${from}T00:00:00Z`) }),
      )
    }
  }
  /** Deletes the report, or edits the report and moves it to a day without a report, at most three days earlier. */
  const change = async (person: Person, time: string, date: string) => {
    const caller = await at(time, person)
    const { id, isBlocked } = person.reports.get(date)!
    person.reports.delete(date)
    if (oneIn(3)) {
      expect((await caller.delete(`/daily-reports/${id}`)).status).toBe(204)
      return
    }
    const free = range(next(date, -3), date).find((day) => !person.reports.has(day))!
    person.reports.set(free, { id, isBlocked: !isBlocked })
    const words = { yesterday_work: '調査', today_plan: '実装', issues: isBlocked ? '' : '・確認待ち' }
    expect((await caller.put(`/daily-reports/${id}`, { report_date: free, ...words })).status).toBe(200)
  }

  let checked = 0
  for (const [n, date] of range('2026-05-01', '2026-10-30').entries()) {
    const time = `${date}T${['00:30', '15:30', '09:00'][n % 3]!}:00Z`
    for (const { person, time: left } of leaving)
      if (!person.leftOn && left <= time) {
        person.leftOn = dateIn(person.zone, left)
        await leave(person, new Date(left))
      }
    const here = people.filter(({ leftOn, joined }) => !leftOn && joined < time)
    const filed: Parameters<typeof file>[0] = []
    for (const person of here) {
      const own = dateIn(person.zone, time)
      // This member leaves within four days, so they write no report today.
      if (leaving.some((leaver) => leaver.person === person && next(own, 4) > leaver.time)) continue
      if (person.days.includes(weekday(own)) ? !oneIn(6) : oneIn(9)) filed.push({ person, date: own })
      if (oneIn(12)) filed.push({ person, date: next(own, -1 - below(4)) }) // a late report
      if (oneIn(40)) filed.push({ person, date: next(own) }) // a report for tomorrow
    }
    await file(filed)
    for (const { person, date: own } of filed) if (oneIn(30) && person.reports.has(own)) await change(person, time, own)
    if (n % 13 !== 4) continue
    for (const person of here) {
      const { insights_this_month: _, ...figures } = await stats(await at(time, person))
      expect({ time, who: people.indexOf(person), ...figures }).toEqual({
        time,
        who: people.indexOf(person),
        ...figuresOf(people, person, time),
      })
      checked++
    }
  }
  expect(checked).toBeGreaterThan(120)
}, 180_000)
