import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const pages = [
  'docs/operators.md',
  'docs/kubernetes.md',
  'docs/metrics.md',
  'docs/logs.md',
  ...globSync('docs/providers/*.md'),
]
const foundIn = (page: string, pattern: RegExp) => [...read(page).matchAll(pattern)].map(([, found]) => found!)

test.each(pages)('every npm command on %s is there', (page) => {
  const named = foundIn(page, /\bnpm run (?:--silent )?([a-z][a-z:-]*)/gu)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('every trial that the pages name is there', () => {
  const named = pages.flatMap((page) => foundIn(page, /npm run test:long -- ([a-z-]+)/gu))
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !existsSync(`trials/${name}.ts`))).toEqual([])
})

test('a release has every command that the handbook says it has', () => {
  const said = /a release has\s+`asakai NAME WORDS`: ([^.]+)\./u.exec(read('docs/operators.md'))![1]!
  const named = [...said.matchAll(/`([a-z-]+)`/gu)].map(([, name]) => name)
  const launched = [...read('scripts/asakai.mjs').matchAll(/^ {2}'?([a-z-]+)'?: '/gmu)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set(launched.filter((name) => name !== 'start')))
})
