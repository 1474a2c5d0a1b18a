import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { client } from '#server/testing/client.ts'
import { listen } from '#server/testing/listen.ts'
import { newAddress } from '#server/testing/team.ts'
import { notifiedTeam, openDestinations } from '../outbox/testing/notified-team.ts'
import { queueReminders } from '../reminders/operations.ts'
import { newPushKeys } from '#server/providers/push/push.ts'
import { afterwards } from '#server/testing/afterwards.ts'

const { withMail } = await openDestinations()
const keys = { p256dh: newPushKeys().publicKey, auth: 'A'.repeat(22) }

/** Starts a push service that answers requests only after `release`. */
async function holdingService() {
  const paths: string[] = []
  const held: (() => void)[] = []
  const { url, close } = await listen((request, response) => {
    paths.push(request.url!)
    held.push(() => response.writeHead(201).end())
    request.resume()
  })
  afterwards(close)
  return { url, paths, held, release: () => held.splice(0).forEach((answer) => answer()) }
}

test('only the newest devices of a member get push reminders, a few at a time', async () => {
  const service = await holdingService()
  const { app, teamId, member, services, run, clock, database } = await notifiedTeam({
    ...withMail,
    pushUrl: service.url,
  })
  const naoki = await member('早川')
  const devices = await Promise.all(
    Array.from({ length: limits.pushDevices + 5 }, async () => {
      const { access_token } = await startSession(app.services, { teamId, userId: naoki.user.id }, 'password')
      return client(app, newAddress(), { authorization: `Bearer ${access_token}` })
    }),
  )
  const before = clock.now.getTime()
  for (const [index, device] of devices.entries()) {
    clock.now = new Date(before + index)
    const { status } = await device.put('/notifications/push', { endpoint: `${service.url}/${index}`, keys })
    expect(status).toBe(204)
  }
  const isOn = await Promise.all(devices.map(async (device) => (await device.get('/notifications/push')).body.is_on))
  expect(isOn).toEqual(devices.map((_, index) => index >= 5))

  await queueReminders(services)
  const reminding = run()
  for (let round = 0; round < limits.pushDevices / 4; round += 1) {
    await expect.poll(() => service.held.length).toBe(4)
    service.release()
  }
  await reminding

  const newest = devices.map((_, index) => `/${index}`).slice(5)
  expect(service.paths.toSorted()).toEqual(newest.toSorted())
  const kept = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('push_subscriptions').select('endpoint').where('team_id', '=', teamId).execute(),
  )
  expect(kept).toHaveLength(limits.pushDevices)
})
