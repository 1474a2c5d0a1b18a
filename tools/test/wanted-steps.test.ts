import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../install.mjs'
import { wantedSteps } from './wanted-steps.mjs'

const steps = [
  { name: 'lint and types' },
  { name: 'vitest: rules', read: true },
  { name: 'build' },
  { name: 'playwright: the product', read: true },
]

test.each([
  ['', ['lint and types', 'vitest: rules', 'build', 'playwright: the product']],
  ['vitest lint', ['vitest: rules', 'lint and types']],
  ['--except build playwright', ['lint and types', 'vitest: rules']],
  ['--except', ['lint and types', 'vitest: rules', 'build', 'playwright: the product']],
])('`npm test -- %s` runs the steps that the arguments name, without the excluded steps', (words, expected) => {
  const wanted = wantedSteps(words.split(' ').filter(Boolean), steps)
  expect([...wanted]).toEqual(expected.map((name) => [name, []]))
})

test('a file name after a step of `npm test` limits that step to the file', () => {
  const wanted = wantedSteps(
    'build playwright e2e/team.spec.ts e2e/week.spec.ts:12 vitest tools/test'.split(' '),
    steps,
  )
  expect([...wanted]).toEqual([
    ['build', []],
    ['playwright: the product', ['e2e/team.spec.ts', 'e2e/week.spec.ts:12']],
    ['vitest: rules', ['tools/test']],
  ])
})

test.each([
  [
    'playwrite',
    '`playwrite` is neither a step of npm test nor a file. The steps: lint and types, vitest, build, playw',
  ],
  ['playwright e2e/none.spec.ts', '`e2e/none.spec.ts` is neither'],
  ['e2e/team.spec.ts', 'npm test -- STEP e2e/team.spec.ts. These run files: vitest, playwright.'],
  ['build e2e/team.spec.ts', 'Write the step that runs e2e/team.spec.ts before it'],
  ['--except playwright e2e/team.spec.ts', 'Write the step that runs e2e/team.spec.ts before it'],
])('`npm test -- %s` reports the wrong argument instead of running other steps', (words, sentence) => {
  expect(() => wantedSteps(words.split(' '), steps)).toThrow(sentence)
})

test('the workflow’s two jobs run each step of `npm test` once, also an added step', () => {
  const workflow = readFileSync(join(root, '.github/workflows/test.yml'), 'utf8')
  const jobs = [...workflow.matchAll(/^ {10}- steps: (.+)$/gmu)].map(([, words]) => words!)
  expect(workflow).toContain('run: npm test -- ${{ matrix.steps }}')
  expect(jobs).toHaveLength(2)
  expect(jobs[0]).toBe(`--except ${jobs[1]}`)
  const source = readFileSync(join(root, 'tools/test/test.mjs'), 'utf8')
  const all = [...source.matchAll(/name: '([^']+)'/gu)].map(([, name]) => ({ name: name! }))
  const ofBrowsers = [...wantedSteps(jobs[1]!.split(' '), all).keys()]
  expect(ofBrowsers.map((name) => name.split(':')[0])).toEqual([
    'build',
    'first load',
    'playwright',
    'firefox',
    'webkit',
  ])
})
