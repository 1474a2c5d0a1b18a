import { expect, test } from 'vitest'
import { lockAccount } from '#server/db/accounts/lock-account.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { client } from '#server/testing/client.ts'
import { newAddress, team } from '#server/testing/team.ts'

test('the waiting writes of one member leave database connections to other members', async () => {
  const { database, member, teamId } = await team()
  const [own, other] = [await member('早川'), await member('佐伯')]
  for (const one of [own, other]) await one.get('/users/me') // records the visit, which is a write, too
  const write = () => own.patch('/users/me/settings', { language: 'de' })
  const writes = await withTeamTransaction(database, { teamId }, async (db) => {
    await lockAccount(db, { teamId, userId: own.user.id })
    const waiting = Array.from({ length: 45 }, write)
    expect((await other.get('/users/me')).status).toBe(200)
    expect((await other.patch('/users/me/settings', { language: 'fr' })).status).toBe(200)
    let refused = 0
    for (const one of waiting) void one.then(({ status }) => (refused += Number(status === 503)))
    await expect.poll(() => refused).toBe(5) // all 45 have arrived
    return waiting
  })
  const statuses = (await Promise.all(writes)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(40)
  expect(statuses.filter((status) => status === 503)).toHaveLength(5)
  expect((await write()).status).toBe(200)
})

test('the waiting writes of a stolen session do not prevent its owner from ending the session', async () => {
  const { app, database, member, teamId } = await team()
  const owner = await member()
  const userId = owner.user.id
  const { access_token } = await startSession(app.services, { teamId, userId }, 'password')
  const thief = client(app, newAddress(), { authorization: `Bearer ${access_token}` })
  for (const one of [owner, thief]) await one.get('/users/me') // records the visit, which is a write, too
  const { ending, writes } = await withTeamTransaction(database, { teamId }, async (db) => {
    await lockAccount(db, { teamId, userId })
    const waiting = Array.from({ length: 45 }, () => thief.patch('/users/me/settings', { language: 'de' }))
    expect((await Promise.race(waiting)).status).toBe(503) // all of them have arrived
    return { writes: waiting, ending: owner.delete('/sessions') }
  })
  expect((await ending).status).toBe(204)
  const statuses = (await Promise.all(writes)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(30)
})
