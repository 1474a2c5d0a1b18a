import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { listen } from '#server/testing/listen.ts'
import { requeueOverdue } from '#server/features/notifications/outbox/operations.ts'
import { stopWebhooks } from './operations.ts'
import { draft, listening } from './testing/listening.ts'

/** Creates a webhook that a test stops during an attempt. `later`: makes the retries due. */
async function stopping() {
  const here = await listening()
  const { admin, app, clock, database, teamId } = here
  const { id } = await here.make(['report.submitted'])
  const within = <T>(work: Parameters<typeof withTeamTransaction<T>>[2]) =>
    withTeamTransaction(database, { teamId }, work)
  return {
    ...here,
    id,
    within,
    stop: () => within((db) => stopWebhooks(db, { teamId, userId: admin.user.id }, clock.now, { ids: [id] })),
    later: async (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000)
      await requeueOverdue(app.services)
      expect(await here.run()).toEqual([])
    },
  }
}

test('a message is given up if its webhook is stopped while the message is being sent', async () => {
  const { admin, config, receiver, deliveries, run, later, stop, id, today } = await stopping()
  let asked = 0
  const { url, close } = await listen((_, response) => {
    asked += 1
    void stop().then(() => response.writeHead(500).end())
  })
  afterwards(close)
  config.providers.webhookOrigins.push(url)
  await admin.patch(`/webhooks/${id}`, { url })
  await admin.post('/daily-reports', draft(today))
  await run()
  expect(await deliveries(id)).toMatchObject([{ state: 'failed', attempts: 1, status: 500, next_at: null }])
  await admin.patch(`/webhooks/${id}`, { state: 'on' })
  await later(60)
  expect([asked, receiver.heard]).toEqual([1, []])
})

test('a message that was lost with its server is given up if its webhook is stopped', async () => {
  const { admin, receiver, clock, deliveries, later, stop, within, id, today } = await stopping()
  await admin.post('/daily-reports', draft(today))
  const stuck = { status: 'sending', attempts: 1, tried_at: clock.now } as const
  await within((db) => db.updateTable('outbox').set(stuck).where('webhook_id', '=', id).execute())
  await stop()
  await later(6 * 60)
  expect([receiver.heard, receiver.refused]).toEqual([[], []])
  expect(await deliveries(id)).toMatchObject([{ state: 'failed', attempts: 1 }])
})
