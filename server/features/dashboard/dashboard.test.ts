import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Dashboard, DashboardStats } from '#contract/dashboard.ts'
import { type Database, inTeam } from '#server/db/database.ts'
import { naughtyStrings } from '#server/testing/fixtures.ts'
import { client } from '#server/testing/client.ts'
import { type Member, newAddress, password, team } from '#server/testing/team.ts'

const friday = new Date('2026-10-23T00:30:00Z') // 9:30 in Tokyo
const early = '2026-01-05T00:00:00Z'

type Options = Parameters<typeof team>[0]

/** A team whose members have joined long ago, unless a test says when. */
async function dashboardTeam(options: Options = {}) {
  const parts = await team({ now: friday, ...options })
  const { database, teamId } = parts
  const change = (user: Member, what: Record<string, unknown>) =>
    inTeam(database, { teamId }, (db) =>
      db.updateTable('users').set(what).where('team_id', '=', teamId).where('id', '=', user.user.id).execute(),
    )
  const member = async (name = '早川', joined = early) => {
    const made = await parts.member(name)
    await change(made, { created_at: joined })
    return made
  }
  /** Signs in anew at another time: no access token lasts so long. */
  const at = async (time: string, { user }: Member): Promise<Pick<Member, 'get' | 'post'>> => {
    parts.clock.now = new Date(time)
    const { body } = await client(parts.app, newAddress()).post('/auth/login', { username: user.email, password })
    return client(parts.app, newAddress(), { authorization: `Bearer ${body.access_token}` })
  }
  return { ...parts, member, at, leave: (user: Member) => change(user, { is_active: false }) }
}

/** Files the days without asking whether they lie too far back. */
async function report(user: Pick<Member, 'post'>, dates: string[], words: Record<string, string> = {}) {
  for (const report_date of dates) {
    const answer = await user.post('/daily-reports', {
      report_date,
      yesterday_work: '設計',
      today_plan: '・予約画面の実装\nレビュー',
      issues: '',
      ...words,
    })
    expect(answer.status).toBe(201)
  }
}

const stats = async (user: Pick<Member, 'get'>): Promise<DashboardStats> => {
  const { status, body } = await user.get('/dashboard/stats')
  expect(status).toBe(200)
  return body
}
const dashboard = async (user: Pick<Member, 'get'>): Promise<Dashboard> => {
  const { status, body } = await user.get('/dashboard')
  expect(status).toBe(200)
  return body
}

describe("the team's day", () => {
  test('names who is in, in order, who is missing with their last report, and nobody inactive', async () => {
    const { member, clock, leave } = await dashboardTeam()
    const [ren, yukari, toru, kota] = [
      await member('早川'),
      await member('藤井'),
      await member('小野寺'),
      await member('三浦'),
    ]
    await report(toru, ['2026-10-22'])
    await report(kota, ['2026-10-23'])
    await leave(kota)
    await report(yukari, ['2026-10-23'])
    clock.now = new Date('2026-10-23T00:35:00Z')
    await report(ren, ['2026-10-23'], { issues: '・DBの接続数が上限\n確認中' })
    const nobody = await member('中原')

    const { today, recent } = await dashboard(ren)

    expect(today).toMatchObject({ date: '2026-10-23', working_day: true })
    expect(today.reported).toMatchObject([
      { user_name: '藤井 直樹', plan: '予約画面の実装', has_blocker: false, submitted_at: '2026-10-23T09:30:00+09:00' },
      { user_name: '早川 直樹', has_blocker: true, submitted_at: '2026-10-23T09:35:00+09:00' },
    ])
    expect(today.missing.toSorted((a, b) => a.user_id.localeCompare(b.user_id))).toEqual([
      { user_id: toru.user.id, user_name: '小野寺 直樹', last_report_date: '2026-10-22' },
      { user_id: nobody.user.id, user_name: '中原 直樹', last_report_date: null },
    ])
    expect(recent).toMatchObject([{ user_id: toru.user.id, report_date: '2026-10-22', plan: '予約画面の実装' }])
  })

  test("begins with the team's midnight, not with UTC's", async () => {
    const { member, clock } = await dashboardTeam({ now: new Date('2026-10-22T14:59:59Z') })
    const ren = await member()
    expect((await dashboard(ren)).today.date).toBe('2026-10-22')
    clock.now = new Date('2026-10-22T15:00:00Z')
    expect((await dashboard(ren)).today.date).toBe('2026-10-23')
  })

  test('nobody is missing on a week-end', async () => {
    const { member } = await dashboardTeam({ now: new Date('2026-10-24T00:30:00Z') })
    const [ren, yukari] = [await member(), await member('藤井')]
    await report(yukari, ['2026-10-24'])
    expect((await dashboard(ren)).today).toMatchObject({
      date: '2026-10-24',
      working_day: false,
      reported: [{ user_name: '藤井 直樹' }],
      missing: [],
    })
  })

  test('hostile words come through as they are', async () => {
    const { member } = await dashboardTeam()
    const ren = await member()
    await report(ren, ['2026-10-23'])
    const { report_id } = (await dashboard(ren)).today.reported[0]!
    const strings = naughtyStrings().filter(
      (text) => text.isWellFormed() && !text.includes('\0') && text.trim() !== '' && text.length < 150,
    )
    for (const text of strings.filter((_, index) => index % 8 === 0)) {
      const words = `「${text.replaceAll(/[\r\n\u2028\u2029]/gu, ' ').trim()}」`
      const draft = { report_date: '2026-10-23', yesterday_work: '', today_plan: words, issues: words }
      expect((await ren.put(`/daily-reports/${report_id}`, draft)).status).toBe(200)
      const { today, blockers } = await dashboard(ren)
      expect([today.reported[0]!.plan, blockers[0]!.issues]).toEqual([words, words])
    }
  })
})

describe('open blockers', () => {
  test("are those of the active members' newest reports, the oldest first, since their run of reports began", async () => {
    const { member, leave } = await dashboardTeam()
    const [ren, emilia, kota, gone, clear] = [
      await member('早川'),
      await member('Tamm'),
      await member('三浦'),
      await member('退職'),
      await member('藤井'),
    ]
    await report(ren, ['2026-10-22', '2026-10-23'], { issues: 'DB' })
    await report(ren, ['2026-10-21'])
    await report(ren, ['2026-10-20'], { issues: '前の困りごと' })
    await report(emilia, ['2026-10-14', '2026-10-16'], { issues: '\u3000\n待ち' })
    await report(kota, ['2026-10-22'], { issues: 'まだ' })
    await report(kota, ['2026-10-23'], { issues: ' \u3000\n' })
    await report(gone, ['2026-10-01'], { issues: '去った人' })
    await leave(gone)
    await report(clear, ['2026-10-23'])

    expect((await dashboard(ren)).blockers).toMatchObject([
      { user_name: 'Tamm 直樹', report_date: '2026-10-16', since: '2026-10-14', issues: '待ち' },
      { user_name: '早川 直樹', report_date: '2026-10-23', since: '2026-10-22', issues: 'DB' },
    ])
    expect(await stats(ren)).toMatchObject({ open_blockers: 2, oldest_blocker_since: '2026-10-14' })
  })

  test('one that is older than anybody looks back is still open', async () => {
    const { member } = await dashboardTeam()
    const ren = await member()
    await report(ren, ['2026-02-02', '2026-02-03'], { issues: '契約' })
    expect(await stats(ren)).toMatchObject({ open_blockers: 1, oldest_blocker_since: '2026-02-03' })
  })
})

describe("a member's month", () => {
  test('without any report: zeros, no NaN', async () => {
    const { member } = await dashboardTeam()
    expect(await stats(await member())).toMatchObject({
      reports_this_month: 0,
      working_days_this_month: 16, // 1 to 22 October
      reported_working_days_this_month: 0,
      submission_rate: 0,
      previous_submission_rate: 0,
      current_streak: 0,
      longest_streak: 0,
      insights_this_month: 0,
      open_blockers: 0,
      oldest_blocker_since: null,
    })
  })

  test('a report on a week-end counts as a report, but not for the rate', async () => {
    const { member } = await dashboardTeam({ now: new Date('2026-10-05T00:30:00Z') })
    const ren = await member()
    await report(ren, ['2026-09-30', '2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05'])
    expect(await stats(ren)).toMatchObject({
      reports_this_month: 5,
      working_days_this_month: 3,
      reported_working_days_this_month: 3,
      submission_rate: 100,
      previous_submission_rate: 5, // 1 of 22
    })
  })

  test('counts from the day of joining, in the zone of the team', async () => {
    const { member } = await dashboardTeam()
    // 23:30 UTC on the 13th is the 14th, a Wednesday, in Tokyo: 14 to 16 and 19 to 22 October are due.
    const ren = await member('早川', '2026-10-13T23:30:00Z')
    await report(ren, ['2026-10-12', '2026-10-14', '2026-10-15', '2026-10-19'])
    expect(await stats(ren)).toMatchObject({
      reports_this_month: 4,
      working_days_this_month: 7,
      reported_working_days_this_month: 3,
      submission_rate: 43,
      previous_submission_rate: null,
    })
  })

  test("begins with the team's midnight", async () => {
    const { member, clock } = await dashboardTeam({ now: new Date('2026-09-30T14:59:00Z') })
    const ren = await member()
    await report(ren, ['2026-09-29', '2026-09-30'])
    expect(await stats(ren)).toMatchObject({ reports_this_month: 2, working_days_this_month: 22, current_streak: 2 })
    clock.now = new Date('2026-09-30T15:00:00Z')
    expect(await stats(ren)).toMatchObject({
      reports_this_month: 0,
      working_days_this_month: 0,
      submission_rate: null,
      current_streak: 2,
    })
  })

  test("turns with the year, in a zone behind UTC as well; December is January's month before", async () => {
    // 3:00 UTC on 1 January is 22:00 on 31 December in New York.
    const { member, at } = await dashboardTeam({
      now: new Date('2027-01-01T03:00:00Z'),
      timeZone: 'America/New_York',
    })
    const ren = await member('早川', '2026-12-28T12:00:00Z')
    await report(ren, ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'])
    expect(await stats(ren)).toMatchObject({ reports_this_month: 4, submission_rate: 100, current_streak: 4 })
    const { weekly, ...figures } = await stats(await at('2027-01-02T03:00:00Z', ren))
    expect(figures).toMatchObject({
      reports_this_month: 0,
      submission_rate: null,
      previous_submission_rate: 100,
      current_streak: 4, // Friday, 1 January, is not over
    })
    expect(weekly.at(-1)).toEqual({
      week_start: '2026-12-28',
      reports: 4,
      members: 1,
      expected: 4,
      submission_rate: 100,
    })
  })

  test('counts my insights of the month, not those of others', async () => {
    const { member, database, teamId } = await dashboardTeam()
    const [ren, yukari] = [await member(), await member('藤井')]
    const at = ['2026-09-30T14:59:59Z', '2026-09-30T15:00:00Z', '2026-10-23T00:00:00Z']
    for (const [user_id, created_at] of [...at.map((time) => [ren.user.id, time]), [yukari.user.id, at[2]!]])
      await inTeam(database, { teamId }, (db) =>
        db
          .insertInto('insights')
          .values({
            team_id: teamId,
            id: randomUUID(),
            user_id: user_id!,
            type: 'keep',
            note: '続ける',
            created_at: new Date(created_at!),
          })
          .execute(),
      )
    expect((await stats(ren)).insights_this_month).toBe(2)
  })
})

describe('a streak', () => {
  const week = ['2026-10-12', '2026-10-13', '2026-10-14', '2026-10-15', '2026-10-16']

  test('runs over a week-end, and today is not missed yet', async () => {
    const { member, at } = await dashboardTeam({ now: new Date('2026-10-19T00:30:00Z') })
    const ren = await member()
    await report(ren, week)
    expect(await stats(ren)).toMatchObject({ current_streak: 5, longest_streak: 5 })
    await report(ren, ['2026-10-19'])
    expect((await stats(ren)).current_streak).toBe(6)
    expect((await stats(await at('2026-10-20T00:30:00Z', ren))).current_streak).toBe(6)
    expect(await stats(await at('2026-10-21T00:30:00Z', ren))).toMatchObject({ current_streak: 0, longest_streak: 6 })
  })

  test('holds through a week-end, and a report on one neither lengthens nor bridges it', async () => {
    const { member } = await dashboardTeam({ now: new Date('2026-10-25T00:30:00Z') })
    const ren = await member()
    await report(ren, [
      '2026-10-15',
      '2026-10-17',
      '2026-10-19',
      '2026-10-20',
      '2026-10-21',
      '2026-10-22',
      '2026-10-23',
    ])
    expect(await stats(ren)).toMatchObject({ current_streak: 5, longest_streak: 5 })
  })

  test('a Friday without a report has ended it by Saturday', async () => {
    const { member } = await dashboardTeam({ now: new Date('2026-10-24T00:30:00Z') })
    const ren = await member()
    await report(ren, ['2026-10-21', '2026-10-22'])
    expect(await stats(ren)).toMatchObject({ current_streak: 0, longest_streak: 2 })
  })
})

describe("the team's weeks", () => {
  test('are twelve from a Monday; who joined in one is due from that day, who left until their last report', async () => {
    const { member, leave } = await dashboardTeam()
    const ren = await member()
    const late = await member('藤井', '2026-10-14T01:00:00Z') // a Wednesday
    const gone = await member('退職')
    await report(ren, ['2026-10-12', '2026-10-13', '2026-10-14', '2026-10-15', '2026-10-16', '2026-10-17'])
    await report(late, ['2026-10-13', '2026-10-14'])
    await report(gone, ['2026-10-12', '2026-10-13'])
    await leave(gone)
    await report(ren, ['2026-10-19', '2026-10-23'])

    const { weekly } = await stats(ren)

    expect(weekly).toHaveLength(12)
    expect(weekly.map(({ week_start }) => week_start)).toEqual([
      '2026-08-03',
      '2026-08-10',
      '2026-08-17',
      '2026-08-24',
      '2026-08-31',
      '2026-09-07',
      '2026-09-14',
      '2026-09-21',
      '2026-09-28',
      '2026-10-05',
      '2026-10-12',
      '2026-10-19',
    ])
    // The week of the 12th: 5 days of ren, 3 of late (joined on Wednesday), 2 of who left. 5 + 1 + 2 of them are met.
    expect(weekly[10]).toEqual({
      week_start: '2026-10-12',
      reports: 10,
      members: 3,
      expected: 10,
      submission_rate: 80,
    })
    // Monday to Thursday of both, and today's one report that is in: 2 of 9.
    expect(weekly[11]).toEqual({ week_start: '2026-10-19', reports: 2, members: 1, expected: 9, submission_rate: 22 })
    // Who left was due in the weeks before: 10 days, none met.
    expect(weekly[9]).toEqual({ week_start: '2026-10-05', reports: 0, members: 0, expected: 10, submission_rate: 0 })
  })

  test('a week before the team has none that is due, and no rate', async () => {
    const { member } = await dashboardTeam()
    const ren = await member('早川', '2026-10-23T00:00:00Z')
    const { weekly } = await stats(ren)
    expect(weekly.map(({ submission_rate }) => submission_rate)).toEqual(Array(12).fill(null))
    await report(ren, ['2026-10-23'])
    expect((await stats(ren)).weekly[11]).toMatchObject({ expected: 1, submission_rate: 100 })
  })

  test('an inactive member who never reported was never due', async () => {
    const { member, leave } = await dashboardTeam()
    const [ren, gone] = [await member('早川', '2026-10-22T01:00:00Z'), await member('退職')]
    await leave(gone)
    expect((await stats(ren)).weekly[10]).toMatchObject({ expected: 0, submission_rate: null })
  })
})

describe('the backlog', () => {
  const item = (database: Database, teamId: string, user: Member, key: string, priority: 'low' | 'medium' | 'high') =>
    inTeam(database, { teamId }, (db) =>
      db
        .insertInto('backlog_items')
        .values({
          team_id: teamId,
          user_id: user.user.id,
          imported_by: user.user.id,
          source: 'github',
          source_type: 'issue',
          source_key: key,
          reference: `#${key}`,
          backlog: `課題 ${key}`,
          url: 'https://example.com/1',
          priority,
        })
        .execute(),
    )

  test('is mine, the urgent first', async () => {
    const { member, database, teamId } = await dashboardTeam()
    const [ren, yukari] = [await member(), await member('藤井')]
    await item(database, teamId, ren, '1', 'low')
    await item(database, teamId, ren, '2', 'high')
    await item(database, teamId, ren, '3', 'medium')
    await item(database, teamId, yukari, '4', 'high')
    const { backlog } = await dashboard(ren)
    expect(backlog.map(({ reference }) => reference)).toEqual(['#2', '#3', '#1'])
    expect(backlog[0]).toMatchObject({ user_id: ren.user.id, source: 'github', backlog: '課題 2', priority: 'high' })
  })
})

test("another team's rows are nowhere", async () => {
  const [ours, theirs] = [await dashboardTeam(), await dashboardTeam()]
  const [ren, stranger] = [await ours.member(), await theirs.member('他人')]
  await report(stranger, ['2026-10-22', '2026-10-23'], { issues: '秘密' })
  const day = await ren.get('/dashboard')
  expect(JSON.stringify(day.body)).not.toMatch(/他人|秘密/u)
  expect(day.body.today.missing).toHaveLength(1)
  const { weekly, open_blockers } = await stats(ren)
  expect(open_blockers).toBe(0)
  expect(weekly[11]).toMatchObject({ reports: 0, members: 0, expected: 4 })
})

test('nobody without a session reads either', async () => {
  const { visitor } = await dashboardTeam()
  expect((await visitor().get('/dashboard')).status).toBe(401)
  expect((await visitor().get('/dashboard/stats')).status).toBe(401)
})
