import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { DemoMembers } from '#contract/demo.ts'
import { FrequentTasksDraft } from '#contract/frequent-tasks.ts'
import { InsightDraft } from '#contract/insights.ts'
import { InvitationDraft } from '#contract/invitations.ts'
import { ReportDraft } from '#contract/reports.ts'
import { Settings } from '#contract/users.ts'
import { buildApp } from '#server/app.ts'
import { type Database, withEveryTeamTransaction } from '#server/db/database.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { client } from '#server/testing/client.ts'
import { testDatabase } from '#server/testing/database.ts'
import { newAddress, startApp, team } from '#server/testing/team.ts'
import { demoRoutes } from './routes.ts'
import { seed } from './seed.ts'
import { readStory, storyDays, workingDaysUpTo } from './story.ts'
import { people } from './team.ts'

const zone = 'Asia/Tokyo'
/** A Friday. */
const now = new Date('2026-10-23T10:30:00+09:00')
const today = '2026-10-23'

let database: Database
let app: Awaited<ReturnType<typeof buildApp>>
const visitor = () => client(app, newAddress())
async function be(name: string) {
  const { id } = people.find((person) => person.name === name)!
  const { body } = await visitor().post('/demo/sessions', { user_id: id })
  return client(app, newAddress(), { authorization: `Bearer ${body.access_token}` })
}
const all = {
  reports: () => withEveryTeamTransaction(database, (db) => db.selectFrom('reports').selectAll().execute()),
  insights: () => withEveryTeamTransaction(database, (db) => db.selectFrom('insights').selectAll().execute()),
  likes: () => withEveryTeamTransaction(database, (db) => db.selectFrom('insight_likes').selectAll().execute()),
  tasks: () => withEveryTeamTransaction(database, (db) => db.selectFrom('frequent_tasks').selectAll().execute()),
  invitations: () => withEveryTeamTransaction(database, (db) => db.selectFrom('invitations').selectAll().execute()),
  users: () => withEveryTeamTransaction(database, (db) => db.selectFrom('users').selectAll().execute()),
}

beforeAll(async () => {
  database = await testDatabase()
  await seed(database, { zone, now })
  const { config } = await startApp({ database })
  app = await buildApp({ config, database, now: () => now, demo: demoRoutes })
  afterwards(() => app.close())
})

test('the new demo has searchable reports, and future absences on weekdays', async () => {
  const kaori = await be('kaori')
  const { results } = (await kaori.get('/search?q=sensor')).body
  expect(results.length).toBeGreaterThan(3)
  const { absences } = (await kaori.get(`/absences?from=${today}&until=2026-11-30`)).body
  expect(absences.map(({ from, half }: { from: string; half: string | null }) => [from, half])).toEqual([
    ['2026-10-26', null],
    ['2026-10-26', 'afternoon'],
  ])
})

describe('the story', () => {
  test('the demo’s reports are valid, and exist on every working day and on no other day', async () => {
    const reports = await all.reports()
    expect(reports.length).toBeGreaterThan(400)
    for (const report of reports) {
      const { yesterday_work, today_plan } = ReportDraft.parse(report)
      expect(yesterday_work.trim(), report.report_date).not.toBe('')
      expect(today_plan.trim(), report.report_date).not.toBe('')
      expect(new Date(report.report_date).getUTCDay() % 6, report.report_date).not.toBe(0)
    }
    expect(new Set(reports.map(({ report_date }) => report_date))).toEqual(new Set(workingDaysUpTo(today)))
  })

  test.each(people)('the reports of $name turn each day’s plan into the next day’s work', (person) => {
    const reports = readStory(person.name, person.mark)
    const linesOf = (text: string) => text.split('\n')
    for (const [index, { words, day }] of reports.entries()) {
      const next = reports[index + 1]
      if (!next) continue
      expect(next.day, `day ${day}`).toBeGreaterThan(day)
      if (next.day > day + 1) continue
      const done = linesOf(next.words.yesterday_work).length
      expect(done, `day ${next.day}`).toBeGreaterThanOrEqual(linesOf(words.today_plan).length)
    }
    expect(reports.at(-1)!.day).toBe(storyDays)
    expect(reports[0]!.day).toBe(person.joined ?? 1)
    const texts = reports.map(({ words }) => words.yesterday_work + words.today_plan)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('half of the demo’s members have written today, and no report is from a future hour', async () => {
    const reports = await all.reports()
    expect(reports.filter(({ report_date }) => report_date === today)).toHaveLength(people.length / 2)
    for (const { created_at, updated_at } of reports) {
      expect(updated_at.getTime()).toBeGreaterThanOrEqual(created_at.getTime())
      expect(updated_at.getTime()).toBeLessThan(now.getTime())
    }
    expect(reports.some(({ status }) => status === 'edited')).toBe(true)
  })

  test('the demo’s insights, tasks, invitations and settings are valid for the API', async () => {
    const insights = await all.insights()
    for (const insight of insights) InsightDraft.parse(insight)
    for (const { insight_id, user_id } of await all.likes())
      expect(insights.find(({ id }) => id === insight_id)!.user_id).not.toBe(user_id)
    for (const tasks of await all.tasks()) FrequentTasksDraft.parse(tasks)
    for (const invitation of await all.invitations()) InvitationDraft.parse(invitation)
    for (const { settings } of await all.users()) Settings.parse(settings)
  })

  test('no comment of the demo is from the future, and nobody reacts to their own report', async () => {
    const comments = await withEveryTeamTransaction(database, (db) => db.selectFrom('comments').selectAll().execute())
    const reports = new Map((await all.reports()).map((report) => [report.id, report]))
    expect(comments).toHaveLength(16)
    for (const { created_at, report_id } of comments) {
      expect(created_at.getTime()).toBeLessThan(now.getTime())
      if (report_id) expect(created_at.getTime()).toBeGreaterThanOrEqual(reports.get(report_id)!.created_at.getTime())
    }
    const reactions = await withEveryTeamTransaction(database, (db) =>
      db.selectFrom('report_reactions').selectAll().execute(),
    )
    expect(reactions).toHaveLength(34)
    for (const { report_id, user_id } of reactions) expect(reports.get(report_id)!.user_id).not.toBe(user_id)
    const kaori = await be('kaori')
    expect((await kaori.get('/mentions')).body.unread).toBe(1)
    const { body: shown } = await kaori.get(`/daily-reports?report_date=${today}`)
    expect(shown.reports.filter(({ read }: { read: boolean }) => !read)).toHaveLength(3)
    const { body: yesterday } = await kaori.get(`/daily-reports?report_date=2026-10-22`)
    expect(yesterday.reports.every(({ read }: { read: boolean }) => read)).toBe(true)
    const { blockers } = (await kaori.get('/blockers?state=acknowledged')).body
    expect(blockers.map(({ owner_name }: { owner_name: string }) => owner_name).sort()).toEqual([
      'Matthias Brandt',
      '水野 香織',
    ])
  })

  test('the demo has content for every screen', async () => {
    const takuya = await be('takuya')
    const { body: dashboard } = await takuya.get('/dashboard')
    expect(dashboard.today).toMatchObject({ working_day: true, reported: { length: 4 }, missing: { length: 4 } })
    expect(dashboard.blockers.length).toBeGreaterThan(1)
    expect(dashboard.blockers[0].since < dashboard.blockers[0].report_date).toBe(true)
    expect(dashboard.backlog.some(({ user_id }: { user_id: string | null }) => user_id === null)).toBe(true)
    const { body: stats } = await takuya.get('/dashboard/stats')
    expect(stats.weekly.every(({ reports }: { reports: number }) => reports > 0)).toBe(true)
    const { body: beginning } = await takuya.get(`/daily-reports/draft?date=${today}`)
    expect([beginning.planned.length, beginning.done.length]).toEqual([2, 2])
    const { body: tasks } = await takuya.get('/frequent_tasks')
    expect(tasks.usage.every(({ count }: { count: number }) => count > 1)).toBe(true)
    const { body: invited } = await takuya.get('/invitations/?include_expired=true')
    expect(invited.invitations.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'pending',
      'expired',
    ])
  })

  test('on a weekend, the demo’s reports end on the Friday before', () => {
    expect(workingDaysUpTo('2026-10-25').at(-1)).toBe(today)
    expect(workingDaysUpTo(today)).toHaveLength(storyDays)
  })
})

describe('signing in as a member of the demo', () => {
  test('a visitor signs in to the demo with one click and no password', async () => {
    const { members } = DemoMembers.parse((await visitor().get('/demo')).body)
    expect(members.map(({ language }) => language)).toEqual(['ja', 'ja', 'ja', 'en', 'en', 'en', 'de', 'de'])
    const me = (await (await be('jana')).get('/users/me')).body
    expect(me).toMatchObject({ preferred_name: 'Jana Hoffmann', settings: { language: 'de' } })
  })

  test('the demo signs nobody in as an unknown or deactivated member', async () => {
    const stranger = await visitor().post('/demo/sessions', { user_id: '01990000-0000-7000-8000-000000000099' })
    expect(stranger.status).toBe(404)
    const matthias = people.find(({ name }) => name === 'matthias')!
    const kaori = await be('kaori')
    expect((await kaori.patch(`/users/${matthias.id}`, { is_active: false })).status).toBe(200)
    expect((await visitor().post('/demo/sessions', { user_id: matthias.id })).status).toBe(404)
    expect((await visitor().get('/demo')).body.members).toHaveLength(people.length - 1)
    await kaori.patch(`/users/${matthias.id}`, { is_active: true })
  })

  test('a server without the demo refuses the demo’s sign-in, even on the demo’s database', async () => {
    const { visitor: anybody } = await startApp({ database })
    expect((await anybody().get('/demo')).status).toBe(404)
    expect((await anybody().post('/demo/sessions', { user_id: people[0]!.id })).status).toBe(404)
  })

  test('the demo refuses a database that it has not created', async () => {
    const { config, database: real } = await team()
    await expect(buildApp({ config, database: real, now: () => now, demo: demoRoutes })).rejects.toThrow(
      'This database was not made by the demo.',
    )
    await expect(seed(real, { zone, now })).rejects.toThrow('The demo fills no database in which there is a team.')
    await expect(buildApp({ config, database: real, now: () => now, demo: demoRoutes })).rejects.toThrow()
  })

  test.each(['DATABASE_URL', 'DATA_DIR'])('the demo does not start if %s is set', (name) => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/launch.mjs', 'demo'], {
      env: { ...process.env, [name]: '/somewhere' },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain(`${name} is set, and the demo works on no data but its own`)
  })
})
