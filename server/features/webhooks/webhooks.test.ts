import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openKeyring, seal } from '#server/access/keys/sealed.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { locksAwaited } from '#server/testing/locks.ts'
import { startSmtp } from '#server/testing/smtp.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { deleteOldOutbox, deliver, requeueOverdue } from '#server/features/notifications/outbox/operations.ts'
import { addressAudienceOf } from '#server/webhook-events/operations.ts'
import { resealWebhooks } from './operations.ts'
import { draft, listening } from './testing/listening.ts'

const day = 24 * 60 * 60_000 // milliseconds

test('a webhook gets an event if the next report omits a blocker (E3.01, E3.04)', async () => {
  const { admin, receiver, make, run, today, clock } = await listening()
  await make(['blocker.opened', 'blocker.resolved', 'blocker.unmentioned'])
  const yesterday = new Date(clock.now.getTime() - day).toISOString().slice(0, 10)
  await admin.post('/daily-reports', draft(yesterday, '鍵がない'))
  await admin.post('/daily-reports', draft(today, 'なし'))
  expect(await run()).toEqual([])
  expect(receiver.heard.map(({ message }) => [message.type, message.data.text, message.data.state])).toEqual([
    ['blocker.opened', '鍵がない', 'open'],
    ['blocker.unmentioned', '鍵がない', 'unmentioned'],
  ])
})

test('a webhook gets signed events in the format of the API (N10.02)', async () => {
  const { admin, receiver, make, run, today } = await listening()
  await make()

  const { body: report } = await admin.post('/daily-reports', draft(today, '証明書が切れている'))
  await run()
  const { body: changed } = await admin.put(`/daily-reports/${report.id}`, draft(today))
  const { body: again } = await admin.put(`/daily-reports/${report.id}`, draft(today, '鍵がない'))
  const { body: open } = await admin.get('/blockers')
  await admin.patch(`/blockers/${open.blockers[0].id}`, { state: 'resolved' })
  const { body: insight } = await admin.post('/insights', { type: 'keep', note: '朝に書く' })
  expect((await admin.delete(`/daily-reports/${report.id}`)).status).toBe(204)
  const { body: restored } = await admin.post(`/daily-reports/${report.id}/restore`)
  expect(await run()).toEqual([])

  expect(receiver.refused).toEqual([])
  const eventsByType = Map.groupBy(receiver.heard, ({ message }) => message.type as string)
  const dataOf = (type: string) => eventsByType.get(type)?.map(({ message }) => message.data)
  expect(restored).toEqual(again)
  expect(dataOf('report.submitted')).toEqual([report, restored])
  expect(dataOf('report.updated')).toEqual([changed, again])
  expect(dataOf('report.deleted')).toEqual([{ id: report.id, user_id: admin.user.id, report_date: today }])
  expect(dataOf('blocker.opened')).toMatchObject([{ text: '証明書が切れている' }, { text: '鍵がない' }])
  expect(dataOf('blocker.resolved')).toMatchObject([{ text: '鍵がない', state: 'resolved' }])
  expect(dataOf('blocker.unmentioned')).toBeUndefined()
  expect(dataOf('insight.created')).toEqual([insight])
  expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(receiver.heard.length)
  expect(receiver.heard.every(({ message }) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(message.timestamp))).toBe(true)
})

test('a webhook gets an event when a member joins', async () => {
  const { admin, receiver, make, run, visitor } = await listening()
  await make(['member.joined'])
  const { body: invited } = await admin.post('/invitations/', { email: 'new@example.com', role: 'designer' })
  const id = new URL(invited.link).searchParams.get('token')!
  const person = { first_name: '花', family_name: '森', preferred_name: '' }
  const password = 'correct horse battery'
  await visitor().post('/invitations/accept', { id, ...person, password, confirm_password: password })
  await run()
  expect(receiver.heard.map(({ message }) => message)).toMatchObject([
    { type: 'member.joined', data: { family_name: '森', email: 'new@example.com' } },
  ])
})

test('a webhook gets only the chosen events of its own team', async () => {
  const { admin, receiver, make, run, today } = await listening()
  const other = await listening()
  await make(['report.submitted'])
  const { id: theirs } = await other.make()
  await other.admin.post('/daily-reports', draft(today))
  expect((await admin.post('/daily-reports', draft(today, '何か'))).status).toBe(201)
  expect((await admin.post('/daily-reports', draft(today))).status).toBe(409)
  await run()
  expect(receiver.heard.map(({ message }) => message.type)).toEqual(['report.submitted'])
  expect(await other.deliveries(theirs)).toHaveLength(1)
})

test('a webhook gets one event for an insight that is submitted twice', async () => {
  const { admin, receiver, make, run } = await listening()
  await make()
  const insight = { type: 'keep', note: '朝に書く', id: '0192d4a1-0000-7000-8000-000000000001' }
  await admin.post('/insights', insight)
  await admin.post('/insights', insight)
  await admin.delete(`/insights/${insight.id}`)
  await admin.post('/insights', insight)
  await run()
  expect(receiver.heard).toHaveLength(1)
})

test('a failed message is sent again with the same id after longer and longer pauses', async () => {
  const { app, teamId, admin, receiver, make, run, deliveries, today, clock } = await listening()
  const { id } = await make()
  receiver.state.answer = { status: 500, body: `だめ\u0000${'x'.repeat(5_000)}` }
  await admin.post('/daily-reports', draft(today))
  await run()
  const [first] = await deliveries(id)
  expect(first).toMatchObject({
    type: 'report.submitted',
    state: 'waiting',
    attempts: 1,
    status: 500,
    failure: 'refused',
  })
  expect([...first.answer]).toHaveLength(300)
  expect(Date.parse(first.next_at) - clock.now.getTime()).toBe(30_000)
  await run()
  const oldJob = () => deliver(app.services, { teamId, id: first.id })
  await oldJob()
  expect(receiver.heard).toHaveLength(1)

  clock.now = new Date(clock.now.getTime() + 31_000)
  receiver.state.answer = { status: 200, body: 'ok' }
  await run()
  expect(new Set(receiver.heard.map((each) => each.id))).toEqual(new Set([first.id]))
  expect(receiver.heard).toHaveLength(2)
  expect(await deliveries(id)).toMatchObject([
    { id: first.id, state: 'delivered', attempts: 2, status: 200, answer: 'ok', failure: null, next_at: null },
  ])
  const then = clock.now
  clock.now = new Date(then.getTime() + day)
  await oldJob()
  clock.now = then
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

test('a delivery that fails in our own server shows no response of an earlier attempt', async () => {
  const { app, admin, receiver, make, run, deliveries, today, clock, database, teamId } = await listening()
  const { id } = await make(['report.submitted'])
  receiver.state.answer = { status: 500, body: 'だめ' }
  await admin.post('/daily-reports', draft(today))
  await run()
  const url = await seal(app.services.keyring, addressAudienceOf({ teamId, id }), 'no address')
  await withTeamTransaction(database, { teamId }, async (db) => {
    await db.updateTable('webhooks').set({ url }).where('id', '=', id).execute()
    await db.updateTable('outbox').set({ attempts: 11 }).where('webhook_id', '=', id).execute()
  })
  clock.now = new Date(clock.now.getTime() + 31_000)
  expect(await run()).toEqual([expect.stringContaining('Invalid URL')])
  expect((await admin.get('/webhooks')).status).toBe(200)
  expect(await deliveries(id)).toMatchObject([
    { state: 'failed', attempts: 12, status: null, answer: null, failure: 'unavailable' },
  ])
})

test.each([
  ['a redirect, which is not followed', { status: 302, headers: { location: '/other' }, body: '' }, 302],
  ['silence', 'hanging up', null],
] as const)('a delivery that ends in %s counts as failed', async (_, answer, status) => {
  const { receiver, make, admin } = await listening()
  const { id } = await make()
  receiver.state.answer = answer
  const { body } = await admin.post(`/webhooks/${id}/test`)
  expect(body).toMatchObject({
    type: 'webhook.test',
    state: 'failed',
    status,
    failure: status ? 'refused' : 'unavailable',
  })
  expect(receiver.heard.map(({ path }) => path)).toEqual(['/hook'])
})

test('the next attempt of a delivery waits as long as the receiver asks', async () => {
  const { admin, receiver, make, run, deliveries, today, clock } = await listening()
  const { id } = await make()
  receiver.state.answer = { status: 429, headers: { 'retry-after': '3600' }, body: '' }
  await admin.post('/daily-reports', draft(today))
  await run()
  const [delivery] = await deliveries(id)
  expect(Date.parse(delivery.next_at) - clock.now.getTime()).toBe(3_600_000)
})

test('a webhook stops after five days without success, and the administrators get an email', async () => {
  const mails: string[] = []
  const smtp = await startSmtp(async (_, message) => void mails.push(message.toString()))
  afterwards(smtp.close)
  const mail = { url: smtp.url, from: 'asakai@example.com' } as never
  const { app, admin, receiver, make, run, deliveries, today, clock, database, teamId, member } = await listening({
    mail,
  })
  const { id } = await make()
  const colleague = await member('早川')
  receiver.state.answer = { status: 500, body: '' }
  await admin.post('/daily-reports', draft(today))
  const began = clock.now.getTime()
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    expect(await run()).toEqual([])
    const due = await withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('outbox').where('team_id', '=', teamId).select('due_at').executeTakeFirstOrThrow(),
    )
    if (attempt < 12) clock.now = due.due_at
  }
  // The library refuses messages of another day as too old.
  expect([...receiver.heard, ...receiver.refused]).toHaveLength(12)
  expect(clock.now.getTime() - began).toBeGreaterThan(5 * day)
  clock.now = new Date(began)
  expect((await admin.get('/webhooks')).body.webhooks).toMatchObject([{ id, state: 'stopped' }])
  expect(await deliveries(id)).toMatchObject([{ state: 'failed', attempts: 12 }])
  const mailsTo = (email: string) => mails.filter((message) => message.includes(email))
  // One email says that the webhook was created, the other that it was stopped.
  await expect.poll(() => mailsTo(admin.user.email)).toHaveLength(2)
  expect(mailsTo(colleague.user.email)).toEqual([])

  receiver.state.answer = { status: 204, body: '' }
  await admin.post('/insights', { type: 'keep', note: '止まっている間' })
  expect((await admin.patch(`/webhooks/${id}`, { state: 'on' })).body).toMatchObject({ state: 'on' })
  await admin.post('/insights', { type: 'keep', note: 'そのあと' })
  expect(await runJobs(app)).toEqual([])
  expect(receiver.heard.flatMap(({ message }) => message.data.note ?? [])).toEqual(['そのあと'])
})

test('a webhook whose receiver answers 410 stops at once', async () => {
  const { admin, receiver, make, run, today } = await listening()
  const [{ id }, other] = [await make(['report.submitted']), await make(['insight.created'], '/other')]
  receiver.state.answer = { status: 410, body: '' }
  await admin.post('/daily-reports', draft(today))
  await run()
  const stateOf = Object.fromEntries(
    (await admin.get('/webhooks')).body.webhooks.map((each: { id: string; state: string }) => [each.id, each.state]),
  )
  expect(stateOf).toEqual({ [id]: 'stopped', [other.id]: 'on' })
})

test('each webhook gets messages at its own address, signed with its own secret', async () => {
  const { admin, receiver, make, run, deliveries, today } = await listening()
  const first = await make(['report.submitted'], '/first')
  const second = await make(['insight.created'], '/second')
  for (const note of ['朝に書く', '夕方に書く']) await admin.post('/insights', { type: 'keep', note })
  await run()
  receiver.state.secret = first.secret
  await admin.post('/daily-reports', draft(today))
  await run()
  expect(receiver.refused).toEqual([])
  expect(receiver.heard.map(({ path }) => path)).toEqual(['/second', '/second', '/first'])
  const once = { state: 'delivered', attempts: 1 }
  expect([await deliveries(first.id), await deliveries(second.id)]).toMatchObject([[once], [once, once]])
})

test('a webhook message is deleted after thirty days unless it still waits', async () => {
  const { app, admin, receiver, make, run, deliveries, today, clock } = await listening()
  const { id } = await make()
  await admin.post('/daily-reports', draft(today))
  await run()
  receiver.state.answer = { status: 500, body: '' }
  await admin.post('/insights', { type: 'keep', note: '朝に書く' })
  await run()
  const began = clock.now.getTime()
  const left = async (passed: number) => {
    clock.now = new Date(began + passed)
    await deleteOldOutbox(app.services)
    clock.now = new Date(began)
    return (await deliveries(id)).map(({ state }: { state: string }) => state)
  }
  expect(await left(30 * day)).toEqual(['waiting', 'delivered'])
  expect(await left(30 * day + 1_000)).toEqual(['waiting'])
})

test('a message is sent again if the server ended while sending it', async () => {
  const { app, admin, receiver, make, run, deliveries, today, clock, database, teamId } = await listening()
  const { id } = await make(['report.submitted'])
  await admin.post('/daily-reports', draft(today))
  const stuck = { status: 'sending', attempts: 1, tried_at: clock.now } as const
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('outbox').set(stuck).where('webhook_id', '=', id).execute(),
  )
  await run()
  expect(receiver.heard).toEqual([])
  clock.now = new Date(clock.now.getTime() + 6 * 60_000)
  await requeueOverdue(app.services)
  await run()
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  expect([...receiver.heard, ...receiver.refused]).toHaveLength(1) // the receiver may refuse the message as too old
})

test('the secret of a webhook is shown once and stored encrypted', async () => {
  const { admin, make, database, teamId } = await listening()
  const { id, secret } = await make()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
  const seen = [await admin.get('/webhooks'), await admin.patch(`/webhooks/${id}`, { events: ['member.joined'] })]
  expect(JSON.stringify(seen)).not.toContain(secret.slice(6))
  const [row] = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('webhooks').where('team_id', '=', teamId).selectAll().execute(),
  )
  expect(row!.secret).not.toContain(secret.slice(6))
  const [{ url }] = (await admin.get('/webhooks')).body.webhooks
  expect(JSON.stringify(row)).not.toContain(url)
  expect(row!.host).toBe(new URL(url).host)
})

test('a new key encrypts the address and the secret of a webhook again', async () => {
  const { app, admin, make, database } = await listening()
  await make()
  const [{ url }] = (await admin.get('/webhooks')).body.webhooks
  const [next] = openKeyring(randomBytes(32))
  const keyring = [next!, ...app.services.keyring]
  // The same database contains webhooks of other tests.
  expect((await resealWebhooks({ database, keyring })).sealed).toBeGreaterThanOrEqual(2)
  expect((await resealWebhooks({ database, keyring })).sealed).toBe(0)
  const shown = (await admin.get('/webhooks')).body.webhooks.map((webhook: { url: string }) => webhook.url)
  expect(shown).toEqual([`https://${new URL(url).host}/…`])
})

test('no unsigned message is sent if the secret of the webhook cannot be decrypted', async () => {
  const { admin, make, run, receiver, deliveries, today, database, teamId } = await listening()
  const { id } = await make(['report.submitted'])
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('webhooks').set({ secret: 'sealed elsewhere' }).where('team_id', '=', teamId).execute(),
  )
  await admin.post('/daily-reports', draft(today))
  await run()
  expect(receiver.heard).toEqual([])
  expect(await deliveries(id)).toMatchObject([{ state: 'waiting', attempts: 1, failure: 'unavailable' }])
})

test('a webhook that is deleted while a member submits a report gets no message', async () => {
  const { admin, make, database, teamId, today, run, receiver } = await listening()
  await make(['report.submitted'])
  const written = await withTeamTransaction(database, { teamId }, async (db) => {
    await db.deleteFrom('webhooks').where('team_id', '=', teamId).execute()
    const answer = admin.post('/daily-reports', draft(today))
    await expect.poll(() => locksAwaited(db)).toHaveLength(1)
    return [answer]
  })
  expect((await written[0]!).status).toBe(201)
  await run()
  expect(receiver.heard).toEqual([])
})

test('changing a webhook that somebody deletes at the same time is answered with 404', async () => {
  const { admin, make, database, teamId } = await listening()
  const { id } = await make()
  const changed = await withTeamTransaction(database, { teamId }, async (db) => {
    await db.deleteFrom('webhooks').where('team_id', '=', teamId).execute()
    const answer = admin.patch(`/webhooks/${id}`, { events: ['member.joined'] })
    await expect.poll(() => locksAwaited(db)).toHaveLength(1)
    return [answer]
  })
  expect(await changed[0]!).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each([
  'http://example.com/hook',
  'https://127.0.0.1/hook',
  'https://[::1]/hook',
  'https://localhost/hook',
  'https://10.0.0.1/',
  'https://somebody:secret@1.1.1.1/',
  'ftp://1.1.1.1',
  'hook',
])('a webhook with the address %s is refused with an error at the field', async (url) => {
  const { admin, make } = await listening()
  const refused = { status: 400, body: { code: 'invalid_input', errors: [{ field: 'url', code: 'not_public' }] } }
  expect(await admin.post('/webhooks', { url, events: ['member.joined'] })).toMatchObject(refused)
  expect(await admin.patch(`/webhooks/${(await make()).id}`, { url })).toMatchObject(refused)
})

test('creating a webhook says if the host of its address cannot be found', async () => {
  const { admin } = await listening()
  const { status, body } = await admin.post('/webhooks', { url: 'https://nowhere.invalid/', events: ['member.joined'] })
  expect([status, body]).toMatchObject([400, { errors: [{ field: 'url', code: 'host_not_found' }] }])
})

test('a webhook whose address has become internal gets no message', async () => {
  const { admin, receiver, make, config } = await listening()
  const { id } = await make()
  config.providers.webhookOrigins.length = 0
  const { body } = await admin.post(`/webhooks/${id}/test`)
  expect(body).toMatchObject({ state: 'failed', status: null, failure: 'address_refused' })
  expect(receiver.heard).toEqual([])
})

test('a test message shows the response of the webhook’s receiver', async () => {
  const { admin, receiver, make, deliveries } = await listening()
  const { id } = await make()
  receiver.state.answer = { status: 200, body: 'hello' }
  const { body } = await admin.post(`/webhooks/${id}/test`)
  expect(body).toMatchObject({ type: 'webhook.test', state: 'delivered', status: 200, answer: 'hello' })
  expect(receiver.heard[0]!.message).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } })
  expect(await deliveries(id)).toEqual([body])
  expect((await admin.get('/webhooks')).body.webhooks[0].last_delivery).toEqual(body)
  expect((await admin.delete(`/webhooks/${id}`)).status).toBe(204)
  expect((await admin.post(`/webhooks/${id}/test`)).status).toBe(404)
})
