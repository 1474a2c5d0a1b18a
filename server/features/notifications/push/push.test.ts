import { beforeAll, expect, test } from 'vitest'
import { openKeyring } from '#server/access/keys/sealed.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { client } from '#server/testing/client.ts'
import { shortenTimeouts } from '#server/testing/shorten-timeouts.ts'
import { pushService } from '#server/testing/push-service.ts'
import { type Member, newAddress, password } from '#server/testing/team.ts'
import { draft, notifiedTeam, openDestinations } from '../outbox/testing/notified-team.ts'
import { endSessionsByEmail, makeResetLink } from '#server/features/team/operator-commands/operations.ts'
import { queueReminders } from '../reminders/operations.ts'
import { deleteOldSessions } from '#server/features/account/sessions/operations.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import { resealPushKeys } from './operations.ts'

const { mails, withMail } = await openDestinations()
let service: Awaited<ReturnType<typeof pushService>>

beforeAll(async () => {
  service = await pushService()
})

const anyKeys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }

async function withPush(options: Partial<Parameters<typeof notifiedTeam>[0]> = {}) {
  const here = await notifiedTeam({ ...withMail, pushUrl: service.url, ...options })
  return {
    ...here,
    /** Turns on reminders for a new device of the member: does what the browser and the settings screen do. */
    turnOn: async (member: Member) => {
      const { public_key: publicKey } = (await member.get('/notifications/push')).body
      const { device, subscription } = service.subscribe(publicKey)
      expect((await member.put('/notifications/push', subscription)).status).toBe(204)
      return { device, subscription }
    },
    isOn: async (member: Member) => (await member.get('/notifications/push')).body.is_on,
    remind: async () => {
      await queueReminders(here.services)
      return here.run()
    },
    subscriptions: () =>
      withEveryTeamTransaction(here.database, (db) => db.selectFrom('push_subscriptions').selectAll().execute()).then(
        (rows) => rows.filter(({ team_id }) => team_id === here.teamId),
      ),
  }
}

test('a member gets one reminder, on the chosen device only', async () => {
  const { member, proveEmail, turnOn, isOn, remind, deliveries } = await withPush()
  const naoki = await member('早川', { first_name: '直樹', language: 'en' })
  await proveEmail(naoki)
  expect(await isOn(naoki)).toBe(false)
  const { device } = await turnOn(naoki)
  expect(await isOn(naoki)).toBe(true)

  expect(await remind()).toEqual([])
  await remind()

  expect(device.broken).toEqual([])
  expect(device.received).toEqual([
    {
      payload: { text: '早川 直樹, you haven’t submitted today’s report yet.', day: '2040-10-19' },
      topic: 'reminder',
      ttl: '7200',
      subject: 'https://asakai.example',
    },
  ])
  expect(mails).toEqual([])
  expect(await deliveries()).toMatchObject([{ destination: 'push', status: 'sent', attempts: 1 }])
})

test('a member who has submitted or turned push off gets no push reminder', async () => {
  const { member, turnOn, isOn, remind, services, run, deliveries } = await withPush()
  const [naoki, misaki] = [await member('早川'), await member('佐伯')]
  const [first, second] = [await turnOn(naoki), await turnOn(misaki)]
  expect((await misaki.delete('/notifications/push')).status).toBe(204)
  expect(await isOn(misaki)).toBe(false)
  await queueReminders(services)
  await naoki.post('/daily-reports', draft())
  await run()
  await remind()
  expect([first.device.asked, second.device.asked]).toEqual([0, 0])
  expect(await deliveries()).toMatchObject([{ destination: 'push', status: 'cancelled' }])
})

test.each([404, 410])('a push device that is gone (%i) is deleted, and the reminder goes by email', async (status) => {
  const { member, proveEmail, turnOn, remind, subscriptions, deliveries } = await withPush()
  const naoki = await member('早川')
  await proveEmail(naoki)
  const { device } = await turnOn(naoki)
  device.fault = { status, body: '' }
  await remind()
  expect(await subscriptions()).toEqual([])
  expect(mails).toMatchObject([{ to: naoki.user.email }])
  expect(await deliveries()).toMatchObject([{ status: 'sent' }])
})

test.each([
  ['that is asked too often', { status: 429, headers: { 'retry-after': '900' }, body: '' }, 'rate_limited', 15],
  ['that fails', { status: 500, body: '' }, 'unavailable', 1],
  ['that hangs up', 'hanging up' as const, 'unavailable', 1],
])('a message to a push service %s is retried later', async (_what, fault, failure, minutes) => {
  const { member, turnOn, remind, run, clock, deliveries, subscriptions } = await withPush()
  const naoki = await member('早川')
  const { device } = await turnOn(naoki)
  device.fault = fault
  const asked = clock.now.getTime()
  await remind()
  const [delivery] = await deliveries()
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1, failure })
  expect((delivery!.due_at.getTime() - asked) / 60_000).toBe(minutes)
  expect(await subscriptions()).toMatchObject([{ failing_since: new Date(asked), failed_at: new Date(asked) }])

  device.fault = undefined
  clock.now = delivery!.due_at
  await run()
  expect(device.received).toHaveLength(1)
  expect(await deliveries()).toMatchObject([{ status: 'sent', attempts: 2 }])
  expect(await subscriptions()).toMatchObject([{ failing_since: null, failed_at: null }])
})

test('a push message goes to every device and succeeds if one device accepts it', async () => {
  const { app, teamId, member, turnOn, remind, deliveries, subscriptions } = await withPush()
  const naoki = await member('早川')
  const elsewhere = async () => {
    const { access_token } = await startSession(app.services, { teamId, userId: naoki.user.id }, 'password')
    return turnOn({ ...naoki, ...client(app, newAddress(), { authorization: `Bearer ${access_token}` }) })
  }
  const [first, second] = [await turnOn(naoki), await elsewhere()]
  const [gone, troubled] = [await elsewhere(), await elsewhere()]
  gone.device.fault = { status: 410, body: '' }
  troubled.device.fault = { status: 500, body: '' }
  await remind()
  expect([first, second].map(({ device }) => device.received.length)).toEqual([1, 1])
  expect(await subscriptions()).toHaveLength(3)
  expect(await deliveries()).toMatchObject([{ status: 'sent', attempts: 1 }])
})

test('a failing device is paused for half the time of its failure, at most 15 minutes', async () => {
  const { member, turnOn, remind, run, clock, deliveries, database, teamId } = await withPush()
  const { device } = await turnOn(await member('早川'))
  device.fault = { status: 500, body: '' }
  await remind()
  const failedAt = clock.now.getTime()
  const failingFor = (milliseconds: number) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db
        .updateTable('push_subscriptions')
        .set({ failing_since: new Date(failedAt - milliseconds) })
        .execute(),
    )
  for (const [failing, pause] of [
    [10 * 60_000, 5 * 60_000],
    [24 * 60 * 60_000, 15 * 60_000],
  ] as const) {
    await failingFor(failing)
    clock.now = new Date(failedAt + 60_000)
    await run()
    expect(device.asked).toBe(1)
    const [waiting] = await deliveries()
    expect(waiting).toMatchObject({ status: 'pending', attempts: 1 })
    if (failing < 60 * 60_000) expect(waiting!.due_at.getTime()).toBe(failedAt + pause)
  }
  clock.now = new Date(failedAt + 15 * 60_000)
  await run()
  expect(device.asked).toBe(2)
})

test('a working device gets its message while another device is paused', async () => {
  const { app, teamId, member, turnOn, remind, database, clock, subscriptions } = await withPush()
  const naoki = await member('早川')
  const [broken, own] = [await turnOn(naoki), naoki]
  const { access_token } = await startSession(app.services, { teamId, userId: own.user.id }, 'password')
  const other = { ...own, ...client(app, newAddress(), { authorization: `Bearer ${access_token}` }) }
  const { device } = await turnOn(other)
  const failing = { failing_since: new Date(clock.now.getTime() - 60 * 60_000), failed_at: clock.now }
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('push_subscriptions').set(failing).where('endpoint', '=', broken.subscription.endpoint).execute(),
  )
  await remind()
  expect([broken.device.asked, device.received.length]).toEqual([0, 1])
  expect(await subscriptions()).toHaveLength(2)
})

test('a push device that failed for five days is deleted, and the reminder goes by email', async () => {
  const { member, proveEmail, turnOn, remind, database, teamId, clock, subscriptions } = await withPush()
  const naoki = await member('早川')
  await proveEmail(naoki)
  const { device } = await turnOn(naoki)
  device.fault = { status: 500, body: '' }
  const since = new Date(clock.now.getTime() - 5 * 24 * 60 * 60_000)
  const failing = { failing_since: since, failed_at: new Date(since.getTime() + 60_000) }
  await withTeamTransaction(database, { teamId }, (db) => db.updateTable('push_subscriptions').set(failing).execute())
  await remind()
  expect(await subscriptions()).toEqual([])
  expect(mails).toMatchObject([{ to: naoki.user.email }])
})

test('a message stays pending if the push service does not answer', async () => {
  shortenTimeouts()
  const { member, turnOn, remind, deliveries } = await withPush()
  const { device } = await turnOn(await member('早川'))
  device.fault = 'silence'
  await remind()
  expect(await deliveries()).toMatchObject([{ status: 'pending', failure: 'unavailable' }])
})

type Ending = Awaited<ReturnType<typeof withPush>> & Record<'own' | 'administrator' | 'other', Member>
const chosen = 'kumo no mine ikutsu'

/** The ways in which the session `own` ends. `other` is another session of the same member. */
const endings: Record<string, (here: Ending) => Promise<unknown>> = {
  'a logout': ({ own, visitor }) => visitor().post('/auth/logout', { refresh_token: own.tokens.refresh_token }),
  'an end in the list of sessions': async ({ own, other }) => {
    const { body } = await own.get('/sessions')
    const { id } = body.sessions.find(({ current }: { current: boolean }) => current)
    return other.delete(`/sessions/${id}`)
  },
  'the end of all other sessions': ({ other }) => other.delete('/sessions'),
  'a new password': ({ other }) =>
    other.patch('/users/me/password', { current_password: password, new_password: chosen, confirm_password: chosen }),
  'a password that the owner sets by a link': async ({ own, services, visitor }) => {
    const link = await makeResetLink(services, own.user.email, 'https://asakai.example')
    const token = new URL(link).searchParams.get('token')
    return visitor().put('/auth/password-reset', { token, new_password: chosen, confirm_password: chosen })
  },
  'an administrator who ends all sessions': ({ own, administrator }) =>
    administrator.delete(`/users/${own.user.id}/sessions`),
  'a deactivation': ({ own, administrator }) => administrator.patch(`/users/${own.user.id}`, { is_active: false }),
  'the operator': ({ own, services }) => endSessionsByEmail(services, own.user.email),
  'a stolen refresh token': async ({ own, visitor }) => {
    const first = await visitor().post('/auth/refresh', own.tokens)
    await visitor().post('/auth/refresh', first.body)
    return visitor().post('/auth/refresh', own.tokens)
  },
  'a leaving member': ({ own }) => own.call('DELETE', '/users/me', { password, reports: 'keep' }),
  'a member who takes everything along': ({ own }) => own.call('DELETE', '/users/me', { password, reports: 'erase' }),
  'the nightly deletion of old sessions': async ({ services, later }) => {
    later(60 * 24 * 3_600)
    await deleteOldSessions(services)
  },
}

test.each(Object.entries(endings))(
  'the push subscription of a session that ends by %s is deleted',
  async (_way, end) => {
    const here = await withPush()
    const [administrator, own] = [await here.member('管理'), await here.member('早川')]
    const tokens = await startSession(here.services, { teamId: here.teamId, userId: own.user.id }, 'password')
    const authorization = `Bearer ${tokens.access_token}`
    const other = { ...own, ...client(here.app, newAddress(), { authorization }), tokens }
    await here.turnOn(own)
    await end({ ...here, own, administrator, other })
    expect(await here.subscriptions()).toEqual([])
  },
)

test('the end of a session keeps the push subscriptions of other sessions', async () => {
  const { member, turnOn, visitor, isOn } = await withPush()
  const [ended, colleague] = [await member('早川'), await member('佐伯')]
  for (const one of [ended, colleague]) await turnOn(one)
  await visitor().post('/auth/logout', { refresh_token: ended.tokens.refresh_token })
  expect(await isOn(colleague)).toBe(true)
})

test('a browser belongs to the member who subscribed there last', async () => {
  const { member, turnOn, isOn, subscriptions } = await withPush()
  const [naoki, misaki] = [await member('早川'), await member('佐伯')]
  const { subscription } = await turnOn(naoki)
  await misaki.put('/notifications/push', subscription)
  expect([await isOn(naoki), await isOn(misaki)]).toEqual([false, true])
  expect(await subscriptions()).toHaveLength(1)
})

test.each([
  'http://push.example/1',
  'https://push.invalid/1',
  'http://1.1.1.1/1',
  'https://127.0.0.1/1',
  'https://localhost/1',
  'https://[::1]/1',
  'https://[::ffff:10.0.0.1]/1',
  'https://169.254.169.254/latest',
  'https://2130706433/1',
  'https://user:word@1.1.1.1/1',
])('a push subscription with the service address %s is refused', async (endpoint) => {
  const { member, isOn, subscriptions } = await withPush({ pushUrl: 'https://push.example' })
  const naoki = await member('早川')
  const { status, body } = await naoki.put('/notifications/push', { endpoint, keys: anyKeys })
  expect([status, body]).toMatchObject([
    400,
    {
      code: 'push_refused',
      // the same text for an address inside the network and for a host that does not resolve
      message: 'このブラウザにはリマインドを送れません。プッシュサービスの公開アドレスが見つかりませんでした。',
      errors: [{ field: 'endpoint', code: endpoint.includes('invalid') ? 'host_not_found' : 'push_not_public' }],
    },
  ])
  expect([await isOn(naoki), await subscriptions()]).toEqual([false, []])
})

test('an internal push service that the operator has configured is accepted', async () => {
  const { member, isOn } = await withPush({ pushUrl: 'https://10.0.0.1' })
  const naoki = await member('早川')
  expect((await naoki.put('/notifications/push', { endpoint: 'https://10.0.0.1/1', keys: anyKeys })).status).toBe(204)
  expect(await isOn(naoki)).toBe(true)
})

test('a push service whose stored address is no longer public gets nothing', async () => {
  const { database, teamId, member, turnOn, remind, deliveries } = await withPush()
  await turnOn(await member('早川'))
  await withEveryTeamTransaction(database, (db) =>
    db
      .updateTable('push_subscriptions')
      .set({ endpoint: 'https://10.0.0.1/2' })
      .where('team_id', '=', teamId)
      .execute(),
  )
  await remind()
  expect(await deliveries()).toMatchObject([{ status: 'dead', failure: 'address_refused' }])
})

test.each([
  ['no address', { endpoint: 'push' }],
  ['another scheme', { endpoint: 'ftp://push.example/1' }],
  ['a key that is too short', { keys: { p256dh: 'A', auth: 'A'.repeat(22) } }],
])('a push subscription with %s is refused', async (_what, wrong) => {
  const { member } = await withPush()
  const right = { endpoint: 'https://1.1.1.1/1', keys: anyKeys }
  expect((await (await member()).put('/notifications/push', { ...right, ...wrong })).status).toBe(400)
})

test('a push device whose key is not on the curve is deleted', async () => {
  const { member, remind, subscriptions } = await withPush()
  const naoki = await member()
  await naoki.put('/notifications/push', { endpoint: `${service.url}/none`, keys: anyKeys })
  await remind()
  expect(await subscriptions()).toEqual([])
})

test('the push keys remain after a change of SECRET_KEY, and are replaced only if undecryptable', async () => {
  const { member, turnOn, isOn, services } = await withPush()
  const naoki = await member()
  await turnOn(naoki)
  const { config, database } = services
  const keyOf = async () => (await naoki.get('/notifications/push')).body.public_key
  const before = await keyOf()

  const next = Buffer.from('another secret key of thirty-two characters')
  expect(await resealPushKeys({ database, keyring: openKeyring(next, config.secretKey) })).toEqual({
    sealed: 1,
    lost: 0,
  })
  expect(await resealPushKeys({ database, keyring: openKeyring(config.secretKey, next) })).toEqual({
    sealed: 1,
    lost: 0,
  })
  expect([await keyOf(), await isOn(naoki)]).toEqual([before, true])

  const rows = await withEveryTeamTransaction(database, (db) => db.selectFrom('push_keys').selectAll().execute())
  expect(rows).toHaveLength(1)
  await resealPushKeys({ database, keyring: openKeyring(next, config.secretKey) })
  expect(await keyOf()).not.toBe(before)
  expect(await isOn(naoki)).toBe(false)
})

test("a member's push settings and reminders do not affect a colleague", async () => {
  const { member, turnOn, isOn, remind } = await withPush()
  const [naoki, misaki, colleague] = [await member('早川'), await member('佐伯'), await member('藤井')]
  const theirs = await turnOn(misaki)
  expect([await isOn(naoki), await isOn(colleague)]).toEqual([false, false])
  const { device } = await turnOn(naoki)
  await turnOn(colleague)
  await colleague.delete('/notifications/push')
  expect([await isOn(naoki), await isOn(misaki), await isOn(colleague)]).toEqual([true, true, false])

  await misaki.post('/daily-reports', draft())
  await remind()
  expect([device.received.length, theirs.device.received.length]).toEqual([1, 0])
})

test('simultaneous requests get the same new push keys if the old ones cannot be decrypted', async () => {
  const { member, services } = await withPush()
  const naoki = await member()
  const keyOf = async () => (await naoki.get('/notifications/push')).body.public_key
  const before = await keyOf()
  const { config, database } = services
  const next = Buffer.from('another secret key of thirty-two characters')
  await resealPushKeys({ database, keyring: openKeyring(next, config.secretKey) })

  const keys = new Set(await Promise.all(Array.from({ length: 10 }, keyOf)))

  expect(keys.size).toBe(1)
  expect(keys).not.toContain(before)
})
