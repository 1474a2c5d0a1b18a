import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReportImport } from '#contract/import.ts'
import { type ReportField, reportFields, type ReportTexts } from '#contract/report-fields.ts'
import { team } from '#server/testing/team.ts'

const now = new Date('2026-11-20T03:00:00Z')
const days = ['2026-11-18', '2026-11-19']
const columns = { yesterday_work: 'yesterday', today_plan: 'today', issues: 'blockers' } as const

/**
 * Creates a member whose imports, edits and undos are 20 seconds apart. All of them happen before the token expires.
 */
async function writer() {
  const { member, clock } = await team({ now })
  const me = await member()
  const advanceClock = () => {
    clock.now = new Date(clock.now.getTime() + 20_000)
  }
  const reportOf = async (day: string) =>
    (await me.get(`/daily-reports?report_date=${day}`)).body.reports[0] as ({ id: string } & ReportTexts) | undefined
  return {
    /** @returns the import's id, or null if the import changes nothing */
    take: async (fields: readonly ReportField[], rows: readonly { day: string; text: string }[]) => {
      advanceClock()
      const table = [
        ['date', ...fields.map((field) => columns[field])].join(','),
        ...rows.map(({ day, text }) => [day, ...fields.map(() => text)].join(',')),
      ]
      return (await me.post('/import?existing=replace', table.join('\n'), { 'content-type': 'text/csv' })).body.id as
        | string
        | null
    },
    edit: async (day: string, text: string) => {
      advanceClock()
      const report = await reportOf(day)
      const words = { report_date: day, yesterday_work: text, today_plan: text, issues: text }
      if (report) await me.put(`/daily-reports/${report.id}`, words)
      else await me.post('/daily-reports', words)
    },
    undo: async (id: string) => {
      advanceClock()
      return (await me.delete(`/import/${id}`)).body as ReportImport
    },
    wordsOf: async (day: string) => {
      const report = await reportOf(day)
      return report && reportFields.map((field) => report[field]).join('|')
    },
    imports: async () => (await me.get('/import')).body as ReportImport[],
    search: async (text: string) => (await me.get(`/search?q=${text}`)).body.results.length as number,
  }
}

test.each([
  ['the older import first', [0, 1]],
  ['the newer import first', [1, 0]],
])('two undone imports of one day leave no report: %s', async (_order, order) => {
  const { take, undo, wordsOf, imports, search } = await writer()
  const ids = [
    (await take(reportFields, [{ day: days[0]!, text: 'firstwords' }]))!,
    (await take(['today_plan'], [{ day: days[0]!, text: 'secondwords' }]))!,
  ]
  for (const place of order) await undo(ids[place]!)
  expect(await wordsOf(days[0]!)).toBeUndefined()
  const undone = (await imports()).map(({ state, left, removed, restored }) => [state, left, removed + restored])
  expect(undone).toEqual(ids.map(() => ['undone', 0, 1]))
  expect([await search('firstwords'), await search('secondwords')]).toEqual([0, 0])
})

test('the result of an undo counts the reports that a later import has changed', async () => {
  const { take, edit, undo, wordsOf, imports } = await writer()
  const [day] = days as [string]
  await edit(day, 'own')
  const first = (await take(reportFields, [{ day, text: 'a' }]))!
  const second = (await take(['issues'], [{ day, text: 'b' }]))!
  expect(await undo(first)).toMatchObject({ left: 1, restored: 0 })
  expect(await wordsOf(day)).toBe('a|a|b')
  await undo(second)
  expect(await wordsOf(day)).toBe('own|own|own')
  expect(await imports()).toMatchObject([
    { left: 0, restored: 1 },
    { left: 0, restored: 1 },
  ])
})

type Layer = { import?: number; words: Partial<ReportTexts>; isUndone: boolean }

/**
 * The expected texts of each day. Each write adds a layer of texts. An undone import stays as long as a layer is above
 * it, because an edit keeps the texts that it did not change.
 */
class Model {
  layers = new Map<string, Layer[]>(days.map((day) => [day, []]))

  wordsOf(day: string): string | undefined {
    const layers = this.layers.get(day)!
    const words: ReportTexts = { yesterday_work: '', today_plan: '', issues: '' }
    for (const layer of layers) Object.assign(words, layer.words)
    return layers.length === 0 ? undefined : reportFields.map((field) => words[field]).join('|')
  }

  write(day: string, words: Partial<ReportTexts>, number?: number) {
    this.layers.get(day)!.push({ words, isUndone: false, ...(number === undefined ? {} : { import: number }) })
  }

  undo(number: number) {
    for (const layers of this.layers.values()) {
      for (const layer of layers) if (layer.import === number) layer.isUndone = true
      while (layers.at(-1)?.isUndone) layers.pop()
    }
  }

  leftOf(number: number): number {
    return [...this.layers.values()].filter((layers) => layers.some((layer) => layer.import === number)).length
  }
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      fields: fc.subarray([...reportFields], { minLength: 1 }),
      on: fc.subarray(days, { minLength: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), day: fc.constantFrom(...days) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat({ max: 5 }) }) },
)

test(
  'any sequence of imports, edits and undos keeps all changes that were not undone',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 9 }),
        fc.infiniteStream(fc.nat()),
        async (steps, order) => {
          const { take, edit, undo, wordsOf, imports } = await writer()
          const model = new Model()
          const ids: string[] = []
          const undone = new Set<number>()
          const undoOne = async (number: number) => {
            undone.add(number)
            model.undo(number)
            const answer = await undo(ids[number]!)
            expect([number, answer.left]).toEqual([number, model.leftOf(number)])
          }
          for (const [index, one] of steps.entries()) {
            const text = `t${index}`
            if (one.kind === 'edit') {
              await edit(one.day, text)
              model.write(one.day, { yesterday_work: text, today_plan: text, issues: text })
            } else if (one.kind === 'import') {
              const id = await take(
                one.fields,
                one.on.map((day) => ({ day, text })),
              )
              for (const day of one.on)
                model.write(day, Object.fromEntries(one.fields.map((field) => [field, text])), ids.length)
              ids.push(id!)
            } else if (one.which < ids.length && !undone.has(one.which)) await undoOne(one.which)
            for (const day of days) expect([day, await wordsOf(day)]).toEqual([day, model.wordsOf(day)])
          }
          for (;;) {
            const rest = ids.map((_, number) => number).filter((number) => !undone.has(number))
            if (rest.length === 0) break
            await undoOne(rest[order.next().value! % rest.length]!)
            for (const day of days) expect([day, await wordsOf(day)]).toEqual([day, model.wordsOf(day)])
          }
          const left = new Map((await imports()).map((one) => [one.id, one.left]))
          expect(ids.map((id) => left.get(id))).toEqual(ids.map((_, number) => model.leftOf(number)))
        },
      ),
      { numRuns: 15 },
    )
  },
)
