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

test('the finder of changed names returns a changed declaration and all that use it', () => {
  const after = before.replace('const name = z.string()', 'const name = z.string().check(z.minLength(1))')
  expect(changedNames('a.ts', before, after)).toEqual(new Set(['name', 'Member', 'Team']))
})

test('the finder of changed names ignores a changed comment', () => {
  expect(changedNames('a.ts', before, before.replace('A member.', 'A person.'))).toEqual(new Set())
})

test('the finder of changed names returns removed and added declarations', () => {
  const after = before.replace('export const Report', 'export const Blocker')
  expect(changedNames('a.ts', before, after)).toEqual(new Set(['Report', 'Blocker']))
})

test('the finder of changed names returns nothing for a changed statement without a declaration', () => {
  expect(changedNames('a.ts', before, `${before}export { day } from './day.ts'`)).toBeUndefined()
})

test('the finder of changed names returns the changed keys of a list of constants', () => {
  const constants = 'export const limits = {\n  name: 100, // characters\n  page: 20,\n} as const\n'
  expect(changedKeys('limits', constants, constants.replace('100', '80'))).toEqual(['name'])
  expect(changedKeys('limits', constants, constants.replace('// characters', '// letters'))).toEqual([])
})

test('the finder of changed names ignores imports of types', () => {
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

test('the finder of changed names returns the name that an import has in its own file', () => {
  const source = "import { limits as constants } from '#contract/a.ts'"
  expect(importedAs('b.ts', source, (written) => written.endsWith('a.ts'), new Set(['limits']))).toEqual([
    { name: 'limits', local: 'constants' },
  ])
})
