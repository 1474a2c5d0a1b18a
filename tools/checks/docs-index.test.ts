import { expect, test } from 'vitest'
import { unlistedPages } from './docs-index.ts'

test('the check finds a page of docs/ that no index links to', () => {
  const files = new Map([
    ['docs/README.md', '[Speed](performance.md#server), [API](api/README.md), [Home](../README.md)'],
    ['docs/api/README.md', '[Errors](errors.md)'],
    ['docs/api/errors.md', ''],
    ['docs/api/paging.md', ''],
    ['docs/performance.md', '[Notes](notes.md)'],
    ['docs/notes.md', ''],
    ['README.md', ''],
  ])
  expect(unlistedPages(files)).toEqual([
    'docs/README.md does not link to docs/api/paging.md',
    'docs/README.md does not link to docs/notes.md',
  ])
})
