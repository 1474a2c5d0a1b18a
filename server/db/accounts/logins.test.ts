import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { saveConnection } from '#server/features/account/linked-accounts/operations.ts'
import { keyring } from '#server/testing/backlog-team.ts'
import { testDatabase } from '#server/testing/database.ts'
import { password, team } from '#server/testing/team.ts'
import { type Database, type Db, withEveryTeamTransaction, withTeamTransaction } from '../database.ts'

type Member = { teamId: string; userId: string }

const emails = (db: Db) => db.selectFrom('logins').select('email_key').orderBy('email_key').execute()
const subjects = (db: Db) => db.selectFrom('identities').select('subject').orderBy('subject').execute()

/** Writes rows as the previous version does: without `logins` and `identities`, which triggers then complete. */
const earlier = {
  join: (db: Db, { teamId, userId }: Member, email: string) =>
    sql`insert into users (team_id, id, first_name, family_name, email, email_key)
      values (${teamId}, ${userId}, '直樹', '早川', ${email}, ${email})`.execute(db),
  connect: (db: Db, { teamId, userId }: Member, subject: string) =>
    sql`insert into connections (team_id, user_id, provider, account, subject)
      values (${teamId}, ${userId}, 'google', 'x', ${subject})
      on conflict (team_id, user_id, provider) do update set subject = excluded.subject`.execute(db),
}

async function newTeam(database: Database) {
  const teamId = newId()
  await database.insertInto('teams').values({ id: teamId, name: '開発チーム', time_zone: 'Asia/Tokyo' }).execute()
  return { teamId, userId: newId() }
}

test('logins and identities include rows that the previous version writes during an update', async () => {
  const database = await testDatabase()
  const member = await newTeam(database)
  const within = <T>(work: (db: Db) => Promise<T>) => withTeamTransaction(database, member, work)

  await within((db) => earlier.join(db, member, 'a@example.com'))
  await within((db) => earlier.connect(db, member, 'one'))
  expect(await within(emails)).toEqual([{ email_key: 'a@example.com' }])
  expect(await within(subjects)).toEqual([{ subject: 'one' }])

  await within((db) => sql`update users set email_key = 'b@example.com'`.execute(db))
  await within((db) => earlier.connect(db, member, 'two'))
  expect(await within(emails)).toEqual([{ email_key: 'b@example.com' }])
  expect(await within(subjects)).toEqual([{ subject: 'two' }])

  const other = { ...member, userId: newId() }
  await within((db) => earlier.join(db, other, 'c@example.com'))
  await within((db) => sql`update users set left_at = now(), email_key = 'x' where id = ${other.userId}`.execute(db))
  expect(await within(emails)).toEqual([{ email_key: 'b@example.com' }])

  await within((db) => sql`delete from users`.execute(db))
  expect(await within(emails)).toEqual([])
  expect(await within(subjects)).toEqual([])
})

test('logins and identities are visible only to their own team and to a search over all teams', async () => {
  const database = await testDatabase()
  for (const name of ['a', 'b']) {
    const member = await newTeam(database)
    await withTeamTransaction(database, member, async (db) => {
      await earlier.join(db, member, `${name}@example.com`)
      await earlier.connect(db, member, name)
      expect(await emails(db)).toEqual([{ email_key: `${name}@example.com` }])
      expect(await subjects(db)).toEqual([{ subject: name }])
    })
  }
  expect(await withEveryTeamTransaction(database, emails)).toHaveLength(2)
  expect(await database.selectFrom('logins').selectAll().execute()).toEqual([])
  expect(await database.selectFrom('identities').selectAll().execute()).toEqual([])
})

test('this version writes logins and identities without the triggers for the previous version', async () => {
  const { app, database, visitor, teamId } = await team({ database: await testDatabase() })
  await sql`
    drop trigger users_email_everywhere on users; drop trigger users_email_free on users;
    drop trigger connections_one_person_everywhere on connections;
    drop trigger connections_one_person_free on connections`.execute(database)
  const profile = { first_name: '直樹', family_name: '早川', preferred_name: '' }
  const signUp = (email: string) => visitor().post('/onboarding', { ...profile, email, password })
  const signIn = async (email: string) => {
    const { status, body } = await visitor().post('/auth/login', { username: email, password })
    return { status, authorization: { authorization: `Bearer ${body.access_token}` } }
  }
  await signUp('owner@example.com')
  const { status, body: user } = await signUp('a@example.com')
  expect(status).toBe(201)
  expect(await signUp('a@example.com')).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  const { authorization } = await signIn('a@example.com')

  const moved = await visitor().call(
    'PATCH',
    '/users/me/profile',
    { ...profile, email: 'b@example.com' },
    authorization,
  )
  expect(moved.status).toBe(200)
  expect((await signIn('a@example.com')).status).toBe(401)
  expect((await signIn('b@example.com')).status).toBe(200)

  const connect = (userId: string, subject: string) =>
    withTeamTransaction(database, { teamId }, (db) =>
      saveConnection(
        { ...app.services, keyring },
        db,
        { teamId, userId },
        { provider: 'google', account: 'x', subject },
      ),
    )
  await connect(user.id, 'one')
  await connect(user.id, 'two')
  expect(await withEveryTeamTransaction(database, subjects)).toEqual([{ subject: 'two' }])
  await expect(connect(newId(), 'two')).rejects.toMatchObject({ code: 'account_elsewhere' })

  await visitor().call('DELETE', '/users/me', { password, reports: 'keep' }, authorization)
  expect(await withEveryTeamTransaction(database, emails)).toEqual([{ email_key: 'owner@example.com' }])
  expect(await withEveryTeamTransaction(database, subjects)).toEqual([])
  expect((await signUp('b@example.com')).status).toBe(201)
})
