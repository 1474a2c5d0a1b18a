import { expect, test, vi } from 'vitest'
import type { ReportImport } from '#contract/import.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { lockMember } from '#server/features/blockers/operations.ts'
import { makeDecisionsOld } from '#server/testing/old-decisions.ts'
import { client } from '#server/testing/client.ts'
import { eventsOf } from '#server/testing/events.ts'
import { liftTimeout } from '#server/testing/shorten-timeouts.ts'
import { locksAwaited } from '#server/testing/locks.ts'
import { newAddress, password, type Member, team } from '#server/testing/team.ts'

vi.setConfig({ testTimeout: 180_000 }) // milliseconds, because a busy machine is slow to begin an import

const now = new Date('2026-11-20T03:00:00Z')
const days = ['2026-11-17', '2026-11-18']

/** Creates two administrators, and members in the order in which an import writes their reports. */
async function office(names = ['佐藤', '白川']) {
  liftTimeout(6_000) // lifts the limit after which an import continues in the background
  const asakai = await team({ now, logLevel: 'info' })
  const events = eventsOf(asakai.app)
  const other = await asakai.member('佐伯')
  const importer = await asakai.member('早川')
  expect((await other.patch(`/users/${importer.user.id}`, { is_admin: true })).status).toBe(200)
  await makeDecisionsOld(asakai)
  const unsorted: Member[] = []
  for (const name of names) unsorted.push(await asakai.member(name))
  const members = unsorted.toSorted((a, b) => (a.user.id < b.user.id ? -1 : 1))
  const [first, second] = members as [Member, Member]
  const table = members.flatMap(({ user }) => days.map((day) => `${day},${user.email},imported`))
  const take = (by: Pick<Member, 'post'> = importer) =>
    by.post('/import', ['date,email,yesterday', ...table].join('\n'), { 'content-type': 'text/csv' })
  /** Runs `work` until the rows of the first member are done. Then runs `meanwhile`, and continues `work`. */
  const between = async <T>(
    work: () => Promise<T>,
    isHalf: (one: ReportImport) => boolean,
    meanwhile: () => Promise<unknown>,
  ) => {
    let working: Promise<T> | undefined
    await withTeamTransaction(asakai.database, asakai, async (db) => {
      await lockMember(db, { teamId: asakai.teamId, userId: second.user.id })
      working = work()
      await expect.poll(async () => isHalf((await imports())[0]!), { timeout: 60_000 }).toBe(true)
      await meanwhile()
    })
    return working!
  }
  const imports = async (): Promise<ReportImport[]> => (await other.get('/import')).body
  const reports = async () => {
    const all = await Promise.all(days.map((day) => other.get(`/daily-reports?report_date=${day}`)))
    return all
      .flatMap(({ body }) => body.reports as { user_id: string }[])
      .map(({ user_id: id }) => members.findIndex(({ user }) => user.id === id))
  }
  /**
   * Waits until both the work and the transaction that it waits for are blocked. Neither continues before `between`
   * ends.
   */
  const bothWait = () =>
    withTeamTransaction(asakai.database, asakai, (db) =>
      expect.poll(async () => (await locksAwaited(db)).length).toBeGreaterThan(1),
    )
  return { ...asakai, other, importer, first, second, take, bothWait, between, imports, reports, events }
}

type Office = Awaited<ReturnType<typeof office>>

/** The ways in which an importer loses the right to write for others. */
const ways: Record<string, (here: Office) => Promise<{ status: number }>> = {
  'is deactivated': ({ other, importer }) => other.patch(`/users/${importer.user.id}`, { is_active: false }),
  'is no administrator any more': ({ other, importer }) =>
    other.patch(`/users/${importer.user.id}`, { is_admin: false }),
  'is signed out': ({ other, importer }) => other.delete(`/users/${importer.user.id}/sessions`),
  leaves: ({ importer }) => importer.call('DELETE', '/users/me', { password, reports: 'keep' }),
}
const half = ({ filed, total }: ReportImport) => filed > 0 && filed < total

test.each(Object.keys(ways))(
  'an import stops if its importer %s, and can be undone by an administrator',
  async (way) => {
    const here = await office()
    const { take, between, imports, reports, other, events } = here
    await between(
      () => take(),
      half,
      async () => expect((await ways[way]!(here)).status).toBeLessThan(300),
    )
    await expect.poll(async () => (await imports())[0]).toMatchObject({ state: 'stopped', filed: 2, total: 4 })
    expect(await reports()).toEqual([0, 0])
    expect(events().map(({ event }) => event)).toContain('report_import_stopped')
    const [{ id, undo_until: until }] = (await imports()) as [ReportImport]
    expect(until).not.toBeNull()
    expect((await other.delete(`/import/${id}`)).body).toMatchObject({ state: 'undone', removed: 2 })
    expect(await reports()).toEqual([])
  },
)

test('an import stops if the token with which it began is revoked', async () => {
  const { app, importer, take, between, imports } = await office()
  const draft = { name: 'p', scopes: ['read', 'write'], expires_on: '2026-12-20' }
  const { body: token } = await importer.post('/tokens', draft)
  const program = client(app, newAddress(), { authorization: `Bearer ${token.token}` })
  await between(
    () => take(program),
    half,
    async () => expect((await importer.delete(`/tokens/${token.id}`)).status).toBe(204),
  )
  await expect.poll(async () => (await imports())[0]).toMatchObject({ state: 'stopped', filed: 2, total: 4 })
})

/**
 * The authors of an import. There are enough of them that the erasure waits for the second author's reports, and runs
 * before the last author's reports.
 */
const many = ['一', '二', '三', '四', '五', '六']

test('an import stops if its importer erases their account, and can be undone by an administrator', async () => {
  const { bothWait, take, between, importer, imports, other, reports } = await office(many)
  let erased: Promise<{ status: number }>
  await between(
    () => take(),
    half,
    async () => {
      erased = importer.call('DELETE', '/users/me', { password, reports: 'erase' })
      await bothWait()
    },
  )
  expect((await erased!).status).toBe(204)
  await expect.poll(async () => (await imports())[0]).toMatchObject({ state: 'stopped', user_id: null })
  const [{ id, filed, total }] = (await imports()) as [ReportImport]
  expect(filed).toBeLessThan(total)
  expect((await other.delete(`/import/${id}`)).body).toMatchObject({ state: 'undone', removed: filed })
  expect(await reports()).toEqual([])
})

// After the 401, the browser refreshes the session, and sends the import again with a member's rights.
test('an importer who is no longer an administrator gets no result of the import', async () => {
  const here = await office()
  const { status } = await here.between(here.take, half, () => ways['is no administrator any more']!(here))
  expect(status).toBe(401)
  const [{ id, ...stopped }] = (await here.imports()) as [ReportImport]
  expect(stopped).toMatchObject({ state: 'stopped', filed: 2 })
  expect(await here.importer.delete(`/import/${id}`)).toMatchObject({ status: 403, body: { code: 'admins_only' } })
  expect(await here.reports()).toEqual([0, 0])
})

test('an import of own reports continues if its importer is no longer an administrator', async () => {
  const { other, second, between, imports } = await office()
  expect((await other.patch(`/users/${second.user.id}`, { is_admin: true })).status).toBe(200)
  const own = () =>
    second.post('/import', ['date,yesterday', ...days.map((day) => `${day},own`)].join('\n'), {
      'content-type': 'text/csv',
    })
  const { status } = await between(
    own,
    (begun) => begun !== undefined,
    () => other.patch(`/users/${second.user.id}`, { is_admin: false }),
  )
  expect(status).toBe(401)
  expect((await imports())[0]).toMatchObject({ state: 'done', filed: 2 })
})

test.each(['is deactivated', 'is no administrator any more'])(
  'an undo stops if the member who started it %s',
  async (way) => {
    const here = await office(many)
    const { bothWait, take, between, importer, other, reports } = here
    const { id } = (await take()).body
    let lost: Promise<{ status: number }>
    const { body } = await between(
      () => importer.delete(`/import/${id}`),
      ({ removed }) => removed === 2,
      async () => {
        lost = ways[way]!(here)
        await bothWait()
      },
    )
    expect((await lost!).status).toBe(200)
    expect(body.code).toBe('session_ended')
    expect(await reports()).not.toEqual([])
    expect((await other.delete(`/import/${id}`)).body).toMatchObject({ state: 'undone', removed: 2 * many.length })
  },
)
