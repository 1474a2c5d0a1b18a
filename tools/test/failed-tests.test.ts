import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failedPlaywright, failedVitest } from './failed-tests.mjs'
import { root } from '../install.mjs'

const assertion = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
})

test('the list of failed vitest tests has each test’s message and line of code', () => {
  const stack =
    '\n    at Proxy.run (file:///x/node_modules/vitest/a.js:1:2)\n    at /x/server/a.test.ts:7:3\n    at /x/b.ts:1:1'
  const results = [
    {
      name: join(root, 'server/a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [assertion('adds', 'passed'), assertion('takes', 'failed', `expected 1 to be 2${stack}`)],
    },
    { name: join(root, 'server/b.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
    { name: join(root, 'server/c.test.ts'), status: 'passed', message: '', assertionResults: [] },
  ]
  expect(failedVitest({ testResults: results })).toEqual([
    { test: 'server/a.test.ts: takes', error: 'expected 1 to be 2\n    at /x/server/a.test.ts:7:3' },
    { test: 'server/b.test.ts', error: 'Cannot find module' },
  ])
})

test('the list of failed tests omits a page’s content and shortens long messages', () => {
  const errorOf = (message: string) =>
    failedVitest({
      testResults: [
        { name: 'a', status: 'failed', message: '', assertionResults: [assertion('b', 'failed', message)] },
      ],
    })[0]!.error
  expect(errorOf('\u{1b}[31mUnable to find a button\u{1b}[39m\n\nIgnored nodes: comments\n<body>\n</body>')).toBe(
    'Unable to find a button',
  )
  expect(errorOf(Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n')).split('\n')).toHaveLength(11)
})

test('the list of failed Playwright tests has the page of each test, and errors outside of tests', () => {
  const spec = (title: string, status: string, ...errors: { message: string; stack?: string }[]) => ({
    title,
    ok: status !== 'unexpected',
    file: 'team.spec.ts',
    line: 5,
    tests: [{ status, results: [{ errors, attachments: [{ name: 'error-context', path: '/x/page.md' }] }] }],
  })
  const error = { message: 'Error: gone', stack: 'Error: gone\n    at /x/e2e/team.spec.ts:9:1' }
  const inner = { title: 'small', specs: [spec('fits', 'unexpected', error), spec('opens', 'expected')] }
  const suites = [{ title: 'team.spec.ts', specs: [spec('hurries', 'flaky', error)], suites: [inner] }]
  const stack = 'Error: gone\n    at /x/e2e/team.spec.ts:9:1'
  expect(
    failedPlaywright({ config: { rootDir: join(root, 'e2e') }, suites, errors: [{ message: 'no server' }] }),
  ).toEqual([
    { test: 'outside of the tests', error: 'no server' },
    { test: 'e2e/team.spec.ts:5: small > fits', error: stack, page: '/x/page.md' },
    { test: 'e2e/team.spec.ts:5: hurries', error: stack, page: '/x/page.md' },
  ])
})
