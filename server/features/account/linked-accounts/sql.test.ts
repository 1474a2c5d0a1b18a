import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { selectDestinations } from '#server/db/accounts/destinations.ts'
import { lockAccount } from '#server/db/accounts/lock-account.ts'
import { noPicture, updatePicture } from '#server/db/accounts/picture.ts'
import type { Tables } from '#server/db/schema/tables.ts'
import { type Member, team } from '#server/testing/team.ts'
import * as connections from './sql.ts'

const now = new Date('2026-10-23T00:30:00Z')
/** @param minutes after `now` */
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

async function twoMembers() {
  const { database, member, teamId } = await team({ now })
  const [misaki, naoki] = [await member('佐伯'), await member('早川')]
  const within = <T>(work: (db: Db) => Promise<T>) => withTeamTransaction(database, { teamId }, work)
  const scopeOf = ({ user }: Member, isAdmin = false) => ({ teamId, userId: user.id, isAdmin }) as Scope
  type Values = Pick<Insertable<Tables['connections']>, 'provider' | 'subject' | 'connected_at'>
  const connect = ({ user }: Member, values: Values) =>
    within((db) =>
      db
        .insertInto('connections')
        .values({ team_id: teamId, user_id: user.id, account: '日の出', connected_at: now, ...values })
        .execute(),
    )
  /** Returns the remaining connections, as `member provider`. */
  const left = async () => {
    const rows = await within((db) => db.selectFrom('connections').select(['user_id', 'provider']).execute())
    return rows
      .map(({ user_id, provider }) => `${user_id === misaki.user.id ? 'misaki' : 'naoki'} ${provider}`)
      .toSorted()
  }
  return { connect, database, left, misaki, naoki, scopeOf, teamId, within }
}

/** Creates two members, each connected to Jira and Backlog. */
async function fourTrackers() {
  const here = await twoMembers()
  for (const member of [here.misaki, here.naoki])
    for (const provider of ['jira', 'backlog'] as const) await here.connect(member, { provider })
  return here
}

test('a member sees their own connections, and an administrator also those of the team', async () => {
  const { connect, misaki, naoki, scopeOf, within } = await twoMembers()
  await connect(misaki, { provider: 'discord', connected_at: at(3) })
  await connect(misaki, { provider: 'jira', connected_at: at(1) })
  await connect(naoki, { provider: 'backlog', connected_at: at(2) })
  await connect(naoki, { provider: 'slack', connected_at: at(1) })
  const read = () =>
    within(async (db) => (await connections.selectConnections(db, scopeOf(naoki))).map(({ provider }) => provider))
  expect(await read()).toEqual(['slack', 'backlog'])
  await within((db) => db.updateTable('users').set({ is_admin: true }).where('id', '=', naoki.user.id).execute())
  expect(await read()).toEqual(['slack', 'backlog', 'discord'])
})

test('the team’s notifications go to webhooks, not to accounts of members', async () => {
  const { connect, misaki, naoki, scopeOf, within } = await twoMembers()
  await connect(misaki, { provider: 'jira' })
  await connect(naoki, { provider: 'discord' })
  expect(await within((db) => selectDestinations(db, scopeOf(misaki)))).toEqual(['discord'])
})

test('deleteTeams deletes the team’s connections of one provider and no others', async () => {
  const { left, misaki, scopeOf, within } = await fourTrackers()
  await within((db) => connections.deleteTeams(db, scopeOf(misaki), 'jira'))
  expect(await left()).toEqual(['misaki backlog', 'naoki backlog'])
})

test('deleteConnections deletes a member’s connection of one provider and no others', async () => {
  const { left, misaki, scopeOf, within } = await fourTrackers()
  await within((db) => connections.deleteConnections(db, scopeOf(misaki), { provider: 'jira' }))
  expect(await left()).toEqual(['misaki backlog', 'naoki backlog', 'naoki jira'])
})

test('deleteConnections deletes all connections of a member and none of a colleague', async () => {
  const { left, misaki, scopeOf, within } = await fourTrackers()
  await within((db) => connections.deleteConnections(db, scopeOf(misaki)))
  expect(await left()).toEqual(['naoki backlog', 'naoki jira'])
})

test('deleteConnections deletes the connections made since a given moment, and keeps earlier ones', async () => {
  const { left, misaki, scopeOf, within } = await fourTrackers()
  const deleteFrom = (moment: Date) =>
    within((db) => connections.deleteConnections(db, scopeOf(misaki), { provider: 'jira', from: moment }))
  expect(await deleteFrom(at(1))).toEqual([])
  expect(await deleteFrom(now)).toMatchObject([{ provider: 'jira' }])
  expect(await left()).toEqual(['misaki backlog', 'naoki backlog', 'naoki jira'])
})

test('deleting an account also deletes the member’s imported items and sync state', async () => {
  const { misaki, naoki, scopeOf, teamId, within } = await twoMembers()
  for (const [name, { user }] of Object.entries({ misaki, naoki }))
    for (const source of ['jira', 'backlog'] as const) {
      const what = { source, source_type: 'issue', source_key: '1', backlog: `${name} ${source}` }
      const item = { team_id: teamId, user_id: user.id, imported_by: user.id, ...what }
      await within((db) => db.insertInto('backlog_items').values(item).execute())
      const sync = { team_id: teamId, user_id: user.id, source, synced_at: now }
      await within((db) => db.insertInto('backlog_syncs').values(sync).execute())
    }
  await within((db) => connections.deleteImported(db, scopeOf(misaki), 'jira'))
  const items = await within((db) => db.selectFrom('backlog_items').select('backlog').orderBy('backlog').execute())
  expect(items.map(({ backlog }) => backlog)).toEqual(['misaki backlog', 'naoki backlog', 'naoki jira'])
  const syncs = await within((db) => db.selectFrom('backlog_syncs').select(['user_id', 'source']).execute())
  expect(syncs).toHaveLength(3)
  expect(syncs).not.toContainEqual({ user_id: misaki.user.id, source: 'jira' })
})

test('changing a member’s accounts locks only that member, and no colleague', async () => {
  const { database, misaki, naoki, scopeOf, teamId, within } = await twoMembers()
  const free = await within(async (db) => {
    await lockAccount(db, scopeOf(misaki))
    return withTeamTransaction(database, { teamId }, (meanwhile) =>
      meanwhile.selectFrom('users').where('team_id', '=', teamId).select('id').forUpdate().skipLocked().execute(),
    )
  })
  expect(free).toEqual([{ id: naoki.user.id }])
})

test('an account is the last sign-in method if there is no password or other account', async () => {
  const { connect, misaki, naoki, scopeOf, within } = await twoMembers()
  const subject = (name: string) => `${misaki.user.id} ${name}`
  await connect(misaki, { provider: 'github', subject: subject('github') })
  // Misaki cannot sign in with a colleague's account.
  await connect(naoki, { provider: 'google', subject: subject('google') })
  const isLast = (others: string[]) => within((db) => connections.isLastLogin(db, scopeOf(misaki), 'github', others))
  expect(await isLast(['google'])).toBe(false)
  await within((db) => db.deleteFrom('credentials').where('user_id', '=', misaki.user.id).execute())
  expect(await isLast(['google'])).toBe(true)
  await connect(misaki, { provider: 'google' })
  expect(await isLast(['google'])).toBe(true)
  await within((db) =>
    db
      .updateTable('connections')
      .set({ subject: subject('her own') })
      .where('user_id', '=', misaki.user.id)
      .where('provider', '=', 'google')
      .execute(),
  )
  expect(await isLast(['google'])).toBe(false)
  expect(await isLast([])).toBe(true)
})

test('updatePicture removes a provider’s name and picture from the member’s own profile only', async () => {
  const { misaki, naoki, scopeOf, within } = await twoMembers()
  const before = at(-1)
  const profile = (github_username: string | null) => ({ github_username, updated_at: before })
  const set = ({ user }: Member, name: string | null) =>
    within((db) => db.updateTable('users').set(profile(name)).where('id', '=', user.id).execute())
  const profiles = () =>
    within((db) => db.selectFrom('users').select(['github_username', 'updated_at']).orderBy('id').execute())
  const clear = () => within((db) => updatePicture(db, scopeOf(misaki), 'github', noPicture, now))
  await set(misaki, null)
  await set(naoki, 'naoki')
  await clear()
  expect(await profiles()).toEqual([profile(null), profile('naoki')])
  await set(misaki, 'misaki')
  await clear()
  expect(await profiles()).toEqual([{ github_username: null, updated_at: now }, profile('naoki')])
})
