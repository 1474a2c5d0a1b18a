import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namesExportedTwice } from './exported-names.ts'
import { files } from './import-graph.ts'
import { tests } from './import-rule.ts'

test.each([
  ['two functions', 'export function useDay() {}', 'export const useDay = () => 1'],
  ['a component and a default export', 'export const Card = () => null', 'export default function Card() {}'],
  ['a type and a component', 'export type Card = {}', 'export const { Screen: Card } = lazyScreen()'],
])('the check finds a name that two files export: %s', (_, one, other) => {
  const found = namesExportedTwice(
    new Map([
      ['web/a.tsx', one],
      ['web/b.tsx', other],
    ]),
  )
  expect(found.map(([, places]) => places)).toEqual([['web/a.tsx', 'web/b.tsx']])
})

test('the check of exported names accepts a re-export', () => {
  const sources = [
    ['web/a.ts', 'export const day = 1'],
    ['web/b.ts', "export { day } from './a.ts'"],
    ['web/c.ts', "import { day } from './a.ts'\nexport { day }"],
  ] as const
  expect(namesExportedTwice(new Map(sources))).toEqual([])
})

test('every exported name of the browser part belongs to one file', () => {
  const web = files.filter((file) => file.startsWith('web/') && !tests.test(file))
  expect(web.length).toBeGreaterThan(400)
  expect(namesExportedTwice(new Map(web.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([])
})
