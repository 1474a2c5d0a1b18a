import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A `lazy` file that falls back to an empty component stays empty until the page is reloaded. */
const fallsBackToNothing = /default:\s*\(\)\s*=>\s*(?:null|undefined|<><\/>)/u

test('no lazily loaded file of the browser part falls back to an empty component', () => {
  const files = globSync('web/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => fallsBackToNothing.test(readFileSync(file, 'utf8')))).toEqual([])
})
