import { afterEach, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { defaultSettings } from '#contract/users.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { requeueOverdue } from '../outbox/operations.ts'
import { draft, notifiedTeam, openDestinations, today } from '../outbox/testing/notified-team.ts'
import { queueDigests } from './operations.ts'

const { slack, chat } = await openDestinations()
afterEach(() => expect(slack.refusals).toEqual([]))

/** Creates a team that posts its reports to Slack, either in a thread or as a digest. */
async function teamWithChatMode(chat_mode: 'thread' | 'digest') {
  const here = await notifiedTeam({ slack, chatUrl: chat.url })
  const misaki = await here.member('佐伯', { first_name: '美咲' })
  const naoki = await here.member('早川', { first_name: '直樹' })
  await here.toSlack(misaki, 'misaki')
  await misaki.patch('/teams/me', { chat_mode, digest_hour: 10 })
  slack.calls.length = 0
  /** Runs the jobs that run every five minutes. */
  const pass = async () => {
    await queueDigests(here.services)
    await requeueOverdue(here.services)
    expect(await here.run()).toEqual([])
  }
  return { ...here, misaki, naoki, pass }
}

test('a digest lists authors, blockers and absent members, but not the members without a report', async () => {
  const { misaki, naoki, member, pass } = await teamWithChatMode('digest')
  const [untold, left] = [await member('高橋', { first_name: '蓮' }), await member('小林', { first_name: '葵' })]
  await untold.patch('/users/me/settings', {
    notifications: { ...defaultSettings.notifications, daily_report: false },
  })
  await untold.post('/daily-reports', draft())
  await naoki.post('/daily-reports', { ...draft(), report_date: '2040-10-18', issues: '昨日の困りごと' })
  await misaki.post('/daily-reports', { ...draft(), issues: '・返事待ち <!here>' })
  for (const away of [naoki, left])
    for (const half of ['morning', 'afternoon'])
      await away.put(`/absences/${newId()}`, { from: today, until: today, half })
  await untold.put(`/absences/${newId()}`, { from: '2040-10-22', until: '2040-10-22', half: null })
  await misaki.patch(`/users/${left.user.id}`, { is_active: false })
  await pass()
  await pass()
  const [digest, ...others] = slack.sent('chat.postMessage')
  expect(others).toEqual([])
  expect(JSON.parse(digest!['blocks']!).map(({ text }: { text: { text: string } }) => text.text)).toEqual([
    '開発チーム · 10月19日(金)の日報',
    '*提出した人(1人)*\n佐伯 美咲',
    '*困っていること*\n佐伯 美咲: 返事待ち &lt;!here&gt;',
    '*休み*\n早川 直樹',
    `<http://localhost:3000/?date=${today}|日報を見る>`,
  ])
})

test('a digest is edited when reports are added, changed or deleted (N9.03)', async () => {
  const { clock, misaki, naoki, pass } = await teamWithChatMode('digest')
  await pass()
  expect(slack.sent('chat.postMessage')[0]!['blocks']).toContain('まだいません')
  const { body } = await naoki.post('/daily-reports', draft())
  clock.now = new Date(clock.now.getTime() + 60_000)
  await misaki.post('/daily-reports', draft())
  await pass()
  expect(slack.sent('chat.update')[0]!['blocks']).toContain('*提出した人(2人)*\\n早川 直樹、佐伯 美咲')
  await naoki.delete(`/daily-reports/${body.id}`)
  await pass()
  expect(slack.sent('chat.update').at(-1)!['blocks']).not.toContain('早川 直樹')
  await pass()
  expect(slack.sent('chat.update')).toHaveLength(2)
})

test.each([
  ['late on the next day', '2040-10-20T14:00:00Z', 1],
  ['two days later', '2040-10-21T01:00:00Z', 0],
])('a job that runs %s (%s) edits a changed digest %i times', async (_, moment, updates) => {
  const { clock, misaki, pass } = await teamWithChatMode('digest')
  await pass()
  await misaki.post('/daily-reports', draft())
  clock.now = new Date(moment)
  await pass()
  expect(slack.sent('chat.update')).toHaveLength(updates)
})

test('a digest is posted to Google Chat once and never edited there', async () => {
  const { misaki, naoki, toSpace, pass } = await teamWithChatMode('digest')
  await toSpace(misaki)
  await misaki.post('/daily-reports', draft())
  await pass()
  await naoki.post('/daily-reports', draft())
  await pass()
  expect(chat.heard).toHaveLength(1)
  expect(JSON.stringify(chat.heard[0])).toContain('佐伯 美咲')
})

test('no digest is posted outside of its hour or on a day off', async () => {
  const { clock, pass } = await teamWithChatMode('digest')
  for (const moment of ['2040-10-19T00:55:00Z', '2040-10-19T03:00:00Z', '2040-10-20T01:00:00Z']) {
    clock.now = new Date(moment)
    await pass()
  }
  expect(slack.sent('chat.postMessage')).toEqual([])
  clock.now = new Date('2040-10-19T02:59:00Z')
  await pass()
  expect(slack.sent('chat.postMessage')).toHaveLength(1)
})

test('the first report of a day begins a thread that contains the day’s other reports', async () => {
  const { misaki, naoki, run, pass } = await teamWithChatMode('thread')
  await misaki.post('/daily-reports', draft())
  await run()
  await naoki.post('/daily-reports', draft())
  await run()
  await pass()
  const [head, first, second, ...others] = slack.sent('chat.postMessage')
  expect(others).toEqual([])
  expect(head).toMatchObject({ text: '10月19日(金)の日報' })
  expect(first!['thread_ts']).toMatch(/^\d+\.\d+$/u)
  expect(second!['thread_ts']).toBe(first!['thread_ts'])
})

test('the digests of other teams are posted if PostgreSQL rejects one team’s time zone', async () => {
  const broken = await teamWithChatMode('digest')
  const { services, run, database } = await teamWithChatMode('digest')
  const zone = (time_zone: string) =>
    withTeamTransaction(database, broken, (db) =>
      db.updateTable('teams').set({ time_zone }).where('id', '=', broken.teamId).execute(),
    )
  await zone('AET')
  await expect(queueDigests(services)).rejects.toThrow('Digests failed for 1 teams')
  await requeueOverdue(services)
  expect(await run()).toEqual([])
  expect(slack.sent('chat.postMessage')).toHaveLength(1)
  await zone('Asia/Tokyo') // the next tests share the database
})
