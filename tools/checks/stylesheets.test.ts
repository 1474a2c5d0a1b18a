import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The linter has the same limit for all other files.
test.each(globSync('web/**/*.css'))('the stylesheet %s has at most 200 lines', (file) => {
  expect(readFileSync(file, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(200)
})
