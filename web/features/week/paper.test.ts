import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocker } from '#contract/testing/blockers.ts'
import { insight } from '#contract/testing/insights.ts'
import { paperOf } from './paper.ts'

const day = (work: string, date = '2026-10-19') => ({ date, work, off: false })
const week = (...works: string[]) => ({
  days: works.map((work, index) => day(work, `2026-10-${19 + index}`)),
  blockers: [],
  insights: [],
})

test('the printed week shows a short day unchanged (E5.08)', () => {
  const paper = paperOf(week('・設計\n・実装'))
  expect(paper.workOf('2026-10-19')).toBe('・設計\n・実装')
  expect(paper).toMatchObject({ cutDays: 0, leftOut: 0 })
})

test('the printed week cuts a day after five lines, or after four lines if the week has seven days', () => {
  const lines = Array.from({ length: 9 }, (_, line) => `仕事${line}`).join('\n')
  expect(paperOf(week(lines)).workOf('2026-10-19').split('\n')).toHaveLength(5)
  const seven = paperOf(week(...Array<string>(7).fill(lines)))
  expect(seven.workOf('2026-10-25').split('\n')).toHaveLength(4)
  expect(seven.cutDays).toBe(7)
})

test('the printed week cuts within a very long line, and marks the end', () => {
  const work = paperOf(week('長'.repeat(500))).workOf('2026-10-19')
  expect(work.length).toBeLessThan(100)
  expect(work.endsWith('…')).toBe(true)
})

test('the printed week marks exactly the days that it cuts, for any text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), (text) => {
      const paper = paperOf(week(text))
      const printed = paper.workOf('2026-10-19')
      expect(printed === text).toBe(paper.cutDays === 0)
      if (printed !== text) expect(printed.endsWith('…')).toBe(true)
    }),
  )
})

test('the printed week reports a cut if a blocker or an insight needs over two lines', () => {
  expect(paperOf({ ...week('設計'), blockers: [blocker({ text: '短い' })] }).isCut).toBe(false)
  expect(paperOf({ ...week('設計'), blockers: [blocker({ text: '長'.repeat(60) })] }).isCut).toBe(true)
  expect(paperOf({ ...week('設計'), insights: [insight({ note: '一\n二\n三' })] }).isCut).toBe(true)
})

test('the printed week shows four blockers and two insights of each type, and counts the rest', () => {
  const blockers = Array.from({ length: 6 }, (_, nth) => blocker({ id: `b${nth}` }))
  const insights = (['keep', 'try'] as const).flatMap((type) =>
    Array.from({ length: 3 }, (_, nth) => insight({ id: `${type}${nth}`, type })),
  )
  const paper = paperOf({ days: [], blockers, insights })
  expect(blockers.filter(paper.isPrinted).map(({ id }) => id)).toEqual(['b0', 'b1', 'b2', 'b3'])
  expect(insights.filter(paper.isPrinted).map(({ id }) => id)).toEqual(['keep0', 'keep1', 'try0', 'try1'])
  expect(paper.leftOut).toBe(4)
})
