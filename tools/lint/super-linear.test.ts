import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Returns what the linter says of a file with this regular expression. */
function lint(pattern: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'asakai-lint-')), 'pattern.ts')
  writeFileSync(file, `export const pattern = ${pattern}\n`)
  const { stdout } = spawnSync('node_modules/.bin/oxlint', ['-c', '.oxlintrc.json', file], { encoding: 'utf8' })
  return stdout
}

test.each([
  [String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/u`, 'no-super-linear-backtracking'],
  [String.raw`/^(?:a+)+$/u`, 'no-super-linear-backtracking'],
  [String.raw`/\s+$/u`, 'no-super-linear-move'],
  [String.raw`new RegExp('<([^>]*)>')`, 'no-super-linear-move'],
])('the linter refuses the slow regular expression %s (E6.01)', (pattern, rule) => {
  expect(lint(pattern)).toContain(`regexp(${rule})`)
})

test('the linter accepts a linear regular expression', () => {
  expect(lint(String.raw`/^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]+$/u`)).not.toContain('regexp(')
})
