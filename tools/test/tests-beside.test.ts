import { expect, test } from 'vitest'
import { testsBeside } from './tests-beside.ts'

const tests = [
  'server/features/comments/comments.test.ts',
  'server/features/search/search.test.ts',
  'server/http/all-routes/lengths-first.test.ts',
  'server/http/openapi/openapi.test.ts',
  'server/http/responses/health.test.ts',
]

test('a changed file selects the tests beside each file that it affects', () => {
  expect(testsBeside(new Set(['server/features/comments/sql.ts']), tests)).toEqual([
    'server/features/comments/comments.test.ts',
  ])
})

test('a change that affects a route selects the tests of all routes', () => {
  expect(testsBeside(new Set(['server/features/comments/routes.ts']), tests)).toEqual([
    'server/features/comments/comments.test.ts',
    'server/http/all-routes/lengths-first.test.ts',
    'server/http/openapi/openapi.test.ts',
  ])
})
