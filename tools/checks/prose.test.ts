import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commentsIn, findHabit, habits, readProse, sentencesIn, testNamesIn } from './prose.ts'

const subjectLongest = 72 // characters

test('the reader of comments skips strings that look like comments', () => {
  const source = `const a = '// no comment' // of one line\n// first\n// second\n/**\n * Returns it.\n * Never throws.\n */`
  expect(commentsIn('a.ts', source).map(({ line, text }) => [line, text])).toEqual([
    [1, 'of one line'],
    [2, 'first second'],
    [4, 'Returns it. Never throws.'],
  ])
})

test('the reader of pages returns their sentences without code', () => {
  const page = 'Run this command:\n\n```sh\nnpm run it now\n```\n\nWho waits reads it.'
  expect(sentencesIn('a.md', page).map(({ line }) => line)).toEqual([1, 7])
})

test('the reader of tests returns their names', () => {
  const source = `test('adds a report', () => {})\ntest.each([1, 2])("is of %s", () => {})`
  expect(testNamesIn('a.test.ts', source).map(({ text }) => text)).toEqual(['adds a report', 'is of %s'])
})

const prose = readProse()

test.each(habits)('the $kind are within the limit of $most for the habit: $habit', (habit) => {
  expect(prose[habit.kind].length).toBeGreaterThan(1_000)
  const { found, value } = findHabit(prose[habit.kind], habit)
  const places = found.map(({ file, line, text }) => `${file}:${line} ${text.slice(0, 100)}`)
  expect(value, places.join('\n')).toBeLessThanOrEqual(habit.most)
})

test.skipIf(!existsSync('.git'))('the last commits have short subjects', () => {
  const subjects = execFileSync('git', ['log', '--no-merges', '--format=%s', '-100'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(subjects.filter((subject) => subject.length > subjectLongest)).toEqual([])
})
