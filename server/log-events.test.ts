import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventLevels } from './log-events.ts'

test('docs/logs.md lists every event with its level, and no other', () => {
  const page = readFileSync(new URL('../docs/logs.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `([a-z_]+)` \| (info|warn|error) \|/gmu)].map(([, name, level]) => [
    name,
    level,
  ])
  expect(Object.fromEntries(listed)).toEqual(eventLevels)
})
