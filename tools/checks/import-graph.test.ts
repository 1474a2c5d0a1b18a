import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { importsOf } from './import-graph.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-imports-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ["import type { Services } from './a.ts'", true],
  ["import { type Services } from './a.ts'", true],
  ["export type { Services } from './a.ts'", true],
  ["import { type Services, start } from './a.ts'", false],
  ["import type { Services } from './a.ts'\nimport { start } from './a.ts'", false],
  ["import './a.ts'", false],
  ["const start = () => import('./a.ts')", false],
  ["export { start } from './a.ts'", false],
])('importsOf tells whether an import has only types: %s', (source, isType) => {
  const file = join(folder, 'b.ts')
  writeFileSync(file, source)
  expect(importsOf(file).map((each) => each.isType)).toEqual([isType])
})
