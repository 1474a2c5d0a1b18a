import { hash } from '@node-rs/argon2'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, password, team } from '#server/testing/team.ts'
import { deleteCredential } from './operations.ts'
import { upsertCredential } from './sql.ts'

/** Creates two members. Their sign-in is so old that a change needs their password. */
async function twoMembers() {
  const { clock, database, member, teamId, visitor } = await team()
  const email = (name: string) => ({ email: `${name}.${newId()}@example.com` })
  const [ren, yukari] = [await member('早川', email('hayakawa')), await member('藤井', email('yukari.fujii'))]
  clock.now = new Date(clock.now.getTime() + 15 * 60_000)
  const change = async ({ tokens }: Member, current_password: string, new_password: string) => {
    const { body } = await visitor().post('/auth/refresh', tokens)
    Object.assign(tokens, body)
    const asked = { current_password, new_password, confirm_password: new_password }
    const answer = await visitor().patch('/users/me/password', asked, { authorization: `Bearer ${body.access_token}` })
    return answer.body.code ?? answer.status
  }
  const forget = ({ user }: Member) =>
    withTeamTransaction(database, { teamId }, (db) => deleteCredential(db, { teamId, userId: user.id }))
  return { ren, yukari, change, forget }
}

test('a password change needs the member’s own password and leaves other members’ passwords unchanged', async () => {
  const { ren, yukari, change } = await twoMembers()
  expect(await change(yukari, password, 'asa no asa')).toBe(204)
  expect(await change(ren, 'asa no asa', 'yoru no asa')).toBe('wrong_password')
  expect(await change(ren, password, 'yoru no asa')).toBe(204)
  expect(await change(yukari, password, 'hiru no asa')).toBe('wrong_password')
  expect(await change(yukari, 'asa no asa', 'hiru no asa')).toBe(204)
})

test('a member’s email is rejected as their own password, but accepted as another member’s', async () => {
  const { ren, yukari, change } = await twoMembers()
  for (const each of [ren, yukari]) expect(await change(each, password, each.user.email)).toBe('password_common')
  expect(await change(ren, password, yukari.user.email)).toBe(204)
  expect(await change(yukari, password, ren.user.email)).toBe(204)
})

test('a member without a password must sign in again to set one', async () => {
  const { ren, yukari, change, forget } = await twoMembers()
  await forget(ren)
  expect(await change(ren, password, 'asa no asa')).toBe('sign_in_again')
  expect(await change(yukari, password, 'asa no asa')).toBe(204)
})

test('simultaneous sign-ins with an outdated password hash all succeed', async () => {
  const { clock, database, member, teamId, visitor } = await team()
  const { user } = await member('早川', { email: `hayakawa.${newId()}@example.com` })
  const outdated = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await withTeamTransaction(database, { teamId }, (db) =>
    upsertCredential(db, { teamId, userId: user.id }, outdated, clock.now),
  )
  const signIn = () => visitor().post('/auth/login', { username: user.email, password })
  expect((await Promise.all([signIn(), signIn(), signIn()])).map(({ status }) => status)).toEqual([200, 200, 200])
})
