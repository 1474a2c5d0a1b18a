import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandNames } from '../../cli/command-names.mjs'
import { readBlocks } from './blocks.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const foundIn = (page: string, pattern: RegExp) => [...read(page).matchAll(pattern)].map(([, found]) => found!)

test.each(['ja', 'en'])('a release has every command that the handbook in %s lists', (language) => {
  const [said] = foundIn(`docs/operators/${language}.md`, /^(.*`asakai NAME WORDS`.*)$/gmu)
  const named = [...said!.matchAll(/`([a-z-]+)`/gu)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set(commandNames))
})

test.each(['', '-growing', '-settings', '-moving'])(
  'both languages of the handbook’s page "%s" have the same sections and commands',
  (part) => {
    const [english, japanese] = ['en', 'ja'].map((language) => `docs/operators/${language}${part}.md`)
    const outline = (page: string) => foundIn(page, /^(?:(#+|\d\.|-(?: \[ \])?|\|) )/gmu)
    const named = (page: string) => foundIn(page, /^\| `([A-Z_]+)`/gmu)

    expect(outline(japanese!)).toEqual(outline(english!))
    expect(named(japanese!)).toEqual(named(english!))
    expect(readBlocks(japanese!).map(({ text }) => text)).toEqual(readBlocks(english!).map(({ text }) => text))
  },
)

test('the import recognises files of every tool that the page about moving names', () => {
  const [table] = read('docs/operators/en-moving.md').split('## Export from the old tool')[1]!.split('## Import')
  const tools = [...table!.matchAll(/^\| ([A-Z]\w+) \|/gmu)].map(([, tool]) => tool!.toLowerCase())
  const files = globSync('*.csv', { cwd: 'fixtures/imports' })
  expect(tools.length).toBe(5)
  expect(tools.filter((tool) => !files.some((file) => file.startsWith(`${tool}-`)))).toEqual([])
})
