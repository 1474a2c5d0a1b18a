import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { requeueOverdue } from '#server/features/notifications/outbox/operations.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { listen } from '#server/testing/listen.ts'
import { listening } from './testing/listening.ts'

const events = 20

test('a failing webhook is called ever less often, and gets all messages after its recovery', async () => {
  const { admin, app, clock, config, database, make, run, teamId } = await listening()
  const { id } = await make(['insight.created'])
  let [asked, isWell] = [0, false]
  const advanceClock = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1_000))
  const { url, close } = await listen((_, response) => {
    asked += 1
    if (!isWell) advanceClock(5) // an attempt without an answer takes five seconds
    response.writeHead(isWell ? 204 : 504).end()
  })
  afterwards(close)
  config.providers.webhookOrigins.push(url)
  await admin.patch(`/webhooks/${id}`, { url })
  const later = async (seconds: number) => {
    advanceClock(seconds)
    await requeueOverdue(app.services)
    expect(await run()).toEqual([])
  }
  for (let event = 0; event < events; event += 1) await admin.post('/insights', { type: 'keep', note: `設計${event}` })

  await run()
  expect(asked).toBe(2) // the back-off keeps the other events waiting
  for (let minute = 0; minute < 60; minute += 1) await later(60)
  expect(asked).toBeLessThan(20)

  isWell = true
  // A failed message waits for its own next attempt, here at most two hours.
  await later(15 * 60)
  for (let hours = 0; hours < 3; hours += 1) await later(60 * 60)
  const { rows } = await withTeamTransaction(database, { teamId }, (db) =>
    sql<{ status: string }>`select status from outbox where team_id = ${teamId} and webhook_id = ${id}`.execute(db),
  )
  expect(rows.map(({ status }) => status)).toEqual(Array(events).fill('sent'))
})
