import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requireNode } from './required-node.ts'

test('the error for an old Node says to put node_modules/.bin first in PATH', () => {
  expect(() => requireNode('20.20.2')).toThrow('PATH="$PWD/node_modules/.bin:$PATH"')
  expect(() => requireNode('24.0.0')).not.toThrow()
})

test.each(['vitest.config.ts', 'playwright.config.ts'])('the file %s refuses an old Node', (config) => {
  expect(readFileSync(config, 'utf8')).toContain('requireNode(process.versions.node)')
})
