import { expect, test } from 'vitest'
import { changedKeys, changedNames, importedAs } from './changed-names.ts'

const before = `import * as z from 'zod/mini'
const name = z.string()
/** A member. */
export const Member = z.object({ name })
export type Member = z.infer<typeof Member>
export const Team = z.object({ members: z.array(Member) })
export const Report = z.object({ id: z.string() })
`

test('finds a changed declaration and all declarations that use it', () => {
  const after = before.replace('const name = z.string()', 'const name = z.string().check(z.minLength(1))')
  expect(changedNames('a.ts', before, after)).toEqual(new Set(['name', 'Member', 'Team']))
})

test('ignores a changed comment', () => {
  expect(changedNames('a.ts', before, before.replace('A member.', 'A person.'))).toEqual(new Set())
})

test('finds removed and added declarations', () => {
  const after = before.replace('export const Report', 'export const Blocker')
  expect(changedNames('a.ts', before, after)).toEqual(new Set(['Report', 'Blocker']))
})

test('cannot tell the names of a statement without a declaration', () => {
  expect(changedNames('a.ts', before, `${before}export { day } from './day.ts'`)).toBeUndefined()
})

test('finds the changed keys of a list of constants', () => {
  const constants = 'export const limits = {\n  name: 100, // characters\n  page: 20,\n} as const\n'
  expect(changedKeys('limits', constants, constants.replace('100', '80'))).toEqual(['name'])
  expect(changedKeys('limits', constants, constants.replace('// characters', '// letters'))).toEqual([])
})

test('imports of types do not count', () => {
  const source = "import { Member, type Team } from '#contract/a.ts'\nimport type { Report } from '#contract/a.ts'"
  const isFrom = (written: string) => written.endsWith('a.ts')
  expect(importedAs('b.ts', source, isFrom, new Set(['Member', 'Team', 'Report']))).toEqual([
    { name: 'Member', local: 'Member' },
  ])
  expect(importedAs('b.ts', source, isFrom, new Set(['Blocker']))).toEqual([])
  expect(importedAs('b.ts', "import * as a from '#contract/a.ts'", isFrom, new Set(['Blocker']))).toEqual([
    { name: '*', local: 'a' },
  ])
})

test('finds the name that an import has in its own file', () => {
  const source = "import { limits as constants } from '#contract/a.ts'"
  expect(importedAs('b.ts', source, (written) => written.endsWith('a.ts'), new Set(['limits']))).toEqual([
    { name: 'limits', local: 'constants' },
  ])
})
