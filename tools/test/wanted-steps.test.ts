import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../install.mjs'
import { wantedSteps } from './wanted-steps.mjs'

const steps = ['lint and types', 'vitest: rules', 'build', 'playwright: the product'].map((name) => ({ name }))

test.each([
  ['', ['lint and types', 'vitest: rules', 'build', 'playwright: the product']],
  ['vitest lint', ['lint and types', 'vitest: rules']],
  ['--except build playwright', ['lint and types', 'vitest: rules']],
  ['--except', ['lint and types', 'vitest: rules', 'build', 'playwright: the product']],
])('`npm test -- %s` runs the steps that it names, or does not except', (words, expected) => {
  const options = words.split(' ').filter(Boolean)
  expect(steps.filter(wantedSteps(options)).map(({ name }) => name)).toEqual(expected)
})

test('the two jobs of the workflow run each step of `npm test` once, also a step that is added', () => {
  const workflow = readFileSync(join(root, '.github/workflows/test.yml'), 'utf8')
  const jobs = [...workflow.matchAll(/^ {10}- steps: (.+)$/gmu)].map(([, words]) => words!)
  expect(workflow).toContain('run: npm test -- ${{ matrix.steps }}')
  expect(jobs).toHaveLength(2)
  expect(jobs[0]).toBe(`--except ${jobs[1]}`)
  const source = readFileSync(join(root, 'tools/test/test.mjs'), 'utf8')
  const names = [...source.matchAll(/name: '([^']+)'/gu)].map(([, name]) => name!)
  const ofBrowsers = names.filter((name) => wantedSteps(jobs[1]!.split(' '))({ name }))
  expect(ofBrowsers.map((name) => name.split(':')[0])).toEqual([
    'build',
    'first load',
    'playwright',
    'firefox',
    'webkit',
  ])
})
