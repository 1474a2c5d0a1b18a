import { expect, test } from 'vitest'
import { carriedLines, foldedLines } from './policy.ts'

const lower = (line: string) => line.toLowerCase()
const carried = (...plans: string[]) =>
  carriedLines(plans.map((plan) => foldedLines(plan, lower))).map(({ text, carried: count }) => `${text} ${count}`)

test('the lines of the newest plan say in how many plans in a row they stand', () => {
  expect(carried('A\nB\nC', 'A\nB', 'A\nC')).toEqual(['A 3', 'B 2', 'C 1'])
})

test('marks, spaces and ways of writing make no difference; the newest one is shown', () => {
  expect(carried('・ Review  ', '- review', 'REVIEW')).toEqual(['Review 3'])
})

test('a line that stands twice in a plan is one line, at its first place', () => {
  expect(carried('A\nB\na', 'a\nA')).toEqual(['A 2', 'B 1'])
})

test('no plan, or an empty one, has no lines', () => {
  expect([carried(), carried('', 'A'), carried(' \n・\n')]).toEqual([[], [], []])
})

test('a line starts anew after a plan without it', () => {
  expect(carried('A', '', 'A')).toEqual(['A 1'])
})
