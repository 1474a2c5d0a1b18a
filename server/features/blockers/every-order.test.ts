import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import type { Member } from '#server/testing/team.ts'

const days = ['2026-10-19', '2026-10-20', '2026-10-21', '2026-10-22']
const texts = ['', 'Zebra is missing', 'Zebra is missing\nYacht is sinking', 'Yacht is sinking']
const words = (report_date: string, issues: string) => ({ report_date, yesterday_work: 'y', today_plan: '', issues })

/** Returns each line of each day with its blocker. A blocker is named after its first line. */
async function linesOf({ get, user }: Pick<Member, 'get' | 'user'>, withState: boolean) {
  const begun = new Map<string, string>()
  const lines: string[] = []
  for (const day of days)
    for (const { id, line, ...is } of (await get(`/blockers?date=${day}`)).body.blockers as Blocker[]) {
      if (is.opened_by !== user.id) continue
      if (!begun.has(id)) begun.set(id, `${day} ${line}`)
      const state = withState ? [is.state, is.owner_name, is.resolution, is.resolved_on, is.reopened] : []
      lines.push([day, line, begun.get(id), is.text, is.opened_on, ...state].join(' '))
    }
  return lines.toSorted()
}

/** Creates an author, and functions that write, move, delete and restore the author's reports of single days. */
async function office() {
  const { member, database, teamId } = await dashboardTeam()
  const [author, inOrder, colleague] = [await member('早川'), await member('佐伯'), await member('佐藤')]
  const ids = new Map<string, string>()
  const visible = new Map<string, string>()
  let imported: { id: string; day: string; was: string | undefined } | undefined
  const set = (day: string, issues: string | undefined) =>
    issues === undefined ? visible.delete(day) : visible.set(day, issues)
  const here = {
    author,
    colleague,
    inOrder,
    visible,
    database,
    teamId,
    write: async (day: string, issues: string) => {
      if (visible.has(day))
        expect((await author.put(`/daily-reports/${ids.get(day)}`, words(day, issues))).status).toBe(200)
      else {
        const { status, body } = await author.post('/daily-reports', words(day, issues))
        expect(status).toBe(201)
        ids.set(day, body.id)
      }
      if (imported?.day === day) imported = undefined
      set(day, issues)
    },
    remove: async (day: string) => {
      if (!visible.has(day)) return
      expect((await author.delete(`/daily-reports/${ids.get(day)}`)).status).toBe(204)
      if (imported?.day === day) imported = undefined
      deleted.set(day, visible.get(day)!)
      set(day, undefined)
    },
    restore: async (day: string) => {
      if (visible.has(day) || !deleted.has(day)) return
      expect((await author.post(`/daily-reports/${ids.get(day)}/restore`)).status).toBe(200)
      set(day, deleted.get(day))
    },
    import: async (day: string, issues: string) => {
      const table = `date,yesterday_work,issues\n${day},y,"${issues}"`
      const { status, body } = await author.post('/import?existing=replace', table, { 'content-type': 'text/csv' })
      expect(status).toBe(200)
      imported = body.id && visible.get(day) !== issues ? { id: body.id, day, was: visible.get(day) } : undefined
      set(day, issues)
      const { reports } = (await author.get(`/daily-reports?report_date=${day}`)).body
      ids.set(day, reports.find(({ user_id: by }: { user_id: string }) => by === author.user.id).id)
    },
    undo: async () => {
      if (!imported) return
      expect((await author.delete(`/import/${imported.id}`)).status).toBe(200)
      set(imported.day, imported.was)
      if (imported.was === undefined) deleted.delete(imported.day)
      imported = undefined
    },
    act: async (day: string, line: number, change: object) => {
      const { blockers } = (await colleague.get(`/blockers?date=${day}`)).body as { blockers: Blocker[] }
      const meant = blockers.find((blocker) => blocker.opened_by === author.user.id && blocker.line === line)
      if (meant) expect((await colleague.patch(`/blockers/${meant.id}`, change)).status).toBe(200)
    },
    blockerOf: async (day: string) =>
      ((await colleague.get(`/blockers?date=${day}`)).body.blockers as Blocker[]).find(
        ({ opened_by: by }) => by === author.user.id,
      ),
    /**
     * Compares the author's blockers with those of another member, who has written the same reports in the order of
     * their days.
     */
    check: async (withState = true) => {
      for (const [day, issues] of [...visible].toSorted(([one], [other]) => (one < other ? -1 : 1)))
        await inOrder.post('/daily-reports', words(day, issues))
      expect(await linesOf(author, withState)).toEqual(await linesOf(inOrder, withState))
    },
  }
  const deleted = new Map<string, string>()
  return here
}

type Office = Awaited<ReturnType<typeof office>>

const [a, b, c] = days as [string, string, string]
const [, Z, ZY] = texts as [string, string, string]
const file = async ({ write }: Office, ...issues: string[]) => {
  for (const [at, text] of issues.entries()) await write(days[at]!, text)
}

test.each<[string, (here: Office) => Promise<unknown>]>([
  [
    'the first report is emptied and filled while the last is deleted',
    async (here) => {
      await file(here, Z, Z, Z)
      await here.write(a, '')
      await here.remove(c)
      await here.write(a, Z)
      await here.restore(c)
    },
  ],
  [
    'a report is changed while its neighbours are deleted',
    async (here) => {
      await file(here, ZY, ZY, ZY)
      await here.remove(c)
      await here.remove(a)
      await here.write(b, Z)
      await here.restore(a)
      await here.restore(c)
    },
  ],
  [
    'two reports are deleted and restored in the same order',
    async (here) => {
      await file(here, Z, '', Z)
      await here.remove(b)
      await here.remove(c)
      await here.restore(b)
      await here.restore(c)
    },
  ],
])('blockers match the reports if %s', async (_what, does) => {
  const here = await office()
  await does(here)
  await here.check()
})

test.each([
  [b, c, b, c],
  [b, c, c, b],
  [c, b, b, c],
  [c, b, c, b],
])('a blocker keeps its owner if reports are deleted (%s, %s) and restored (%s, %s)', async (...order) => {
  const here = await office()
  await file(here, Z, '', Z)
  await here.act(c, 0, { state: 'acknowledged' })
  const before = await linesOf(here.author, true)
  for (const day of order.slice(0, 2)) await here.remove(day)
  for (const day of order.slice(2)) await here.restore(day)
  expect(await linesOf(here.author, true)).toEqual(before)
})

test('if a restored report splits a blocker in two, the newer of the two keeps the owner', async () => {
  const here = await office()
  await file(here, Z, '', Z)
  await here.remove(b)
  await here.act(c, 0, { state: 'acknowledged' })
  await here.restore(b)
  expect(await here.blockerOf(a)).toMatchObject({ state: 'unmentioned', owner_id: null })
  expect(await here.blockerOf(c)).toMatchObject({ state: 'acknowledged', opened_on: c })
})

describe('a line that is removed and written again in the same report (E3.07)', () => {
  const removed = async (change: object) => {
    const here = await office()
    await file(here, Z)
    await here.act(a, 0, change)
    const before = await here.blockerOf(a)
    await here.write(a, 'Yacht is sinking')
    return { ...here, before: before! }
  }

  test('a line that is removed and written again keeps its blocker’s owner', async () => {
    const { write, author, before } = await removed({ state: 'acknowledged' })
    await write(a, ZY)
    const { blockers } = (await author.get(`/blockers?date=${a}`)).body
    expect(blockers).toContainEqual(before)
    expect(blockers).toContainEqual(expect.objectContaining({ text: 'Yacht is sinking', owner_id: null }))
  })

  test('writing a removed line again in the newest report reopens its resolved blocker', async () => {
    const { write, blockerOf, before } = await removed({ state: 'resolved' })
    await write(a, Z)
    expect(await blockerOf(a)).toMatchObject({ id: before.id, state: 'open', reopened: true })
  })

  test('writing a removed line again in an earlier report leaves its blocker resolved', async () => {
    const here = await office()
    await file(here, Z, '')
    await here.act(a, 0, { state: 'resolved' })
    const before = await here.blockerOf(a)
    await here.write(a, '')
    await here.write(a, Z)
    expect(await here.blockerOf(a)).toEqual(before)
  })

  test('no list contains a blocker while its line is removed', async () => {
    const { author, colleague, before } = await removed({ state: 'acknowledged' })
    for (const query of ['', '?state=unmentioned', '?state=resolved', `?date=${a}`]) {
      const { blockers } = (await author.get(`/blockers${query}`)).body as { blockers: Blocker[] }
      expect(blockers.map(({ id }) => id)).not.toContain(before.id)
    }
    expect((await colleague.patch(`/blockers/${before.id}`, { state: 'open' })).status).toBe(404)
  })

  test('a removed line that is written again after two days begins another blocker', async () => {
    const { write, blockerOf, database, teamId, before } = await removed({ state: 'acknowledged' })
    await withTeamTransaction(database, { teamId }, (db) =>
      sql`update blockers set resolved_on = resolved_on - 2 where team_id = ${teamId} and id = ${before.id}`.execute(
        db,
      ),
    )
    await write(a, Z)
    const after = await blockerOf(a)
    expect(after).toMatchObject({ state: 'open', owner_id: null })
    expect(after!.id).not.toBe(before.id)
  })
})

test.each([a, b])('a blocker keeps its owner if a report (%s) is deleted between import and undo', async (deleted) => {
  const here = await office()
  const YZ = 'Yacht is sinking\nZebra is missing'
  await file(here, ZY, '')
  await here.act(a, 0, { state: 'acknowledged' })
  const before = await linesOf(here.author, true)
  const { status, body } = await here.author.post(
    '/import?existing=replace',
    `date,yesterday_work,issues\n${a},y,"${YZ}"`,
    {
      'content-type': 'text/csv',
    },
  )
  expect(status).toBe(200)
  await here.remove(deleted)
  expect((await here.author.delete(`/import/${body.id}`)).body).toMatchObject({ restored: 1 })
  await here.restore(deleted)
  expect(await linesOf(here.author, true)).toEqual(before)
})

const day = fc.constantFrom(...days)
const issues = fc.constantFrom(...texts)
const reportStep = fc.oneof(
  fc.tuple(fc.constant('write' as const), day, issues),
  fc.tuple(fc.constant('remove' as const), day),
  fc.tuple(fc.constant('restore' as const), day),
  fc.tuple(fc.constant('import' as const), day, issues),
  fc.tuple(fc.constant('undo' as const)),
)
const actStep = fc.tuple(
  fc.constant('act' as const),
  day,
  fc.nat(1),
  fc.constantFrom({ state: 'acknowledged' }, { state: 'resolved' }),
)

const run = (here: Office, [name, ...args]: readonly unknown[]) =>
  (here[name as 'act'] as (...all: unknown[]) => Promise<void>)(...args)

test(
  'writing, deleting, importing and undoing reports in any order gives the same blockers',
  { timeout: 180_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(reportStep, { minLength: 6, maxLength: 14 }), async (steps) => {
        const here = await office()
        await file(here, ...texts)
        for (const step of steps) await run(here, step)
        await here.check()
      }),
      {
        numRuns: 12,
        seed: 61,
        endOnFailure: true,
        examples: [
          [
            [
              ['remove', b],
              ['import', a, 'Yacht is sinking'],
              ['restore', b],
            ],
          ],
        ],
      },
    ),
)

test('deleting and restoring reports in any order keeps the owner of each blocker', { timeout: 180_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(issues, { minLength: 4, maxLength: 4 }),
      fc.array(actStep, { maxLength: 4 }),
      fc.array(fc.tuple(fc.constantFrom('remove', 'restore'), day), { minLength: 4, maxLength: 10 }),
      fc.shuffledSubarray(days, { minLength: days.length }),
      async (written, acts, steps, last) => {
        const here = await office()
        for (const [at, text] of written.entries()) {
          await here.write(days[at]!, text)
          if (acts[at]) await run(here, acts[at])
        }
        const before = await linesOf(here.author, true)
        for (const step of steps) await run(here, step)
        for (const each of last) await here.restore(each)
        expect(await linesOf(here.author, true)).toEqual(before)
      },
    ),
    { numRuns: 12, seed: 60, endOnFailure: true },
  ),
)

test(
  'a colleague who takes on or resolves a blocker changes neither its lines nor its days',
  { timeout: 180_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(reportStep, actStep), { minLength: 8, maxLength: 16 }), async (steps) => {
        const here = await office()
        await file(here, ...texts)
        for (const step of steps) await run(here, step)
        await here.check(false)
      }),
      {
        numRuns: 12,
        seed: 36,
        endOnFailure: true,
        examples: [
          [
            [
              ['remove', c],
              ['act', b, 0, { state: 'resolved' }],
              ['import', a, ZY],
              ['act', a, 0, { state: 'resolved' }],
              ['restore', c],
            ],
          ],
        ],
      },
    ),
)
