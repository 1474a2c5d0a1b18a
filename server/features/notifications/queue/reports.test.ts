import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#contract/users.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { draft, friday, notifiedTeam, openDestinations, today } from '../outbox/testing/notified-team.ts'

const { slack, chat, posted } = await openDestinations()

/** Returns Misaki, a member with a connection to the team's Slack. */
async function connected(options: Partial<Parameters<typeof notifiedTeam>[0]> = {}) {
  const here = await notifiedTeam({ slack, chatUrl: chat.url, ...options })
  const misaki = await here.member('佐伯', { first_name: '美咲' })
  await here.toSlack(misaki, 'misaki')
  slack.calls.length = 0
  return { ...here, misaki }
}
const choose = (notifications: Partial<typeof defaultSettings.notifications>) => ({
  notifications: { ...defaultSettings.notifications, ...notifications },
})

describe('a report', () => {
  test('a report is posted once in the team’s channel, with a link to it', async () => {
    const { misaki, run, deliveries } = await connected({ publicUrl: 'https://asakai.example' })
    expect((await misaki.post('/daily-reports', draft())).status).toBe(201)
    expect(await run()).toEqual([])
    expect(posted()).toHaveLength(1)
    expect(posted()[0]).toMatchObject({ channel: 'general', text: '佐伯 美咲 · 10月19日(金)の日報' })
    expect(posted()[0]!.blocks).toContain('https://asakai.example/?date=2040-10-19|日報を開く')
    expect(await deliveries()).toMatchObject([{ kind: 'report', day: today, status: 'sent', attempts: 1 }])
    await run()
    expect(posted()).toHaveLength(1)
  })

  test('a report is posted in the team’s language, not in its author’s', async () => {
    const { misaki, run, setTeam } = await connected()
    await setTeam({ language: 'de' })
    await misaki.post('/daily-reports', draft(), { 'accept-language': 'en' })
    await run()
    expect(posted()[0]!.text).toContain('Tagesbericht vom Fr., 19. Oktober')
  })

  test('a post of an evening team shows today’s work and tomorrow’s plan', async () => {
    const { misaki, run, setTeam } = await connected()
    await setTeam({ report_time: 'evening' })
    await misaki.post('/daily-reports', draft())
    await run()
    expect(posted()[0]!.blocks).toContain('本日やったこと')
    expect(posted()[0]!.blocks).toContain('明日やること')
    expect(posted()[0]!.blocks).not.toContain('昨日')
  })

  test('a report is posted to the Google Chat space that its author has chosen', async () => {
    const { misaki, run, toSpace, deliveries } = await connected()
    await toSpace(misaki)
    await misaki.patch('/users/me/settings', choose({ destination: 'google-chat' }))
    await misaki.post('/daily-reports', draft())
    await run()
    expect(posted()).toEqual([])
    const [{ id } = { id: '' }] = await deliveries()
    expect(chat.heard).toMatchObject([{ path: '/v1/spaces/AAAA/messages', query: { requestId: id } }])
    expect(chat.heard[0]!.body).toMatchObject({ fallbackText: '佐伯 美咲 · 10月19日(金)の日報' })
  })

  test.each([
    ['a report is not posted if its author turned posts off', choose({ daily_report: false })],
    ['a report is not posted elsewhere if the chosen service is not connected', choose({ destination: 'google-chat' })],
  ])('%s', async (_what, settings) => {
    const { misaki, run, deliveries } = await connected()
    await misaki.patch('/users/me/settings', settings)
    expect((await misaki.post('/daily-reports', draft())).status).toBe(201)
    await run()
    expect(await deliveries()).toEqual([])
    expect([...posted(), ...chat.heard]).toEqual([])
  })

  test('the reports of today and yesterday are posted, not those of other days', async () => {
    const { misaki, deliveries } = await connected()
    for (const day of ['2040-10-16', '2040-10-17', '2040-10-18', '2040-10-19', '2040-10-20'])
      await misaki.post('/daily-reports', draft(day))
    expect((await deliveries()).map(({ day }) => day)).toEqual(['2040-10-18', '2040-10-19'])
  })

  test('a report is posted in the team’s morning if its author is a day ahead', async () => {
    const { misaki, run, clock, deliveries } = await connected({ now: new Date('2040-10-18T12:00:00Z') })
    expect((await misaki.post('/daily-reports', draft('2040-10-19'))).status).toBe(201)
    const morning = new Date('2040-10-18T22:00:00Z')
    expect(await deliveries()).toMatchObject([{ day: '2040-10-19', due_at: morning }])
    clock.now = morning
    await run()
    expect(posted()).toHaveLength(1)
  })

  test('an edited report is not posted again, and a waiting post has the newest text', async () => {
    const { misaki, run } = await connected()
    const { body } = await misaki.post('/daily-reports', draft())
    await misaki.put(`/daily-reports/${body.id}`, { ...draft(), today_plan: '実装' })
    await run()
    expect(posted()).toHaveLength(1)
    expect(posted()[0]!.blocks).toContain('実装')
    await misaki.put(`/daily-reports/${body.id}`, draft())
    await run()
    expect(posted()).toHaveLength(1)
  })

  test('a report is posted for its new day if it moves before the post', async () => {
    const { misaki, run, deliveries } = await connected()
    const { body } = await misaki.post('/daily-reports', draft())
    await misaki.put(`/daily-reports/${body.id}`, draft('2040-10-18'))
    await run()
    expect(posted()[0]!.text).toContain('10月18日')
    expect(await deliveries()).toMatchObject([{ day: '2040-10-18', status: 'sent' }])
  })

  test('a report that moves to the day of a deleted report is posted for that day', async () => {
    const { misaki, run, deliveries } = await connected()
    const earlier = await misaki.post('/daily-reports', draft('2040-10-18'))
    await misaki.delete(`/daily-reports/${earlier.body.id}`)
    const { body } = await misaki.post('/daily-reports', draft())
    await misaki.put(`/daily-reports/${body.id}`, draft('2040-10-18'))
    await run()
    expect(posted().map(({ text }) => text)).toEqual([expect.stringContaining('10月18日')])
    expect(await deliveries()).toMatchObject([{ day: '2040-10-18', status: 'sent' }])
  })

  test('moving a report also moves only the waiting post of its own day', async () => {
    const { misaki, run, database, teamId, deliveries } = await connected()
    const other = await misaki.post('/daily-reports', draft('2040-10-18'))
    await withTeamTransaction(database, { teamId }, (db) =>
      db.deleteFrom('reports').where('team_id', '=', teamId).where('id', '=', other.body.id).execute(),
    )
    const { body } = await misaki.post('/daily-reports', draft())
    expect((await misaki.put(`/daily-reports/${body.id}`, draft('2040-10-17'))).status).toBe(200)
    await run()
    expect(posted().map(({ text }) => text)).toEqual([expect.stringContaining('10月17日')])
    expect(Object.fromEntries((await deliveries()).map(({ day, status }) => [day, status]))).toEqual({
      '2040-10-17': 'sent',
      '2040-10-18': 'cancelled',
    })
  })

  test('a report deleted before it is posted is posted only if it is submitted again', async () => {
    const { misaki, run, deliveries } = await connected()
    const { body } = await misaki.post('/daily-reports', draft())
    await misaki.delete(`/daily-reports/${body.id}`)
    await run()
    expect(posted()).toEqual([])
    expect(await deliveries()).toMatchObject([{ status: 'cancelled' }])
    await misaki.post('/daily-reports', draft())
    await run()
    expect(posted()).toHaveLength(1)
  })

  test('the report of a day is posted only once, even if deleted and written again', async () => {
    const { misaki, run, deliveries } = await connected()
    const { body } = await misaki.post('/daily-reports', draft())
    await run()
    await misaki.delete(`/daily-reports/${body.id}`)
    await misaki.post('/daily-reports', draft())
    await run()
    expect(posted()).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ status: 'sent' }])
  })

  test('a refused report queues no post', async () => {
    const { misaki, run, deliveries } = await connected()
    await misaki.post('/daily-reports', draft())
    await run()
    expect((await misaki.post('/daily-reports', draft())).status).toBe(409)
    expect((await misaki.post('/daily-reports', draft('2040-10-25'))).status).toBe(400)
    expect(await deliveries()).toHaveLength(1)
  })
})

describe('working hours', () => {
  test.each([
    ['a report of Friday evening waits for Monday', 'Asia/Tokyo', '2040-10-19T11:00:00Z', '2040-10-21T22:00:00Z'],
    ['a report of Saturday waits for Monday', 'Asia/Tokyo', '2040-10-20T03:00:00Z', '2040-10-21T22:00:00Z'],
    ['a report of Thursday night waits for Friday', 'Asia/Tokyo', '2040-10-18T14:30:00Z', '2040-10-18T22:00:00Z'],
    [
      'a report of the early morning waits for seven o’clock',
      'Asia/Tokyo',
      '2040-10-18T20:30:00Z',
      '2040-10-18T22:00:00Z',
    ],
    [
      'a report a minute before eight in the evening is posted at once',
      'Asia/Tokyo',
      '2040-10-19T10:59:00Z',
      '2040-10-19T10:59:00Z',
    ],
    [
      'working hours are those of the team’s time zone',
      'America/New_York',
      '2040-10-19T01:00:00Z',
      '2040-10-19T11:00:00Z',
    ],
    [
      'working hours follow the summer time of the zone',
      'Europe/Berlin',
      '2040-10-26T18:00:00Z',
      '2040-10-29T06:00:00Z',
    ],
  ])('%s', async (_what, timeZone, now, due) => {
    const { misaki, deliveries, run, clock } = await connected({ timeZone, now: new Date(now) })
    const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(now))
    await misaki.post('/daily-reports', draft(day))
    expect((await deliveries()).map(({ due_at }) => due_at.toISOString())).toEqual([new Date(due).toISOString()])
    if (now !== due) {
      await run()
      expect(posted()).toEqual([])
    }
    clock.now = new Date(due)
    await run()
    expect(posted()).toHaveLength(1)
  })

  test('Friday’s report is posted on Monday if the server was down on Friday', async () => {
    const { misaki, deliveries, run, clock } = await connected()
    await misaki.post('/daily-reports', draft())
    clock.now = new Date('2040-10-20T03:00:00Z')
    await run()
    expect(posted()).toEqual([])
    const monday = new Date('2040-10-21T22:00:00Z')
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 0, due_at: monday }])
    clock.now = monday
    await run()
    expect(posted()).toHaveLength(1)
  })
})

test('submitting a report does not wait for an unresponsive chat service', async () => {
  slack.setFault('chat.postMessage', 'silence')
  const { misaki, deliveries } = await connected()
  expect((await misaki.post('/daily-reports', draft())).status).toBe(201)
  expect(posted()).toEqual([])
  expect(await deliveries()).toMatchObject([{ status: 'pending', due_at: friday }])
})
