import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#contract/users.ts'
import type { Scope } from '#server/access/scope.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { eventsOf } from '#server/testing/events.ts'
import type { Fault } from '#server/testing/fault.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { team } from '#server/testing/team.ts'
import { draft, notifiedTeam, openDestinations } from './testing/notified-team.ts'
import { deleteOldOutbox, deliver, requeueOverdue } from './operations.ts'
import { listFailed } from '../undelivered/operations.ts'

const { slack, chat, posted } = await openDestinations()
const refusal = (error: string): Fault => ({ body: { ok: false, error } })
const limited = (seconds: number): Fault => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: '' })

/**
 * Returns Misaki, whose report has not been posted yet.
 * @param to Slack if absent
 */
async function filed({ to = 'slack', ...options }: { to?: 'slack' | 'google-chat'; logLevel?: 'warn' } = {}) {
  const here = await notifiedTeam({ slack, chatUrl: chat.url, ...options })
  const misaki = await here.member('佐伯', { first_name: '美咲' })
  if (to === 'slack') await here.toSlack(misaki, 'misaki')
  else {
    await here.toSpace(misaki)
    await misaki.patch('/users/me/settings', { notifications: { ...defaultSettings.notifications, destination: to } })
  }
  const { headers } = await misaki.post('/daily-reports', draft())
  slack.calls.length = 0
  const only = async () => (await here.deliveries())[0]!
  const place = { teamId: here.teamId, id: (await only()).id }
  const stuck = () =>
    withTeamTransaction(here.database, here, (db) =>
      db
        .updateTable('outbox')
        .set({ status: 'sending', attempts: 1, tried_at: here.clock.now })
        .where('team_id', '=', here.teamId)
        .execute(),
    )
  const list = async (language = 'ja') =>
    (await misaki.get('/notifications/deliveries', { 'accept-language': language })).body
  return { ...here, misaki, filedBy: headers['x-request-id'], only, place, stuck, list }
}

describe('a delivery that fails', () => {
  test('a failed delivery is tried eight times with growing pauses within about a day', async () => {
    slack.setFault('chat.postMessage', { status: 503, body: '' })
    const { run, only, clock } = await filed()
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      await run()
      const { status, attempts, failure, due_at } = await only()
      expect({ attempts, failure }).toEqual({ attempts: attempt, failure: 'unavailable' })
      expect(posted()).toHaveLength(attempt)
      expect(status).toBe(attempt < 8 ? 'pending' : 'dead')
      if (status === 'pending') pauses.push((due_at.getTime() - clock.now.getTime()) / 1_000)
      clock.now = due_at
    }
    // The seventh attempt would be at night, so it waits for Monday, 7:00. The eighth comes eight hours later.
    expect(pauses.slice(0, 5)).toEqual([60, 120, 600, 3_600, 14_400])
    expect(clock.now.toISOString()).toBe('2040-10-22T06:00:00.000Z')
    await run()
    expect(posted()).toHaveLength(8)
  })

  test('a failed delivery is sent at its next attempt after the destination works again', async () => {
    slack.setFault('chat.postMessage', { status: 503, body: '' })
    const { run, only, later, list } = await filed()
    await run()
    expect(await list()).toEqual([])
    slack.setFault('chat.postMessage', undefined)
    await run()
    expect(posted()).toHaveLength(1)
    later(60)
    await run()
    expect(await only()).toMatchObject({ status: 'sent', attempts: 2, failure: null })
  })

  test('the retry of a delivery waits as long as the provider asks', async () => {
    slack.setFault('chat.postMessage', limited(900))
    const { run, only, clock } = await filed()
    await run()
    const { status, failure, due_at } = await only()
    expect({ status, failure }).toEqual({ status: 'pending', failure: 'rate_limited' })
    expect(due_at.getTime() - clock.now.getTime()).toBe(900_000)
  })

  test.each<[reason: string, fault: Fault]>([
    ['unauthorized', refusal('token_revoked')],
    ['missing_scope', refusal('missing_scope')],
    ['not_found', refusal('channel_not_found')],
    ['not_in_channel', refusal('not_in_channel')],
    ['forbidden', refusal('restricted_action')],
    ['refused', refusal('msg_too_long')],
    ['unknown_outcome', 'hanging up'],
    ['unknown_outcome', 'truncated'],
    ['unknown_outcome', refusal('internal_error')],
  ])('a delivery that failed permanently (%s) is not retried automatically', async (reason, fault) => {
    slack.setFault('chat.postMessage', fault)
    const { run, only, later } = await filed()
    await run()
    expect(await only()).toMatchObject({ status: 'dead', attempts: 1, failure: reason })
    later(3_600)
    await run()
    expect(posted()).toHaveLength(1)
  })

  test('each failed attempt of a delivery is logged with the original request’s id', async () => {
    slack.setFault('chat.postMessage', { status: 503, body: '' })
    const { run, app, place, misaki, filedBy: reqId, later, teamId } = await filed({ logLevel: 'warn' })
    const events = eventsOf(app)
    await run()
    slack.setFault('chat.postMessage', refusal('token_revoked'))
    later(60)
    await run()
    const what = { team: teamId, member: misaki.user.id, kind: 'report', destination: 'slack', id: place.id, reqId }
    expect(events()).toEqual([
      { ...what, level: 40, event: 'delivery_failed', reason: 'unavailable', attempts: 1 },
      { ...what, level: 50, event: 'delivery_dead', reason: 'unauthorized', attempts: 2 },
      { level: 40, event: 'slack_disconnected', team: teamId, reason: 'unauthorized', reqId },
    ])
    const figures = await app.services.metrics.text()
    for (const outcome of ['failed', 'dead'])
      expect(figures).toContain(`asakai_deliveries_total{destination="slack",outcome="${outcome}"} 1`)
  })

  test('a delivery is listed as failed if its connection was removed', async () => {
    const { misaki, run, list } = await filed()
    await misaki.delete('/connections/slack')
    await run()
    expect(posted()).toEqual([])
    expect(await list()).toMatchObject([
      { failure: 'Slackとの接続が解除されています。もう一度接続してから送信してください。' },
    ])
  })

  test('a message with an unknown outcome is sent to Google Chat again as the same request', async () => {
    chat.setAnswer('hanging up')
    const { run, only, later } = await filed({ to: 'google-chat' })
    await run()
    expect(await only()).toMatchObject({ status: 'pending', attempts: 1 })
    chat.setAnswer({ body: { name: 'spaces/AAAA/messages/1' } })
    later(60)
    await run()
    expect(await only()).toMatchObject({ status: 'sent' })
    expect(new Set(chat.heard.map(({ query }) => query.requestId))).toHaveLength(1)
    expect(chat.heard).toHaveLength(2)
  })
})

describe('a server that ended in the middle', () => {
  test('a message to Slack is not resent if a crash left its outcome unknown', async () => {
    const { services, run, only, later, stuck } = await filed()
    await stuck()
    await requeueOverdue(services)
    expect(await only()).toMatchObject({ status: 'sending' })
    later(6 * 60)
    await requeueOverdue(services)
    await run()
    expect(await only()).toMatchObject({ status: 'dead', failure: 'unknown_outcome' })
    expect(posted()).toEqual([])
  })

  test('a message to Google Chat is resent if a crash left its outcome unknown', async () => {
    const { services, run, only, later, stuck } = await filed({ to: 'google-chat' })
    await stuck()
    later(6 * 60)
    await requeueOverdue(services)
    await run()
    expect(await only()).toMatchObject({ status: 'sent', attempts: 2 })
    expect(chat.heard[0]!.query.requestId).toBe((await only()).id)
  })

  test('a stuck delivery that is found at night is scheduled for the morning', async () => {
    const { services, run, only, clock, stuck } = await filed({ to: 'google-chat' })
    await stuck()
    clock.now = new Date('2040-10-19T14:00:00Z')
    await requeueOverdue(services)
    await run()
    const { status, due_at } = await only()
    expect({ status, due_at }).toEqual({ status: 'pending', due_at: new Date('2040-10-21T22:00:00Z') })
    expect(chat.heard).toEqual([])
  })

  test('a due delivery is queued again if its job was lost', async () => {
    const { services, database, run, only } = await filed()
    await withEveryTeamTransaction(database, (db) => sql`delete from graphile_worker._private_jobs`.execute(db))
    await run()
    expect(posted()).toEqual([])
    await requeueOverdue(services)
    await run()
    expect(await only()).toMatchObject({ status: 'sent' })
  })
})

test('a delivery is sent once with several servers', async () => {
  const { services, another, place, only } = await filed()
  const others = await Promise.all([another(), another()])
  await Promise.all([services, services, ...others.map((app) => app.services)].map((each) => deliver(each, place)))
  expect(posted()).toHaveLength(1)
  expect(await only()).toMatchObject({ status: 'sent', attempts: 1 })
})

test('two servers on one queue send each delivery once', async () => {
  const here = await filed()
  const others = await Promise.all(Array.from({ length: 6 }, () => here.member()))
  for (const other of others) await other.post('/daily-reports', draft())
  const app = await here.another()
  await Promise.all([here.run(), runJobs(app)])
  expect(posted()).toHaveLength(7)
  expect(new Set((await here.deliveries()).map(({ status }) => status))).toEqual(new Set(['sent']))
})

test('the waiting delivery of a deactivated member is cancelled', async () => {
  const { misaki, member, run, only } = await filed()
  const colleague = await member()
  await misaki.patch(`/users/${colleague.user.id}`, { is_admin: true })
  expect((await colleague.patch(`/users/${misaki.user.id}`, { is_active: false })).status).toBe(200)
  const before = slack.sent('chat.postMessage').length
  await run()
  expect(slack.sent('chat.postMessage')).toHaveLength(before)
  expect(await only()).toMatchObject({ status: 'cancelled' })
})

describe('what could not be delivered', () => {
  test('administrators see failed deliveries in their language and can send them again', async () => {
    slack.setFault('chat.postMessage', refusal('not_in_channel'))
    const { misaki, member, run, list, only, place } = await filed()
    await run()
    expect(await list('en')).toEqual([
      {
        id: place.id,
        user_name: '佐伯 美咲',
        kind: 'report',
        day: '2040-10-19',
        destination: 'slack',
        failure: 'Asakai isn’t in the Slack channel. Invite it there.',
        updated_at: '2040-10-19T10:00:00+09:00',
      },
    ])
    const colleague = await member()
    expect(await colleague.get('/notifications/deliveries')).toMatchObject({
      status: 403,
      body: { code: 'admins_only' },
    })
    expect((await colleague.post(`/notifications/deliveries/${place.id}/retry`)).status).toBe(403)
    await misaki.patch(`/users/${colleague.user.id}`, { is_admin: true })
    expect((await colleague.get('/notifications/deliveries')).body).toHaveLength(1)
    expect((await colleague.get('/notifications/deliveries?limit=1&offset=1')).body).toEqual([])

    slack.setFault('chat.postMessage', undefined)
    expect((await misaki.post(`/notifications/deliveries/${place.id}/retry`)).status).toBe(204)
    expect(await list()).toEqual([])
    await run()
    expect(await only()).toMatchObject({ status: 'sent', attempts: 1, failure: null })
    expect((await misaki.post(`/notifications/deliveries/${place.id}/retry`)).status).toBe(404)
  })

  test('a retry of another team’s delivery gets a 404', async () => {
    slack.setFault('chat.postMessage', refusal('not_in_channel'))
    const { run, place, only } = await filed()
    await run()
    const dead = await only()
    const stranger = await (await team({ now: dead.due_at })).member()
    expect((await stranger.post(`/notifications/deliveries/${place.id}/retry`)).status).toBe(404)
    expect((await stranger.post('/notifications/deliveries/1/retry')).status).toBe(404)
    expect((await only()).status).toBe('dead')
  })

  test('a failed delivery leaves the list when its report is deleted, and after a week', async () => {
    slack.setFault('chat.postMessage', refusal('not_in_channel'))
    const { services, teamId, misaki, run, list, later } = await filed()
    await run()
    const { body } = await misaki.get('/daily-reports/my/latest')
    await misaki.delete(`/daily-reports/${body.id}`)
    expect(await list()).toEqual([])
    await misaki.post('/daily-reports', draft())
    expect(await list()).toHaveLength(1)
    later(8 * 24 * 3_600)
    const scope = { teamId, userId: misaki.user.id, isAdmin: true } as Scope
    expect(await listFailed(services, scope, { limit: 100, offset: 0 }, 'ja')).toEqual([])
  })

  test('a failed delivery moves to another day along with its report', async () => {
    slack.setFault('chat.postMessage', refusal('not_in_channel'))
    const { misaki, run, list } = await filed()
    await run()
    const { body } = await misaki.get('/daily-reports/my/latest')
    await misaki.put(`/daily-reports/${body.id}`, draft('2040-10-18'))
    expect(await list()).toMatchObject([{ day: '2040-10-18' }])
  })

  test('a delivery is deleted after a month', async () => {
    slack.setFault('chat.postMessage', refusal('not_in_channel'))
    const { services, run, deliveries, later } = await filed()
    await run()
    later(29 * 24 * 3_600)
    await deleteOldOutbox(services)
    expect(await deliveries()).toHaveLength(1)
    later(2 * 24 * 3_600)
    await deleteOldOutbox(services)
    expect(await deliveries()).toEqual([])
  })
})

test('a delivery asks the team to connect again if the stored secret cannot be decrypted', async () => {
  const { database, teamId, run, only } = await filed()
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('slack_workspaces').set({ secret: 'sealed elsewhere' }).where('team_id', '=', teamId).execute(),
  )
  expect((await run()).join()).toContain('encrypted with another SECRET_KEY')
  expect(await only()).toMatchObject({ status: 'dead', failure: 'unauthorized' })
})
