import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// As the linter says of every other file.
test.each(globSync('web/**/*.css'))('%s has at most 200 lines', (file) => {
  expect(readFileSync(file, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(200)
})
