import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requireNode } from './required-node.ts'

test('tells to put node_modules/.bin first if Node is too old', () => {
  expect(() => requireNode('20.20.2')).toThrow('PATH="$PWD/node_modules/.bin:$PATH"')
  expect(() => requireNode('24.0.0')).not.toThrow()
})

test.each(['vitest.config.ts', 'playwright.config.ts'])('%s refuses an old Node', (config) => {
  expect(readFileSync(config, 'utf8')).toContain('requireNode(process.versions.node)')
})
