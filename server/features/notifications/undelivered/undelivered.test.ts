import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, team } from '#server/testing/team.ts'

const now = new Date('2026-10-23T00:30:00Z') // Friday, 9:30 in Tokyo
const today = '2026-10-23'
const week = 7 * 24 * 60 * 60_000 // milliseconds

/** Creates a team with an administrator, a colleague, and the undelivered messages that a test adds. */
async function undelivered() {
  const { database, member, teamId, ...parts } = await team({ now })
  const [administrator, colleague] = [await member('佐伯'), await member('早川')]
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('users').set({ is_admin: true }).where('id', '=', administrator.user.id).execute(),
  )
  const dead = async (
    { user }: Member,
    { kind = 'report', day = today, at = now }: { kind?: 'report' | 'reminder'; day?: string; at?: Date } = {},
  ) => {
    const id = newId()
    await withTeamTransaction(database, { teamId }, (db) =>
      db
        .insertInto('outbox')
        .values({
          team_id: teamId,
          id,
          user_id: user.id,
          kind,
          day,
          destination: 'slack',
          status: 'dead',
          failure: 'unavailable',
          due_at: at,
          updated_at: at,
        })
        .execute(),
    )
    return id
  }
  const report = (author: Member, report_date = today) =>
    author.post('/daily-reports', { report_date, yesterday_work: '設計', today_plan: '実装', issues: '' })
  const listed = async (query = ''): Promise<string[]> =>
    (await administrator.get(`/notifications/deliveries${query}`)).body.map(({ id }: { id: string }) => id)
  const states = () =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('outbox').select(['id', 'status']).orderBy('id').execute(),
    )
  const leave = ({ user }: Member) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute(),
    )
  return { ...parts, administrator, colleague, dead, leave, listed, report, states }
}

test('undelivered messages are listed newest first, page by page', async () => {
  const { administrator, dead, listed } = await undelivered()
  const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  await administrator.get('/users/me')
  const days = ['2026-10-20', '2026-10-21', '2026-10-22']
  for (const report_date of days)
    await administrator.post('/daily-reports', { report_date, yesterday_work: '設計', today_plan: '実装', issues: '' })
  const ids = [
    await dead(administrator, { day: days[0]!, at: at(20) }),
    await dead(administrator, { day: days[1]!, at: at(10) }),
    await dead(administrator, { day: days[2]!, at: at(30) }),
  ]
  expect(await listed()).toEqual([ids[1], ids[0], ids[2]])
  expect(await listed('?limit=1')).toEqual([ids[1]])
  expect(await listed('?limit=1&offset=1')).toEqual([ids[0]])
})

test('an undelivered report is listed while its author has a report of that day', async () => {
  const { clock, colleague, administrator, dead, listed, report } = await undelivered()
  const id = await dead(colleague)
  await report(administrator) // a report of the same day by the administrator
  await report(colleague, '2026-10-22') // the member’s own report of another day
  expect(await listed()).toEqual([])
  await report(colleague)
  expect(await listed()).toEqual([id])
  clock.now = new Date(now.getTime() + 60_000)
  expect(await listed()).toEqual([id])
})

test('an undelivered message that is one week old is listed, but no older one', async () => {
  const { colleague, dead, listed, report } = await undelivered()
  for (const day of ['2026-10-15', '2026-10-16']) await report(colleague, day)
  const old = await dead(colleague, { day: '2026-10-16', at: new Date(now.getTime() - week) })
  await dead(colleague, { day: '2026-10-15', at: new Date(now.getTime() - week - 1) })
  expect(await listed()).toEqual([old])
})

test('an undelivered reminder is listed on its day only, while the report is missing', async () => {
  const { colleague, dead, listed, report } = await undelivered()
  const id = await dead(colleague, { kind: 'reminder' })
  await dead(colleague, { kind: 'reminder', day: '2026-10-22' })
  expect(await listed()).toEqual([id])
  await report(colleague)
  expect(await listed()).toEqual([])
})

test('an undelivered message of a deactivated member is not listed', async () => {
  const { colleague, dead, leave, listed } = await undelivered()
  await dead(colleague, { kind: 'reminder' })
  await leave(colleague)
  expect(await listed()).toEqual([])
})

test('a retry sends one undelivered message again, and keeps the others', async () => {
  const { administrator, colleague, dead, states } = await undelivered()
  const [one, other] = [await dead(administrator, { kind: 'reminder' }), await dead(colleague, { kind: 'reminder' })]
  expect((await administrator.post(`/notifications/deliveries/${one}/retry`)).status).toBe(204)
  expect(await states()).toEqual([
    { id: one, status: 'pending' },
    { id: other, status: 'dead' },
  ])
})
