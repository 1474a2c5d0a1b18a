import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#contract/users.ts'
import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Member } from '#server/testing/team.ts'
import { draft, friday, notifiedTeam, openDestinations, today } from '../outbox/testing/notified-team.ts'
import { queueReminders } from './operations.ts'
import { listFailed } from '../undelivered/operations.ts'

const { slack, posted, mails, withMail } = await openDestinations()

/** Creates a team with mail that is reminded at ten. */
async function reminded(options: Partial<Parameters<typeof notifiedTeam>[0]> = {}) {
  const here = await notifiedTeam({ ...withMail, ...options })
  const change = (member: Member, to: Record<string, unknown>) =>
    withTeamTransaction(here.database, here, (db) =>
      db.updateTable('users').set(to).where('id', '=', member.user.id).execute(),
    )
  const remind = async () => {
    await queueReminders(here.services)
    return here.run()
  }
  const byMail = async (familyName: string, person = {}) => {
    const member = await here.member(familyName, person)
    await here.proveEmail(member)
    return member
  }
  return { ...here, change, remind, byMail }
}

test('a member without a report is reminded in Slack, else by email', async () => {
  const { member, byMail, toSlack, remind, deliveries } = await reminded()
  const misaki = await member('佐伯', { first_name: '美咲', language: 'en' })
  await toSlack(misaki, 'misaki')
  const naoki = await byMail('早川', { language: 'de' })
  await member('田中')
  slack.calls.length = 0
  expect(await remind()).toEqual([])

  expect(posted()).toHaveLength(1)
  expect(posted()[0]).toMatchObject({
    channel: expect.stringMatching(/^D/u),
    text: '佐伯 美咲, you haven’t submitted today’s report yet.\n<https://asakai.example/?date=2040-10-19|Write the report>',
  })
  expect(mails).toMatchObject([{ to: naoki.user.email, subject: 'Ihr Tagesbericht für heute steht noch aus' }])
  expect(mails[0]!.text).toContain('https://asakai.example/?date=2040-10-19')
  expect((await deliveries()).map(({ destination, status }) => `${destination} ${status}`).sort()).toEqual([
    'mail sent',
    'slack sent',
  ])
  await remind()
  expect([...posted(), ...mails]).toHaveLength(2)
})

test('other teams get reminders if PostgreSQL does not know one team’s time zone', async () => {
  const broken = await reminded()
  const misaki = await broken.byMail('佐伯')
  const { byMail, remind, run } = await reminded()
  const naoki = await byMail('早川')
  await broken.change(misaki, { time_zone: 'AET' })
  await expect(remind()).rejects.toThrow('Reminders failed for 1 teams')
  await run()
  expect(mails).toMatchObject([{ to: naoki.user.email }])
  await broken.change(misaki, { time_zone: null, writes: false }) // the next tests share the database
})

test('a reminder counts the blockers that no one has taken on for two days', async () => {
  const { member, byMail, toSlack, remind, services } = await reminded()
  const [misaki, ren] = [await member('佐伯', { first_name: '美咲' }), await member('藤井')]
  await byMail('早川')
  await toSlack(misaki, 'misaki')
  slack.calls.length = 0
  const report = (report_date: string, issues: string) =>
    ren.post('/daily-reports', { ...draft(), report_date, issues })
  await report('2040-10-17', '検証環境のDBが応答しない\n契約書の返事待ち')
  await report('2040-10-18', '検証環境のDBが応答しない\n契約書の返事待ち\nVPNにつながらない')
  const { blockers } = (await ren.get('/blockers')).body as { blockers: { id: string; text: string }[] }
  const { id } = blockers.find(({ text }) => text === '契約書の返事待ち')!
  await ren.patch(`/blockers/${id}`, { state: 'acknowledged' })
  expect(services.now().toISOString()).toContain('2040-10-19')
  await remind()
  const words = '対応する人がいないまま2営業日たった困りごとが1件あります。'
  const reminder = { text: expect.stringContaining(`まだ提出されていません。\n${words}\n<https`) }
  expect(posted()).toContainEqual(expect.objectContaining(reminder))
  expect(mails[0]!.text).toContain(`\n\n${words}\n\n`)
})

test('each member is reminded through their own channel', async () => {
  const { database, teamId, member, byMail, toSlack, services, deliveries } = await reminded()
  const [misaki, ren, naoki, haruka] = [
    await member('佐伯'),
    await member('藤井'),
    await byMail('早川'),
    await byMail('森'),
  ]
  await toSlack(misaki, 'misaki')
  await withTeamTransaction(database, { teamId }, async (db) => {
    const { id: session_id } = await db
      .selectFrom('sessions')
      .where('user_id', '=', ren.user.id)
      .select('id')
      .executeTakeFirstOrThrow()
    const device = { session_id, user_id: ren.user.id, endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' }
    await db
      .insertInto('push_subscriptions')
      .values({ team_id: teamId, ...device })
      .execute()
    const connect = (of: Member, provider: 'slack' | 'google', subject: string | null) =>
      db
        .insertInto('connections')
        .values({ team_id: teamId, user_id: of.user.id, provider, account: 'here', subject, connected_at: friday })
        .execute()
    await connect(naoki, 'slack', null) // as stored by an older version, without the Slack account
    await connect(haruka, 'google', '1')
  })
  await haruka.post('/daily-reports', draft('2040-10-18'))
  await (await byMail('田中')).post('/daily-reports', draft())
  await queueReminders(services)
  const reminders = (await deliveries()).filter(({ kind }) => kind === 'reminder')
  const ways = reminders.map(({ user_id, destination }) => [user_id, destination])
  expect(Object.fromEntries(ways)).toEqual({
    [misaki.user.id]: 'slack',
    [ren.user.id]: 'push',
    [naoki.user.id]: 'mail',
    [haruka.user.id]: 'mail',
  })
})

describe('nobody is reminded', () => {
  test('a member who has submitted today’s report gets no reminder', async () => {
    const { byMail, remind, deliveries } = await reminded()
    await (await byMail('早川')).post('/daily-reports', draft())
    await remind()
    expect(await deliveries()).toEqual([])
  })

  test('a member who has turned notifications off gets no reminder', async () => {
    const { byMail, remind, deliveries } = await reminded()
    const notifications = { ...defaultSettings.notifications, daily_report: false }
    await (await byMail('早川')).patch('/users/me/settings', { notifications })
    await remind()
    expect(await deliveries()).toEqual([])
  })

  test('an inactive member gets no reminder', async () => {
    const { member, byMail, change, remind, deliveries } = await reminded()
    await member('佐伯')
    await change(await byMail('早川'), { is_active: false })
    await remind()
    expect(await deliveries()).toEqual([])
  })

  test('a member without Slack or push gets no reminder if no mail is set up', async () => {
    const { byMail, remind, deliveries } = await reminded({ mail: undefined })
    await byMail('早川')
    await remind()
    expect(await deliveries()).toEqual([])
  })

  test('a team without reminders gets no reminder', async () => {
    const { byMail, setTeam, remind, deliveries } = await reminded()
    await byMail('早川')
    await setTeam({ reminder_hour: null })
    await remind()
    expect(await deliveries()).toEqual([])
  })

  test.each([
    ['on a Saturday', 'Asia/Tokyo', '2040-10-20T01:00:00Z'],
    ['before the hour', 'Asia/Tokyo', '2040-10-19T00:59:59Z'],
    ['two hours after the hour', 'Asia/Tokyo', '2040-10-19T03:00:00Z'],
    ['at the hour of another zone', 'America/New_York', '2040-10-19T01:00:00Z'],
  ])('a reminder is not sent %s', async (_what, timeZone, now) => {
    const { byMail, remind, deliveries } = await reminded({ timeZone, now: new Date(now) })
    await byMail('早川')
    await remind()
    expect(await deliveries()).toEqual([])
  })

  test('a member who submits the report while the reminder waits gets no reminder', async () => {
    const { byMail, services, run, deliveries } = await reminded()
    const naoki = await byMail('早川')
    await queueReminders(services)
    await naoki.post('/daily-reports', draft())
    await run()
    expect(mails).toEqual([])
    expect(await deliveries()).toMatchObject([{ kind: 'reminder', status: 'cancelled' }])
  })

  test('a reminder is not sent if the server was down for two hours', async () => {
    const { byMail, services, run, later, deliveries } = await reminded()
    await byMail('早川')
    await queueReminders(services)
    later(2 * 3_600)
    await run()
    expect(mails).toEqual([])
    expect(await deliveries()).toMatchObject([{ kind: 'reminder', status: 'cancelled' }])
  })
})

test.each([
  ['Asia/Tokyo', '2040-10-19T02:59:00Z'],
  ['America/New_York', '2040-10-19T14:00:00Z'],
  ['Asia/Kolkata', '2040-10-19T04:30:00Z'],
])('the reminder is sent at the hour of the team’s time zone %s', async (timeZone, now) => {
  const { byMail, remind, deliveries } = await reminded({ timeZone, now: new Date(now) })
  await byMail('早川')
  await remind()
  expect(await deliveries()).toMatchObject([{ kind: 'reminder', day: today, status: 'sent' }])
})

test('two servers send each reminder once', async () => {
  const { byMail, another, services, run } = await reminded()
  await byMail('早川')
  await byMail('田中')
  const others = await Promise.all([another(), another(), another()])
  await Promise.all([services, ...others.map((app) => app.services)].map((each) => queueReminders(each)))
  await run()
  expect(mails).toHaveLength(2)
})

test('a team gets one reminder on a day on which its reminder hour changes', async () => {
  const { byMail, setTeam, remind, later } = await reminded()
  await byMail('早川')
  await remind()
  await setTeam({ reminder_hour: 13 })
  later(3 * 3_600)
  await remind()
  expect(mails).toHaveLength(1)
  later(3 * 24 * 3_600)
  await remind()
  expect(mails).toHaveLength(2)
})

test('a reminder is retried for about an hour while the mail server is down', async () => {
  const { byMail, remind, run, clock, deliveries, services, teamId } = await reminded({
    mail: { url: 'smtp://127.0.0.1:1', from: 'asakai@example.com' },
  })
  const naoki = await byMail('早川')
  expect(await remind()).toEqual([])
  const minutes: number[] = []
  for (let attempt = 1; attempt < 5; attempt++) {
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ status: 'pending', attempts: attempt, failure: 'unavailable' })
    clock.now = delivery!.due_at
    minutes.push((clock.now.getTime() - friday.getTime()) / 60_000)
    await run()
  }
  expect(minutes).toEqual([1, 3, 13, 73])
  expect(await deliveries()).toMatchObject([{ status: 'dead', attempts: 5, failure: 'unavailable' }])
  const scope = { teamId, userId: naoki.user.id, isAdmin: true } as Scope
  expect(await listFailed(services, scope, { limit: 100, offset: 0 }, 'ja')).toMatchObject([
    { kind: 'reminder', destination: 'mail', failure: expect.stringContaining('メールサーバーが応答しません') },
  ])
})

test('a reminder that Slack would accept only hours later is dropped', async () => {
  const { member, toSlack, remind, deliveries } = await reminded()
  await toSlack(await member('佐伯'), 'misaki')
  slack.setFault('chat.postMessage', { status: 429, headers: { 'retry-after': '7200' }, body: '' })
  await remind()
  expect(await deliveries()).toMatchObject([{ status: 'dead', failure: 'rate_limited' }])
})
