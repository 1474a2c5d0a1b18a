import { expect, test } from 'vitest'
import { carriedLines, foldedLines } from './policy.ts'

const lower = (line: string) => line.toLowerCase()
const carried = (...plans: string[]) =>
  carriedLines(plans.map((plan) => foldedLines(plan, lower))).map(({ text, carried: count }) => `${text} ${count}`)

test('each line of the newest plan has the number of consecutive plans that contain the line', () => {
  expect(carried('A\nB\nC', 'A\nB', 'A\nC')).toEqual(['A 3', 'B 2', 'C 1'])
})

test('lines of plans are compared without list marks, spaces and spelling variants', () => {
  expect(carried('・ Review  ', '- review', 'REVIEW')).toEqual(['Review 3'])
})

test('a line that a plan contains twice is listed once', () => {
  expect(carried('A\nB\na', 'a\nA')).toEqual(['A 2', 'B 1'])
})

test('no lines are carried over from a missing or empty plan', () => {
  expect([carried(), carried('', 'A'), carried(' \n・\n')]).toEqual([[], [], []])
})

test('the count of a carried line restarts after a plan without the line', () => {
  expect(carried('A', '', 'A')).toEqual(['A 1'])
})
