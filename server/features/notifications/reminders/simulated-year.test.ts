import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { usualOrLong } from '#server/testing/long.ts'
import { randomFrom } from '#server/testing/random.ts'
import { testDatabase } from '#server/testing/database.ts'
import { insertReminders, selectAsked } from './sql.ts'

const hour = 60 * 60_000 // milliseconds
/** The usual run covers March and April: every clock that changes does so in one of these months. */
const [begin, end] = usualOrLong(
  [Date.parse('2026-03-01'), Date.parse('2026-05-01')] as const,
  [Date.parse('2026-01-01'), Date.parse('2027-01-01')] as const,
)
const simulatedDays = (end - begin) / (24 * hour)
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/**
 * The settings of a team in each country: its zone, its reminder hour, its working days and some of its holidays in
 * 2026.
 */
const countries = [
  [
    'Asia/Tokyo',
    10,
    [1, 2, 3, 4, 5],
    '01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 11-03',
  ],
  ['America/New_York', 9, [1, 2, 3, 4, 5], '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25'],
  ['Europe/Berlin', 8, [1, 2, 3, 4, 5], '01-01 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26'],
  ['Asia/Kolkata', 10, [1, 2, 3, 4, 5, 6], '01-26 03-04 08-15 10-02 10-20 11-08 12-25'],
  ['Australia/Sydney', 2, [1, 2, 3, 4, 5], '01-01 01-26 04-03 04-06 04-25 06-08 10-05 12-25 12-28'],
  ['America/Sao_Paulo', null, [1, 2, 3, 4, 5], '01-01 02-17 04-03 04-21 05-01 09-07 10-12 11-02 12-25'],
  ['Africa/Cairo', 0, [7, 1, 2, 3, 4], '01-07 01-25 03-20 03-21 04-13 04-25 05-01 07-23 10-06'],
  ['Pacific/Auckland', 23, [1, 2, 3, 4, 5], '01-01 01-02 02-06 04-03 04-06 06-01 10-26 12-25 12-28'],
] as const
/**
 * The time zones of members abroad: on both sides of the date line, with offsets of a quarter of an hour, and with
 * clocks that change by half an hour.
 */
const elsewhere = [
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Chatham',
  'Europe/London',
  'America/Los_Angeles',
]

type Person = {
  id: string
  team: number
  joined: number // milliseconds since 1970
  zone: string | null
  hour: number | null
  days: readonly number[] | null
  active: boolean
  writes: boolean
  away: Set<string> // YYYY-MM-DD
  reported: Set<string>
}
type Turn = { at: number; person: Person; to: Partial<Pick<Person, 'zone' | 'hour' | 'active' | 'writes'>> }

const { below, oneIn } = randomFrom(20_260_101)
const someTime = () => begin + below(simulatedDays * 24 * 60) * 60_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const teams = countries.map(([zone, reminderHour, days, holidays]) => ({
  id: newId(),
  zone: zone as string,
  hour: reminderHour as number | null,
  days: days as readonly number[],
  holidays: holidays.split(' ').map((day) => `2026-${day}`),
}))
const absences: { person: Person; first: string; last: string; half: 'morning' | null }[] = []
const turns: Turn[] = []
const people = teams.flatMap((_, team) => {
  const person = (own: Partial<Person> = {}): Person => {
    const reported = new Set(
      Array.from({ length: simulatedDays + 3 }, (_day, n) => dayOf(begin + (n - 1) * 24 * hour)).filter(() => oneIn(3)),
    )
    const usual = { joined: begin - 90 * 24 * hour, zone: null, hour: null, days: null, active: true, writes: true }
    return { ...usual, id: newId(), team, away: new Set(), reported, ...own }
  }
  const zone = elsewhere[team]!
  const [moves, leaves] = [person(), person({ joined: begin - hour })]
  for (let n = 0; n < 12; n++)
    turns.push({ at: someTime(), person: moves, to: { zone: elsewhere[below(8)]!, hour: below(24) } })
  turns.push({ at: begin + Math.floor(simulatedDays / 4) * 24 * hour, person: leaves, to: { active: false } })
  turns.push({ at: someTime(), person: leaves, to: { active: true } })
  for (const writes of [false, true, false]) turns.push({ at: someTime(), person: leaves, to: { writes } })
  return [
    person({ zone: oneIn(2) ? zone : null }),
    person({ hour: 1 + below(3), days: [below(6) + 1, 7] }), // the hours at which clocks change
    person({ joined: someTime(), zone, days: [1, 2, 3, 4, 5, 6, 7], hour: below(24) }),
    moves,
    leaves,
  ]
})
for (const person of people)
  for (let n = 0; n < 6; n++) {
    const first = n === 0 ? end - below(5) * 24 * hour : someTime()
    const half = n === 1 ? 'morning' : null
    const length = half ? 1 : 1 + below(12)
    if (!half) for (let day = 0; day < length; day++) person.away.add(dayOf(first + day * 24 * hour))
    absences.push({ person, first: dayOf(first), last: dayOf(first + (length - 1) * 24 * hour), half })
  }
turns.sort((one, other) => one.at - other.at)

const clocks = new Map<string, Intl.DateTimeFormat>()
const said = new Map<string, { at: number; day: string; weekday: number; minutes: number }>()
/** Returns the local date, weekday and time. */
function wall(zone: string, at: number) {
  const known = said.get(zone)
  if (known?.at === at) return known
  const fields = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields })
  clocks.set(zone, clock)
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  const now = {
    at,
    day: `${part['year']}-${part['month']}-${part['day']}`,
    weekday: weekdays.indexOf(part['weekday']!) + 1,
    minutes: Number(part['hour']) * 60 + Number(part['minute']),
  }
  said.set(zone, now)
  return now
}

test('everyone in eight countries gets a reminder of each due report, and no other', async () => {
  const database = await testDatabase()
  const names = new Map(people.map(({ id, team }, n) => [id, `${teams[team]!.zone} ${n % 5}`]))
  await withEveryTeamTransaction(database, insertPeople)

  const teamIds = teams.map(({ id }) => id)
  const expected: string[] = []
  const asked = new Set<string>() // each pair of a person and a day that was checked
  for (let day = begin; day < end; day += 24 * hour)
    await withEveryTeamTransaction(database, async (db) => {
      for (let at = day; at < day + 24 * hour; at += hour) {
        while (turns[0] && turns[0].at <= at) await takeTurn(db, turns.shift()!)
        for (const person of people) {
          const team = teams[person.team]!
          const { day: today, weekday, minutes } = wall(person.zone ?? team.zone, at)
          const wanted = person.hour ?? team.hour
          const isOutside = wanted === null || minutes < wanted * 60 || minutes >= (wanted + 2) * 60
          const theirDay = `${names.get(person.id)} ${today}`
          if (isOutside || !person.active || !person.writes || asked.has(theirDay)) continue
          asked.add(theirDay)
          if (wall(person.zone ?? team.zone, person.joined).day > today) continue
          if (!(person.days ?? team.days).includes(weekday) || team.holidays.includes(today)) continue
          if (person.away.has(today) || person.reported.has(today)) continue
          expected.push(theirDay)
        }
        const now = new Date(at)
        const everybody = await selectAsked(db, { slack: false, mail: true }, now, teamIds)
        const byTeam = Map.groupBy(everybody, ({ team_id }) => team_id)
        await Promise.all([...byTeam].map(([teamId, some]) => insertReminders(db, teamId, some, now)))
      }
    })

  const deliveries = await withEveryTeamTransaction(database, (db) =>
    db.selectFrom('outbox').select(['user_id', 'day']).execute(),
  )
  expect(deliveries.map(({ user_id, day }) => `${names.get(user_id!)} ${day}`).toSorted()).toEqual(expected.toSorted())
  expect(expected.length).toBeGreaterThan(usualOrLong(300, 3_000))
}, 180_000)

async function insertPeople(db: Db) {
  await db
    .insertInto('teams')
    .values(
      teams.map(({ id, zone, hour: reminder_hour, days }) => ({
        id,
        name: zone,
        time_zone: zone,
        reminder_hour,
        working_days: [...days],
      })),
    )
    .execute()
  const holidays = teams.flatMap((team) => team.holidays.map((date) => ({ team_id: team.id, date, name: '祝日' })))
  await db.insertInto('holidays').values(holidays).execute()
  const users = people.map((person) => ({
    team_id: teams[person.team]!.id,
    id: person.id,
    first_name: '直樹',
    family_name: '早川',
    preferred_name: '',
    email: `${person.id}@example.com`,
    email_key: `${person.id}@example.com`,
    email_proven_at: new Date(begin),
    created_at: new Date(person.joined),
    time_zone: person.zone,
    reminder_hour: person.hour,
    working_days: person.days && [...person.days],
  }))
  await db.insertInto('users').values(users).execute()
  const away = absences.map(({ person, first, last, half }) => ({
    team_id: teams[person.team]!.id,
    id: newId(),
    user_id: person.id,
    first_day: first,
    last_day: last,
    half,
  }))
  await db.insertInto('absences').values(away).execute()
  for (const { id, team, reported } of people) {
    const reports = [...reported].map((report_date) => ({
      team_id: teams[team]!.id,
      id: newId(),
      user_id: id,
      report_date,
      yesterday_work: '設計',
      today_plan: '実装',
      issues: '',
    }))
    await db.insertInto('reports').values(reports).execute()
  }
}

async function takeTurn(db: Db, { person, to }: Turn) {
  Object.assign(person, to)
  const { zone: time_zone, hour: reminder_hour, active: is_active, writes } = person
  await db
    .updateTable('users')
    .set({ time_zone, reminder_hour, is_active, writes })
    .where('team_id', '=', teams[person.team]!.id)
    .where('id', '=', person.id)
    .execute()
}
