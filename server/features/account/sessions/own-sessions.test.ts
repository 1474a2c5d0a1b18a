import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { password, team } from '#server/testing/team.ts'
import { deleteOldSessions } from './operations.ts'

const minutes = 60_000 // milliseconds
const days = 24 * 60 * minutes
const now = new Date('2026-10-23T00:00:00Z')
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function twoDevices() {
  const parts = await team({ now })
  const member = await parts.member()
  const signIn = async (userAgent: string) => {
    const { body: tokens } = await parts.visitor().post('/auth/login', { username: member.user.email, password })
    const headers = { authorization: `Bearer ${tokens.access_token}`, 'user-agent': userAgent }
    const get = (path: string) => parts.visitor().get(path, headers)
    return { tokens, get, end: (path: string) => parts.visitor().delete(path, headers) }
  }
  return { ...parts, newMember: parts.member, member, signIn }
}

test('the list of sessions has the member’s sessions and marks the current one', async () => {
  const { clock, member, signIn } = await twoDevices()
  const other = await signIn(firefox)
  await other.get('/users/me')
  clock.now = new Date('2026-10-23T00:10:00Z')
  const { status, body } = await member.get('/sessions', { 'user-agent': 'curl/8.5.0' })
  expect(status).toBe(200)
  expect(body.sessions).toEqual([
    {
      id: expect.any(String),
      device: null,
      signed_in_at: '2026-10-23T09:00:00+09:00',
      used_at: '2026-10-23T09:10:00+09:00',
      current: true,
    },
    expect.objectContaining({ device: 'Firefox · Windows', used_at: '2026-10-23T09:00:00+09:00', current: false }),
  ])
})

test('the list of sessions can be read page by page', async () => {
  const { clock, member, signIn } = await twoDevices()
  await signIn(firefox)
  clock.now = new Date('2026-10-23T00:10:00Z')
  await signIn(firefox)
  const { sessions } = (await member.get('/sessions')).body
  expect(sessions.map(({ signed_in_at }: { signed_in_at: string }) => signed_in_at.slice(11, 16))).toEqual([
    '09:00', // the calling session
    '09:10',
    '09:00',
  ])
  expect((await member.get('/sessions?limit=1&offset=1')).body.sessions).toEqual([sessions[1]])
  expect(await member.get('/sessions?limit=0')).toMatchObject({ status: 400, body: { errors: [{ field: 'limit' }] } })
})

test('an ended session can neither make requests nor be refreshed', async () => {
  const { member, signIn, visitor } = await twoDevices()
  const other = await signIn(firefox)
  const [, { id }] = (await member.get('/sessions')).body.sessions
  expect((await member.delete(`/sessions/${id}`)).status).toBe(204)
  expect((await other.get('/users/me')).body.code).toBe('session_ended')
  const renewal = await visitor().post('/auth/refresh', { refresh_token: other.tokens.refresh_token })
  expect(renewal.status).toBe(401)
  expect((await member.delete(`/sessions/${id}`)).status).toBe(204)
  expect((await member.get('/sessions')).body.sessions).toHaveLength(1)
})

test('a member can end all other sessions at once', async () => {
  const { member, newMember, signIn } = await twoDevices()
  const colleague = await newMember('佐藤')
  const others = [await signIn(firefox), await signIn(firefox)]
  expect((await member.delete('/sessions')).status).toBe(204)
  for (const other of others) expect((await other.get('/users/me')).status).toBe(401)
  for (const { get } of [member, colleague]) expect((await get('/users/me')).status).toBe(200)
})

test('ending another member’s session returns 404 and changes nothing', async () => {
  const { member, newMember } = await twoDevices()
  const colleague = await newMember('佐藤')
  const stranger = await (await team({ now })).member()
  const [{ id }] = (await member.get('/sessions')).body.sessions
  for (const caller of [colleague, stranger]) expect((await caller.delete(`/sessions/${id}`)).status).toBe(404)
  expect((await member.delete(`/sessions/${newId()}`)).status).toBe(404)
  expect((await member.get('/users/me')).status).toBe(200)
  expect((await colleague.get('/sessions')).body.sessions).toHaveLength(1)
})

test('an ended or expired session is deleted after 30 days', async () => {
  const { app, clock, database, member, signIn, teamId } = await twoDevices()
  const ended = await signIn(firefox)
  await ended.end(`/sessions/${(await ended.get('/sessions')).body.sessions[0].id}`)
  await signIn(firefox) // no request uses this session again
  const count = async () => {
    await deleteOldSessions(app.services)
    const rows = await withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('sessions').where('user_id', '=', member.user.id).select('id').execute(),
    )
    return rows.length
  }
  const after = async (time: number) => {
    clock.now = new Date(Date.parse('2026-10-23T00:00:00Z') + time)
    return count()
  }
  expect(await after(30 * days)).toBe(3)
  expect(await after(30 * days + minutes)).toBe(2)
  expect(await after(37 * days)).toBe(2)
  expect(await after(37 * days + minutes)).toBe(0)
})

test('ending a session again does not postpone its deletion', async () => {
  const { clock, database, member, signIn, teamId, visitor } = await twoDevices()
  const others = [await signIn(firefox), await signIn(firefox)]
  const [, { id }] = (await member.get('/sessions')).body.sessions
  expect((await member.delete('/sessions')).status).toBe(204)
  clock.now = new Date('2026-10-23T00:10:00Z')
  expect((await member.delete(`/sessions/${id}`)).status).toBe(204)
  expect((await member.delete('/sessions')).status).toBe(204)
  for (const { tokens } of others) await visitor().post('/auth/logout', { refresh_token: tokens.refresh_token })
  const ends = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('sessions').where('ended_at', 'is not', null).select('ended_at').execute(),
  )
  const then = { ended_at: new Date('2026-10-23T00:00:00Z') }
  expect(ends).toEqual([then, then])
})

test('a session that was not used for a week is hidden', async () => {
  const { clock, signIn } = await twoDevices()
  clock.now = new Date('2026-10-30T00:00:00Z')
  const inTime = await (await signIn(firefox)).get('/sessions')
  expect(inTime.body.sessions).toHaveLength(2)
  clock.now = new Date('2026-10-30T00:00:01Z')
  const { body } = await (await signIn(firefox)).get('/sessions')
  expect(body.sessions).toHaveLength(2)
})

test('a session that is used every day is listed for exactly thirty days', async () => {
  const { clock, member, signIn, visitor } = await twoDevices()
  let { refresh_token } = member.tokens
  const alertsAt = async (time: string) => {
    clock.now = new Date(time)
    const { sessions } = (await (await signIn(firefox)).get('/sessions')).body
    return sessions.filter(({ signed_in_at }: { signed_in_at: string }) => signed_in_at.startsWith('2026-10-23')).length
  }
  for (let day = 0; day < 30; day += 6) {
    clock.now = new Date(Date.parse('2026-10-23T00:00:00Z') + day * days)
    const renewed = await visitor().post('/auth/refresh', { refresh_token })
    expect(renewed.status).toBe(200)
    refresh_token = renewed.body.refresh_token
  }
  expect(await alertsAt('2026-11-22T00:00:00Z')).toBe(1)
  expect(await alertsAt('2026-11-22T00:00:00.001Z')).toBe(0)
})
