import { expect, test } from 'vitest'
import { longChangelog } from './changelog.ts'

const changelog = (head: string, lines: number) =>
  `# Changelog\n\n## [Unreleased]\n\n${head}\n\n${'- A change.\n'.repeat(lines)}\n## [0.9.0]\n\n- Another one.\n`

test('the changelog’s check refuses more than 20 lines for the first release', () => {
  expect(longChangelog(changelog('To become 1.0.0.', 20))).toEqual([])
  expect(longChangelog(changelog('To become 1.0.0.', 21))).toEqual([expect.stringContaining('lists 21 changes')])
})

test('the changelog’s check accepts any number of lines for later releases', () => {
  expect(longChangelog(changelog('', 30))).toEqual([])
})
