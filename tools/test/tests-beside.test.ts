import { expect, test } from 'vitest'
import { testsBeside } from './tests-beside.ts'

const tests = [
  'server/features/comments/comments.test.ts',
  'server/features/search/search.test.ts',
  'server/http/all-routes/lengths-first.test.ts',
  'server/http/openapi/openapi.test.ts',
  'server/http/responses/health.test.ts',
]

test('finds the tests beside a reached file', () => {
  expect(testsBeside(new Set(['server/features/comments/sql.ts']), tests)).toEqual([
    'server/features/comments/comments.test.ts',
  ])
})

test('finds the tests of all routes if a route is reached', () => {
  expect(testsBeside(new Set(['server/features/comments/routes.ts']), tests)).toEqual([
    'server/features/comments/comments.test.ts',
    'server/http/all-routes/lengths-first.test.ts',
    'server/http/openapi/openapi.test.ts',
  ])
})
