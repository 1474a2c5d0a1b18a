import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { forgetDeletedInsights } from '#server/features/retro/insights/operations.ts'
import { deliver, requeueOverdue } from '#server/features/notifications/outbox/operations.ts'
import { selectLeft } from '#server/features/notifications/outbox/sql.ts'
import { draft, listening } from './testing/listening.ts'

/**
 * Creates a team whose receiver has refused every message, and accepts messages from now on. `later`: makes the retries
 * due.
 */
async function recovering(write: (here: Awaited<ReturnType<typeof listening>>) => Promise<unknown>) {
  const here = await listening()
  const { id } = await here.make()
  here.receiver.state.answer = { status: 503, body: '' }
  await write(here)
  expect(await here.run()).toEqual([])
  here.receiver.state.answer = { status: 204, body: '' }
  const before = here.receiver.heard.length
  const later = async () => {
    const then = here.clock.now
    here.clock.now = new Date(then.getTime() + 31_000)
    await requeueOverdue(here.app.services)
    expect(await here.run()).toEqual([])
    return here.receiver.heard.slice(before).map(({ message }) => message)
  }
  return { ...here, id, later }
}
const typesOf = (messages: { type: string }[]) => messages.map(({ type }) => type)

test('a webhook gets no message about a deleted report', async () => {
  let report = { id: '' }
  const { admin, run, later, deliveries, id } = await recovering(async ({ admin, today }) => {
    report = (await admin.post('/daily-reports', draft(today, '鍵がない'))).body
  })
  expect((await admin.delete(`/daily-reports/${report.id}`)).status).toBe(204)
  await run()
  expect(typesOf(await later())).toEqual(['report.deleted'])
  const given = { state: 'failed', attempts: 1, status: null, failure: null, next_at: null }
  expect(await deliveries(id)).toMatchObject([
    { type: 'report.deleted', state: 'delivered' },
    { ...given, type: 'blocker.opened' },
    { ...given, type: 'report.submitted' },
  ])
})

test('an older message about a report is not sent again if a newer one exists', async () => {
  let report = { id: '' }
  const { admin, run, later, today } = await recovering(async ({ admin, today }) => {
    report = (await admin.post('/daily-reports', draft(today))).body
  })
  await admin.put(`/daily-reports/${report.id}`, { ...draft(today), today_plan: '会議' })
  await run()
  expect(typesOf(await later())).toEqual(['report.updated'])
})

test.each([
  ['a receiver that rejects them', true],
  ['a receiver that has not answered yet', false],
])('only one waiting message about each report stores the report’s text for %s', async (_receiver, isTried) => {
  let report = { id: '' }
  const { admin, receiver, run, today, database, teamId, later } = await recovering(async ({ admin, today }) => {
    report = (await admin.post('/daily-reports', draft(today))).body
  })
  receiver.state.answer = { status: 503, body: '' }
  for (const plan of ['一', '二', '三', '四', '五']) {
    await admin.put(`/daily-reports/${report.id}`, { ...draft(today), today_plan: plan })
    if (isTried) await run()
  }
  const waiting = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('outbox').where('team_id', '=', teamId).where('body', 'is not', null).select('event').execute(),
  )
  expect(waiting).toEqual([{ event: 'report.updated' }])
  receiver.state.answer = { status: 204, body: '' }
  const heard = receiver.heard.length
  await later()
  const sent = receiver.heard.slice(heard).map(({ message }) => message)
  expect(sent).toMatchObject([{ data: { today_plan: '五' } }])
})

test('a restored report causes one event after its earlier messages were given up', async () => {
  let report = { id: '' }
  const { admin, later } = await recovering(async ({ admin, today }) => {
    report = (await admin.post('/daily-reports', draft(today))).body
  })
  await admin.delete(`/daily-reports/${report.id}`)
  await admin.post(`/daily-reports/${report.id}/restore`)
  expect(typesOf(await later())).toEqual(['report.deleted', 'report.submitted'])
})

test('a webhook gets the event of a deleted insight only after the insight is restored', async () => {
  const insight = { type: 'keep', note: '朝に書く', id: '0192d4a1-0000-7000-8000-000000000002' }
  const { admin, later, deliveries, id } = await recovering(({ admin }) => admin.post('/insights', insight))
  await admin.delete(`/insights/${insight.id}`)
  expect(await later()).toEqual([])
  await admin.post('/insights', insight)
  expect(typesOf(await later())).toEqual(['insight.created'])
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

test('a waiting message about a deleted insight does not delay other messages', async () => {
  const { app, admin, make, deliveries, clock, database, teamId } = await listening()
  const { id: webhook } = await make(['insight.created'])
  const write = async (note: string) => (await admin.post('/insights', { type: 'keep', note })).body as { id: string }
  const deleted = await write('朝に書く')
  clock.now = new Date(clock.now.getTime() + 1_000)
  await write('夕方に書く')
  await admin.delete(`/insights/${deleted.id}`)
  const [other, waiting] = await deliveries(webhook)
  const first = async () => {
    const moment = { now: clock.now, lostBefore: clock.now }
    return (await withTeamTransaction(database, { teamId }, (db) => selectLeft(db, moment, 1)))[0]?.id
  }
  expect(await first()).toBe(waiting.id)
  clock.now = new Date(clock.now.getTime() + 1_000)
  await deliver(app.services, { teamId, id: waiting.id })
  expect(await first()).toBe(other.id)
  await deliver(app.services, { teamId, id: other.id })
  expect(await first()).toBe(waiting.id)
})

test('a webhook gets no message about a permanently deleted insight', async () => {
  const insight = { type: 'keep', note: '朝に書く', id: '0192d4a1-0000-7000-8000-000000000002' }
  const { app, admin, later, deliveries, id, clock } = await recovering(({ admin }) => admin.post('/insights', insight))
  await admin.delete(`/insights/${insight.id}`)
  await forgetDeletedInsights({ ...app.services, now: () => new Date(clock.now.getTime() + 61 * 60_000) })
  expect(await later()).toEqual([])
  expect(await deliveries(id)).toMatchObject([{ state: 'failed', attempts: 1 }])
})

test('a repeated message about a blocker omits the text of a deleted report', async () => {
  let report = { id: '' }
  const { admin, run, later } = await recovering(async ({ admin, today, clock }) => {
    const yesterday = new Date(clock.now.getTime() - 24 * 60 * 60_000).toISOString().slice(0, 10)
    await admin.post('/daily-reports', draft(yesterday, '鍵がない'))
    const [blocker] = (await admin.get('/blockers')).body.blockers
    const words = {
      ...draft(today, '鍵がまだない'),
      blockers: [{ id: blocker.id, state: 'open', text: '鍵がまだない' }],
    }
    report = (await admin.post('/daily-reports', words)).body
    await admin.patch(`/blockers/${blocker.id}`, { state: 'resolved' })
  })
  await admin.delete(`/daily-reports/${report.id}`)
  await run()
  const delivered = await later()
  expect(JSON.stringify(delivered)).toContain('鍵がない')
  expect(JSON.stringify(delivered)).not.toContain('まだ')
})
