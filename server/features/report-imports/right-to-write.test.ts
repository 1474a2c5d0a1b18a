import { expect, test } from 'vitest'
import type { ReportImport } from '#contract/import.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { lockMember } from '#server/features/blockers/operations.ts'
import { eventsOf } from '#server/testing/events.ts'
import { password, type Member, team } from '#server/testing/team.ts'

const now = new Date('2026-11-20T03:00:00Z')
const days = ['2026-11-17', '2026-11-18']

/** Two administrators, and two members in the order in which an import files their reports. */
async function office() {
  const asakai = await team({ now, logLevel: 'info' })
  const events = eventsOf(asakai.app)
  const other = await asakai.member('佐伯')
  const importer = await asakai.member('早川')
  expect((await other.patch(`/users/${importer.user.id}`, { is_admin: true })).status).toBe(200)
  const members = [await asakai.member('佐藤'), await asakai.member('白川')]
  const [first, second] = members.toSorted((a, b) => (a.user.id < b.user.id ? -1 : 1)) as [Member, Member]
  const table = [first, second].flatMap(({ user }) => days.map((day) => `${day},${user.email},imported`))
  const take = () =>
    importer.post('/import', ['date,email,yesterday', ...table].join('\n'), { 'content-type': 'text/csv' })
  /** Runs `work` until the first member's rows are done, then `meanwhile`, and then goes on. */
  const between = async <T>(
    work: () => Promise<T>,
    isHalf: (one: ReportImport) => boolean,
    meanwhile: () => Promise<unknown>,
  ) => {
    let working: Promise<T> | undefined
    await withTeamTransaction(asakai.database, asakai, async (db) => {
      await lockMember(db, { teamId: asakai.teamId, userId: second.user.id })
      working = work()
      await expect.poll(async () => isHalf((await imports())[0]!), { timeout: 5_000 }).toBe(true)
      await meanwhile()
    })
    return working!
  }
  const imports = async (): Promise<ReportImport[]> => (await other.get('/import')).body
  const reports = async () => {
    const all = await Promise.all(days.map((day) => other.get(`/daily-reports?report_date=${day}`)))
    return all
      .flatMap(({ body }) => body.reports as { user_id: string }[])
      .map(({ user_id: id }) => [first, second].findIndex(({ user }) => user.id === id))
  }
  return { ...asakai, other, importer, first, second, take, between, imports, reports, events }
}

type Office = Awaited<ReturnType<typeof office>>

/**
 * Each way to lose the right to write for others. Who erases their account waits until the rows in work are done, because
 * both change the import.
 */
const ways: Record<string, (here: Office) => Promise<{ status: number }>> = {
  'is deactivated': ({ other, importer }) => other.patch(`/users/${importer.user.id}`, { is_active: false }),
  'is no administrator any more': ({ other, importer }) =>
    other.patch(`/users/${importer.user.id}`, { is_admin: false }),
  leaves: ({ importer }) => importer.call('DELETE', '/users/me', { password, reports: 'keep' }),
}
const half = ({ filed, total }: ReportImport) => filed > 0 && filed < total

test.each(Object.keys(ways))(
  'an import stops if its importer %s, and can be undone by an administrator',
  async (way) => {
    const here = await office()
    const { take, between, imports, reports, other, events } = here
    await between(take, half, async () => expect((await ways[way]!(here)).status).toBeLessThan(300))
    await expect.poll(async () => (await imports())[0]).toMatchObject({ state: 'stopped', filed: 2, total: 4 })
    expect(await reports()).toEqual([0, 0])
    expect(events().map(({ event }) => event)).toContain('report_import_stopped')
    const [{ id, undo_until: until }] = (await imports()) as [ReportImport]
    expect(until).not.toBeNull()
    expect((await other.delete(`/import/${id}`)).body).toMatchObject({ state: 'undone', removed: 2 })
    expect(await reports()).toEqual([])
  },
)
