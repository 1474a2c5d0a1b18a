import { expect, test } from 'vitest'
import { carriedLines, foldedLines } from './policy.ts'

const lower = (line: string) => line.toLowerCase()
const carried = (...plans: string[]) =>
  carriedLines(plans.map((plan) => foldedLines(plan, lower))).map(({ text, carried: count }) => `${text} ${count}`)

test('counts for each line of the newest plan how many plans in a row have it', () => {
  expect(carried('A\nB\nC', 'A\nB', 'A\nC')).toEqual(['A 3', 'B 2', 'C 1'])
})

test('ignores marks, spaces and spelling variants, and shows the newest variant', () => {
  expect(carried('・ Review  ', '- review', 'REVIEW')).toEqual(['Review 3'])
})

test('lists a line once, at its first position, if a plan has it twice', () => {
  expect(carried('A\nB\na', 'a\nA')).toEqual(['A 2', 'B 1'])
})

test('lists no lines for no plan or an empty one', () => {
  expect([carried(), carried('', 'A'), carried(' \n・\n')]).toEqual([[], [], []])
})

test('starts the count of a line again after a plan without it', () => {
  expect(carried('A', '', 'A')).toEqual(['A 1'])
})
