import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'

const days = ['2026-10-19', '2026-10-20', '2026-10-21'] as const
const spareDays = ['2026-10-22', '2026-10-23']
const [a, b, c] = days
const Z = 'Zebra is missing'
const Y = 'Yacht is sinking'
const texts = ['', Z, `${Z}\n${Y}`, Y, `${Z} #12`]
const words = (report_date: string, issues: string) => ({ report_date, yesterday_work: 'y', today_plan: '', issues })

type Office = Awaited<ReturnType<typeof office>>
/** The changes of a blocker that a colleague requests, in order: the bodies of the requests. */
type Acts = readonly object[]

/** Creates an author with reports, and a colleague. The colleague acts on the blockers. */
async function office() {
  const { member, clock } = await dashboardTeam()
  const [author, colleague] = [await member('早川'), await member('佐伯')]
  const filed = new Map<string, { id: string; issues: string }>()
  const imports: string[] = []
  const said: { report: string; text: string }[] = []
  const visible = async (day: string) => {
    const { reports } = (await author.get(`/daily-reports?report_date=${day}`)).body
    return (reports as { id: string; user_id: string }[]).find(({ user_id: by }) => by === author.user.id)?.id
  }
  const here = {
    said,
    file: async (day: string, issues: string) => {
      const { body } = await author.post('/daily-reports', words(day, issues))
      filed.set(day, { id: body.id, issues })
    },
    write: async (day: string, issues: string) => {
      const id = await visible(day)
      if (id) expect((await author.put(`/daily-reports/${id}`, words(day, issues))).status).toBe(200)
    },
    remove: async (day: string) => {
      const id = await visible(day)
      if (id) expect((await author.delete(`/daily-reports/${id}`)).status).toBe(204)
    },
    restore: (day: string) => author.post(`/daily-reports/${filed.get(day)!.id}/restore`),
    move: async (day: string, to: string) => {
      const report = filed.get(day)!
      if ((await visible(day)) !== report.id || (await visible(to))) return
      expect((await author.put(`/daily-reports/${report.id}`, words(to, report.issues))).status).toBe(200)
    },
    import: async (issues: Partial<Record<string, string>>) => {
      const rows = Object.entries(issues).map(([day, text]) => `${day},y,"${text}"`)
      const table = ['date,yesterday_work,issues', ...rows].join('\n')
      const { status, body } = await author.post('/import?existing=replace', table, { 'content-type': 'text/csv' })
      expect(status).toBe(200)
      if (body.id) imports.push(body.id)
    },
    undo: async () => {
      const id = imports.pop()
      if (id) expect((await author.delete(`/import/${id}`)).status).toBe(200)
    },
    act: async (day: string, line: number, acts: Acts) => {
      const { blockers } = (await colleague.get(`/blockers?date=${day}`)).body as { blockers: Blocker[] }
      const meant = blockers.find((blocker) => blocker.opened_by === author.user.id && blocker.line === line)
      for (const change of meant ? acts : []) {
        clock.now = new Date(clock.now.getTime() + 11_000)
        const { status, body } = await colleague.patch(`/blockers/${meant!.id}`, change)
        expect(status).toBe(200)
        said.push({ report: body.report_id, text: body.text })
      }
    },
    /** Restores each report's first day and text. */
    putBack: async (order: readonly string[]) => {
      for (const day of order) if ((await visible(day)) !== filed.get(day)!.id) await here.remove(day)
      for (const day of order) {
        const { id, issues } = filed.get(day)!
        expect([200, 409]).toContain((await author.post(`/daily-reports/${id}/restore`)).status)
        expect((await author.put(`/daily-reports/${id}`, words(day, issues))).status).toBe(200)
      }
    },
    blockers: async () => {
      const all: Blocker[] = []
      for (const day of days) all.push(...((await author.get(`/blockers?date=${day}`)).body.blockers as Blocker[]))
      const own = all.filter(({ opened_by: by }) => by === author.user.id)
      return own.toSorted((x, y) => x.report_date.localeCompare(y.report_date) || x.line - y.line)
    },
    colleague,
  }
  return here
}

const takes: Acts = [{ state: 'acknowledged' }]
const reopens: Acts = [{ state: 'resolved' }, { state: 'acknowledged' }]

const ways: Record<string, (here: Office) => Promise<unknown>> = {
  'an import that is undone': async ({ import: take, undo }) => {
    await take({ [a]: 'none' })
    await undo()
  },
  'an import of all days that is undone': async ({ import: take, undo }) => {
    await take({ [a]: 'none', [b]: '', [c]: Y })
    await undo()
  },
  'an edit to no words and back': async ({ write }) => {
    await write(a, '')
    await write(a, Z)
  },
  'an edit to another blocker and back': async ({ write }) => {
    await write(a, `${Z} #12`)
    await write(a, Z)
  },
  'edits of all reports and back': async ({ write }) => {
    for (const day of days) await write(day, '')
    for (const day of days) await write(day, Z)
  },
  'edits of all reports and back from the newest on': async ({ write }) => {
    for (const day of days) await write(day, Y)
    for (const day of days.toReversed()) await write(day, Z)
  },
  'an edit, a deletion of the later reports, an edit back and restores': async ({ write, remove, restore }) => {
    await write(a, '')
    await remove(b)
    await remove(c)
    await write(a, Z)
    await restore(b)
    await restore(c)
  },
  'edits in small steps and back at once': async ({ write }) => {
    for (const day of [b, c]) await write(day, '')
    await write(a, `${Z} and hungry`)
    await write(a, `${Z} and hungry since it left the zoo at night`)
    for (const day of days) await write(day, Z)
  },
  'a move and back': async ({ move, putBack }) => {
    await move(a, spareDays[0]!)
    await putBack(days)
  },
  'a deletion and a restore': async ({ remove, restore }) => {
    await remove(a)
    await restore(a)
  },
}

test.each(Object.keys(ways).flatMap((way) => [takes, reopens].map((acts) => [way, acts] as const)))(
  'a colleague’s changes to an older blocker remain after %s: %o (E3.07)',
  async (way, acts) => {
    const here = await office()
    await here.file(a, Z)
    await here.act(a, 0, acts)
    await here.file(b, Z)
    await here.file(c, Z)
    const before = await here.blockers()
    expect(before[0]).toMatchObject({ state: 'acknowledged', reopened: acts === reopens })
    await ways[way]!(here)
    expect(await here.blockers()).toEqual(before)
  },
)

test('a blocker keeps its owner if it is merged with another blocker and separated again', async () => {
  const here = await office()
  await here.file(a, Z)
  await here.file(b, '')
  await here.file(c, Z)
  await here.act(a, 0, takes)
  const before = await here.blockers()
  await here.write(b, Z)
  await here.write(b, '')
  const after = await here.blockers()
  expect(after.map((one) => [one.report_date, one.state, one.owner_id])).toEqual(
    before.map((one) => [one.report_date, one.state, one.owner_id]),
  )
})

test('a blocker gets its owner back if its line returns after the later report was deleted', async () => {
  const here = await office()
  await here.file(a, Z)
  await here.act(a, 0, takes)
  await here.file(b, Z)
  const [before] = await here.blockers()
  await here.write(a, '')
  await here.remove(b)
  await here.write(a, Z)
  expect(await here.blockers()).toMatchObject([{ state: 'acknowledged', owner_id: before!.owner_id }])
})

test('a reopened blocker keeps its state if its later line temporarily belongs to another blocker', async () => {
  const here = await office()
  for (const [day, text] of [
    [a, Z],
    [b, ''],
    [c, Z],
  ] as const)
    await here.file(day, text)
  await here.act(a, 0, reopens)
  const before = await here.blockers()
  // The report moves to a day after the action, so that its line continues the reopened blocker.
  await here.move(c, spareDays[0]!)
  await here.putBack([c])
  const after = await here.blockers()
  expect(after.map((one) => [one.report_date, one.state])).toEqual(before.map((one) => [one.report_date, one.state]))
})

const day = fc.constantFrom(...days)
const issues = fc.constantFrom(...texts)
const reportSteps = [
  fc.tuple(fc.constant('write' as const), day, issues),
  fc.tuple(fc.constant('remove' as const), day),
  fc.tuple(fc.constant('restore' as const), day),
  fc.tuple(fc.constant('move' as const), day, fc.constantFrom(...spareDays)),
  fc.tuple(fc.constant('import' as const), fc.dictionary(day, issues, { minKeys: 1, maxKeys: 3 })),
  fc.tuple(fc.constant('undo' as const)),
] as const
const actStep = fc.tuple(fc.constant('act' as const), day, fc.nat(1), fc.constantFrom(takes, reopens))
const written = fc.array(issues, { minLength: days.length, maxLength: days.length })
const order = fc.shuffledSubarray([...days], { minLength: days.length })

const run = (here: Office, [name, ...args]: readonly unknown[]) =>
  (here[name as 'act'] as (...all: unknown[]) => Promise<void>)(...args)

const seeds = { seed: 73, numRuns: 10 }

test('restoring the texts of reports restores the owners and states of their blockers', { timeout: 180_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      written,
      fc.array(actStep, { minLength: 2, maxLength: 4 }),
      fc.array(fc.oneof(...reportSteps), { minLength: 3, maxLength: 9 }),
      order,
      async (filed, acts, steps, last) => {
        const here = await office()
        for (const [at, text] of filed.entries()) {
          await here.file(days[at]!, text)
          if (acts[at]) await run(here, acts[at])
        }
        const before = await here.blockers()
        for (const step of steps) await run(here, step)
        await here.putBack(last)
        const withoutId = (all: readonly Blocker[]) => all.map(({ id: _id, ...blocker }) => blocker)
        expect(withoutId(await here.blockers())).toEqual(withoutId(before))
      },
    ),
    { ...seeds, endOnFailure: true },
  ),
)

test('a blocker keeps its owner as long as its line exists, in any order of changes', { timeout: 180_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      written,
      fc.array(fc.oneof(...reportSteps, { arbitrary: actStep, weight: 3 }), { minLength: 6, maxLength: 12 }),
      order,
      async (filed, steps, last) => {
        const here = await office()
        for (const [at, text] of filed.entries()) await here.file(days[at]!, text)
        for (const step of steps) await run(here, step)
        await here.putBack(last)
        const now = await here.blockers()
        for (const { report, text } of here.said) {
          const at = now.find((blocker) => blocker.report_id === report && blocker.text === text)
          if (at) expect(at).toMatchObject({ owner_id: here.colleague.user.id })
        }
      },
    ),
    { ...seeds, endOnFailure: true },
  ),
)
