import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import type { DayReport } from '#contract/reports.ts'
import { type Reaction, reactions } from '#contract/reactions.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Client } from '#server/testing/client.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import { usualOrLong } from '#server/testing/long.ts'
import { randomFrom } from '#server/testing/random.ts'
import type { Member } from '#server/testing/team.ts'

const day = 24 * 60 * 60_000 // milliseconds
const { below, oneIn } = randomFrom(12)
const end = Date.parse(usualOrLong('2026-06-30', '2026-12-25'))
const holidays = ['2026-02-11', '2026-03-20', '2026-04-29', '2026-05-04', '2026-07-20', '2026-09-21', '2026-11-03']
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

type Report = { id: string; author: Person; date: string; names: string[]; updatedAt: number }
/**
 * An action of a member on a blocker. `date`: the day of the author's newest report at that time. `on`: the day of the
 * action.
 */
type Act = { text: string; date: string; on: string; kind: 'taken' | 'resolved' | 'opened'; by: Person }
type Person = Member & { away: Set<string>; hasLeft: boolean }

test('the stored data of thirty members always equals a recomputation from their actions', async () => {
  const { member, at, leave, clock, database, teamId } = await dashboardTeam({ now: new Date('2026-01-05T00:00:00Z') })
  const inDatabase = <T>(work: Parameters<typeof withTeamTransaction<T>>[2]) =>
    withTeamTransaction(database, { teamId }, work)
  const people: Person[] = []
  for (let n = 0; n < 30; n++) people.push({ ...(await member(`部員${n}`)), away: new Set(), hasLeft: false })
  const absences = people.map(({ user, away }) => {
    const first = Date.parse('2026-01-12') + below(330) * day
    for (let n = 0; n < 8; n++) away.add(dateOf(first + n * day))
    return {
      team_id: teamId,
      id: newId(),
      user_id: user.id,
      first_day: dateOf(first),
      last_day: dateOf(first + 7 * day),
    }
  })
  await inDatabase(async (db) => {
    await db.insertInto('absences').values(absences).execute()
    await db
      .insertInto('holidays')
      .values(holidays.map((date) => ({ team_id: teamId, date, name: '祝日' })))
      .execute()
  })

  const reports = new Map<string, Report>()
  const reads = new Map<string, number>() // the time of reading, by reader and report
  const comments = new Map<string, number>()
  const given = new Map<string, { reaction: Reaction; by: Person }[]>()
  const acts: Act[] = []
  let names = 0
  /** Returns a name that cannot be confused with another. */
  const newName = () => `${String(++names).repeat(7)} ${String.fromCodePoint(0x4e00 + names * 7).repeat(7)}`
  const words = { yesterday_work: '設計', today_plan: '実装' }
  const reportsOf = (author: Person) =>
    [...reports.values()]
      .filter((report) => report.author === author)
      .toSorted((one, other) => (one.date < other.date ? -1 : 1))
  const has = async (answer: Promise<{ status: number; body: { id?: string } }>, status: number) => {
    clock.now = new Date(clock.now.getTime() + 1_000)
    const { status: is, body } = await answer
    expect(is).toBe(status)
    return body
  }

  /**
   * Returns the current state of each of the author's blocker lines, computed from the reports and the actions in
   * order.
   */
  const blockersOf = (author: Person, today: string) => {
    const own = reportsOf(author)
    return [...new Set(own.flatMap((report) => report.names))].map((text) => {
      const days = own.filter((report) => report.names.includes(text)).map(({ date }) => date)
      const end = own.find(({ date }) => date > days.at(-1)!)?.date
      const is = { state: 'open', owner: undefined as Person | undefined, resolution: null as string | null }
      let [reopened, resolvedOn] = [false, null as string | null]
      const open = () => {
        reopened ||= is.state === 'resolved'
        resolvedOn = is.resolution = null
        is.state = is.owner ? 'acknowledged' : 'open'
      }
      for (const date of [...new Set([...days, ...acts.map((act) => act.date)])].toSorted()) {
        if (days.includes(date)) open()
        for (const act of acts.filter((one) => one.text === text && one.date === date))
          if (act.kind === 'resolved') [is.state, is.resolution, resolvedOn] = ['resolved', 'solved', act.on]
          else {
            is.owner = act.kind === 'taken' ? act.by : undefined
            open()
          }
      }
      if (end && is.state !== 'resolved') [is.state, is.resolution, resolvedOn] = ['resolved', 'unnamed', end]
      let age = 1 // the first day counts even if no report was due
      for (
        let date = dateOf(Date.parse(days[0]!) + day);
        date <= (resolvedOn ?? today);
        date = dateOf(Date.parse(date) + day)
      )
        if (![0, 6].includes(new Date(date).getUTCDay()) && !holidays.includes(date) && !author.away.has(date)) age++
      const isOwned = is.owner !== undefined && !is.owner.hasLeft
      return {
        text,
        opened_by: author.user.id,
        opened_on: days[0]!,
        state:
          is.resolution === 'unnamed' ? 'unmentioned' : is.state === 'acknowledged' && !isOwned ? 'open' : is.state,
        owner_id: isOwned ? is.owner!.user.id : null,
        age,
        reopened,
        resolution: is.resolution,
        resolved_on: resolvedOn,
      }
    })
  }
  const asTold = (report: Report, reader: Person) => {
    const readAt = reads.get(`${reader.user.id} ${report.id}`)
    const isOwn = report.author === reader
    const all = given.get(report.id) ?? []
    const reactions = [...new Set(all.map(({ reaction }) => reaction))].map((reaction) => {
      const of = all.filter((one) => one.reaction === reaction)
      return { reaction, count: of.length, mine: of.some(({ by }) => by === reader) }
    })
    return {
      read: isOwn || readAt !== undefined,
      changed: readAt !== undefined && report.updatedAt > readAt,
      comments: comments.get(report.id) ?? 0,
      reactions: reactions.toSorted((one, other) => other.count - one.count),
      readers: isOwn
        ? people
            .filter(({ user }) => reads.has(`${user.id} ${report.id}`))
            .map(({ user }) => user.id)
            .toSorted()
        : undefined,
    }
  }

  /** Lets one member read reports, comment on them and resolve blockers. */
  const goOver = async (who: Person, caller: Client, today: string) => {
    const others = [...reports.values()].filter(
      ({ author, date }) => author !== who && date >= dateOf(Date.parse(today) - 21 * day),
    )
    for (let n = 0; n < 2; n++) {
      const report = others[below(others.length)]!
      const place = `/daily-reports/${report.id}`
      reads.set(
        `${who.user.id} ${report.id}`,
        Math.max(clock.now.getTime(), reads.get(`${who.user.id} ${report.id}`) ?? 0),
      )
      await has(caller.put(`${place}/read`, undefined), 204)
      await has(caller.post(`${place}/comments`, { body: '読みました' }), 201)
      comments.set(report.id, (comments.get(report.id) ?? 0) + 1)
      const reaction = reactions[below(reactions.length)]!
      const before = given.get(report.id) ?? []
      if (!before.some((one) => one.reaction === reaction && one.by === who))
        given.set(report.id, [...before, { reaction, by: who }])
      await has(caller.put(`${place}/reactions/${reaction}`, undefined), 204)
    }
    const { blockers } = (await caller.get('/blockers')).body as { blockers: Blocker[] }
    const one = blockers[below(blockers.length || 1)]
    if (!one) return
    const kind =
      one.state === 'acknowledged'
        ? (['resolved', 'opened'] as const)[below(2)]!
        : (['taken', 'resolved'] as const)[below(2)]!
    const change = { taken: { owner_id: who.user.id }, resolved: { state: 'resolved' }, opened: { state: 'open' } }[
      kind
    ]
    await has(caller.patch(`/blockers/${one.id}`, change), 200)
    const author = people.find(({ user }) => user.id === one.opened_by)!
    acts.push({ text: one.text, date: reportsOf(author).at(-1)!.date, on: today, kind, by: who })
  }

  let checked = 0
  for (let time = Date.parse('2026-01-09T00:30:00Z'); time < end; time += 21 * day) {
    const today = dateOf(time)
    clock.now = new Date(time)
    if (today === '2026-06-05')
      for (const person of [people[4]!, people[9]!]) {
        await leave(person)
        person.hasLeft = true
      }
    const here = people.filter(({ hasLeft }) => !hasLeft)
    const rest = here.slice(5).filter(() => !oneIn(4))
    const filed = rest.map((author) => ({ id: newId(), author, date: today, names: [], updatedAt: time }))
    for (const report of filed) reports.set(report.id, report)
    const [created_at, updated_at] = [clock.now, clock.now]
    const rows = filed.map(({ id, author: { user } }) =>
      Object.assign(
        { team_id: teamId, id, user_id: user.id, report_date: today, issues: '', created_at, updated_at },
        words,
      ),
    )
    await inDatabase((db) => db.insertInto('reports').values(rows).execute())

    const callers = new Map<Person, Client>()
    for (const author of here.slice(0, 5)) callers.set(author, await at(clock.now.toISOString(), author))
    for (const [author, caller] of callers) {
      const standing = (reportsOf(author).at(-1)?.names ?? []).filter(() => !oneIn(3))
      const naming = oneIn(2) ? [...standing, newName()] : standing
      const draft = { report_date: today, ...words, issues: naming.join('\n') }
      const { id } = await has(caller.post('/daily-reports', draft), 201)
      const report = { id: id!, author, date: today, names: naming, updatedAt: clock.now.getTime() - 1_000 }
      reports.set(report.id, report)
      if (oneIn(5)) {
        await has(caller.delete(`/daily-reports/${report.id}`), 204)
        reports.delete(report.id)
      } else if (oneIn(3)) {
        // Moves the report to the previous day, and removes a line.
        const changed = { ...draft, report_date: dateOf(time - day), issues: naming.slice(1).join('\n') }
        Object.assign(report, { date: changed.report_date, names: naming.slice(1), updatedAt: clock.now.getTime() })
        await has(caller.put(`/daily-reports/${report.id}`, changed), 200)
      }
    }
    for (const [who, caller] of callers) await goOver(who, caller, today)

    const [who, caller] = [...callers][below(callers.size)]!
    for (const date of [today, dateOf(time - day)]) {
      const { body } = await caller.get(`/daily-reports?report_date=${date}`)
      const shown = (body.reports as DayReport[]).map(({ id, read, changed, comments: said, reactions, readers }) => [
        id,
        { read, changed, comments: said, reactions, readers: readers?.map(({ user_id: reader }) => reader).toSorted() },
      ])
      const expected = [...reports.values()].filter((report) => report.date === date)
      expect(Object.fromEntries(shown)).toEqual(
        Object.fromEntries(expected.map((report) => [report.id, asTold(report, who)])),
      )
      checked += expected.length
    }
    const blockers: Blocker[] = []
    for (const state of ['', 'state=resolved', 'state=unmentioned'])
      for (const offset of [0, 100])
        blockers.push(...((await caller.get(`/blockers?${state}&offset=${offset}`)).body.blockers as Blocker[]))
    const shown = blockers.map(
      ({ text, opened_by, opened_on, state, owner_id, age, reopened, resolution, resolved_on }) => ({
        text,
        opened_by,
        opened_on,
        state,
        owner_id,
        age,
        reopened,
        resolution,
        resolved_on,
      }),
    )
    const expected = people.flatMap((author) =>
      blockersOf(author, today).filter(({ resolution }) => resolution !== null || !author.hasLeft),
    )
    const byText = (one: { text: string }, other: { text: string }) => (one.text < other.text ? -1 : 1)
    expect({ today, blockers: shown.toSorted(byText) }).toEqual({ today, blockers: expected.toSorted(byText) })
    checked += shown.length
  }
  expect(checked).toBeGreaterThan(usualOrLong(200, 500))
}, 120_000)
