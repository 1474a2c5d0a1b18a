import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The linter limits all other files, to 250 lines. It does not read CSS.
test.each(globSync('web/**/*.css'))('the stylesheet %s has at most 200 lines', (file) => {
  expect(readFileSync(file, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(200)
})
