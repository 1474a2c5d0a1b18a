import { describe, expect, test } from 'vitest'
import { type Database, withTeamTransaction } from '#server/db/database.ts'
import { dashboard, dashboardTeam, report, stats } from '#server/testing/dashboard-team.ts'
import { naughtyStrings } from '#server/testing/fixtures.ts'
import type { Member } from '#server/testing/team.ts'

describe("the team's day", () => {
  test('the dashboard lists today’s reports by time, and members without one with their last report', async () => {
    const { member, clock, leave } = await dashboardTeam()
    const [ren, yukari, toru, kota] = [
      await member('早川'),
      await member('藤井'),
      await member('小野寺'),
      await member('三浦'),
    ]
    await report(toru, ['2026-10-22'])
    await report(kota, ['2026-10-22', '2026-10-23'])
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

  test('the dashboard’s day begins at the team’s midnight, not at UTC’s', async () => {
    const { member, clock } = await dashboardTeam({ now: new Date('2026-10-22T14:59:59Z') })
    const ren = await member()
    expect((await dashboard(ren)).today.date).toBe('2026-10-22')
    clock.now = new Date('2026-10-22T15:00:00Z')
    expect((await dashboard(ren)).today.date).toBe('2026-10-23')
  })

  test('the dashboard lists members without a report by name', async () => {
    const { member } = await dashboardTeam()
    const members = [await member('Chiba'), await member('Abe'), await member('Baba')]
    expect((await dashboard(members[0]!)).today.missing.map(({ user_name }) => user_name)).toEqual([
      'Abe 直樹',
      'Baba 直樹',
      'Chiba 直樹',
    ])
  })

  test('a report of tomorrow, from a time zone further east, is not listed today', async () => {
    const { member } = await dashboardTeam({ now: new Date('2026-10-23T12:00:00Z') })
    const [ren, toru] = [await member('早川'), await member('小野寺')]
    await report(ren, ['2026-10-22', '2026-10-23'], { issues: 'DB' })
    await report(toru, ['2026-06-01'], { issues: '契約' })
    for (const each of [ren, toru]) await report(each, ['2026-10-24'])

    const { today, blockers } = await dashboard(ren)

    // Tomorrow's report no longer mentions the blocker.
    expect(today.reported).toMatchObject([{ user_name: '早川 直樹', has_blocker: false }])
    expect(today.missing).toMatchObject([{ user_name: '小野寺 直樹', last_report_date: '2026-06-01' }])
    expect(blockers).toEqual([])
    expect(await stats(ren)).toMatchObject({ reports_this_month: 2, longest_streak: 2, open_blockers: 0 })
    expect((await stats(ren)).weekly[11]).toMatchObject({ reports: 2 })
  })

  test('the dashboard lists the five newest reports of earlier days, newest first', async () => {
    const { member, clock } = await dashboardTeam()
    const [ren, yukari, toru] = [await member('早川'), await member('藤井'), await member('小野寺')]
    await report(ren, ['2026-10-16', '2026-10-19', '2026-10-20', '2026-10-22', '2026-10-23'])
    for (const each of [yukari, toru]) {
      clock.now = new Date(clock.now.getTime() + 60_000)
      await report(each, ['2026-10-22', '2026-10-20'])
    }
    const { recent } = await dashboard(ren)
    expect(recent.map(({ user_name, report_date }) => `${report_date} ${user_name}`)).toEqual([
      '2026-10-22 小野寺 直樹',
      '2026-10-22 藤井 直樹',
      '2026-10-22 早川 直樹',
      '2026-10-20 小野寺 直樹',
      '2026-10-20 藤井 直樹',
    ])
  })

  test('the dashboard lists no member as missing before their day begins', async () => {
    const { member } = await dashboardTeam()
    const [ren, abroad] = [await member('早川'), await member('海外')]
    const zone = (time_zone: string) => abroad.patch(`/users/${abroad.user.id}/schedule`, { time_zone })
    await zone('America/Los_Angeles') // 17:30 on the day before
    const names = async () => (await dashboard(ren)).today.missing.map(({ user_name }) => user_name)
    expect(await names()).toEqual(['早川 直樹'])
    await zone('Europe/Paris') // 2:30 on the same day
    expect(await names()).toHaveLength(2)
    expect((await dashboard(abroad)).today.date).toBe('2026-10-23')
  })

  test('the dashboard lists no member as missing on a weekend', async () => {
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

  test('the dashboard returns hostile texts unchanged', async () => {
    const { member } = await dashboardTeam()
    const ren = await member()
    await report(ren, ['2026-10-23'])
    const { report_id } = (await dashboard(ren)).today.reported[0]!
    const strings = naughtyStrings().filter(
      (text) => text.isWellFormed() && !text.includes('\0') && text.trim() !== '' && text.length < 150,
    )
    for (const text of strings.filter((_, index) => index % 8 === 0)) {
      const words = `「${text.replaceAll(/[\r\n\u2028\u2029]/gu, ' ').trim()}」`
      const draft = { report_date: '2026-10-23', yesterday_work: '', today_plan: words, issues: `返事待ち ${words}` }
      expect((await ren.put(`/daily-reports/${report_id}`, draft)).status).toBe(200)
      const { today, blockers } = await dashboard(ren)
      expect([today.reported[0]!.plan, blockers[0]!.issues]).toEqual([words, `返事待ち ${words}`])
    }
  })
})

describe('open blockers', () => {
  test('the dashboard lists the open blockers of active members, oldest first (E3.05)', async () => {
    const { member, leave } = await dashboardTeam()
    const [ren, emilia, kota, gone, clear] = [
      await member('早川'),
      await member('Tamm'),
      await member('三浦'),
      await member('退職'),
      await member('藤井'),
    ]
    await report(ren, ['2026-10-22', '2026-10-23'], { issues: 'DB\nVPN' })
    await report(ren, ['2026-10-19', '2026-10-21'])
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
      { user_name: '早川 直樹', report_date: '2026-10-23', since: '2026-10-22', issues: 'VPN' },
    ])
    expect(await stats(ren)).toMatchObject({ open_blockers: 3, oldest_blocker_since: '2026-10-14' })
  })

  test('the dashboard shows the day on which a blocker was first reported, however long ago', async () => {
    const { member } = await dashboardTeam()
    const ren = await member()
    await report(ren, ['2026-02-02', '2026-07-25', '2026-10-23'], { issues: '契約' })
    expect(await stats(ren)).toMatchObject({ open_blockers: 1, oldest_blocker_since: '2026-02-02' })
  })
})

describe('the backlog', () => {
  const item = (database: Database, teamId: string, user: Member, key: string, priority: 'low' | 'medium' | 'high') =>
    withTeamTransaction(database, { teamId }, (db) =>
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

  test('the dashboard lists the caller’s own backlog items by priority', async () => {
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

test('the dashboard excludes the data of another team', async () => {
  const [ours, theirs] = [await dashboardTeam(), await dashboardTeam()]
  const [ren, stranger] = [await ours.member(), await theirs.member('他人')]
  await report(stranger, ['2026-10-22', '2026-10-23'], { issues: '秘密' })
  const day = await ren.get('/dashboard')
  expect(JSON.stringify(day.body)).not.toMatch(/他人|秘密/u)
  expect(day.body.today.missing).toHaveLength(1)
  const { weekly, open_blockers } = await stats(ren)
  expect(open_blockers).toBe(0)
  expect(weekly[11]).toMatchObject({ reports: 0, members: 0, due: 4 })
})

test('the dashboard and its figures require a session', async () => {
  const { visitor } = await dashboardTeam()
  expect((await visitor().get('/dashboard')).status).toBe(401)
  expect((await visitor().get('/dashboard/stats')).status).toBe(401)
})
