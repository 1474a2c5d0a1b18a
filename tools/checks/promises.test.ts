import { expect, test } from 'vitest'
import { brokenPromises } from './promises.ts'

const files: Record<string, string> = {
  'server/a.test.ts': `test('keeps strangers out', () => {})\ntest.each([1])("refuses %s", () => {})`,
}
const brokenIn = (...rows: string[]) =>
  brokenPromises(
    ['# Security', '', '| threat | protection | tests |', '|---|---|---|', ...rows, '', '| other | table |'].join('\n'),
    (file) => files[file],
  )

test('the check of SECURITY.md accepts rows whose tests exist', () => {
  expect(brokenIn('| a | b | `server/a.test.ts` "keeps strangers out", "refuses %s" |')).toEqual([])
})

test.each([
  ['a row without a test', '| a | b | |', "SECURITY.md:5 'a' names no test that fails if it is untrue"],
  [
    'a row that names only a folder',
    '| a | b | `server/` |',
    "SECURITY.md:5 'a' names no test that fails if it is untrue",
  ],
  ['a file that does not exist', '| a | b | `server/b.test.ts` "x" |', 'SECURITY.md:5 server/b.test.ts is not there'],
  [
    'a file without the name of a test',
    '| a | b | `server/a.test.ts` |',
    'SECURITY.md:5 server/a.test.ts is named without the name of a test',
  ],
  [
    'a test that does not exist',
    '| a | b | `server/a.test.ts` "keeps strangers out", "keeps strangers" |',
    'SECURITY.md:5 server/a.test.ts has no test "keeps strangers"',
  ],
])('the check of SECURITY.md finds %s', (_, row, message) => expect(brokenIn(row)).toEqual([message]))

test('the check reports a SECURITY.md without its table of threats', () => {
  expect(brokenPromises('# Security\n', () => '')).toEqual(['SECURITY.md: there is no table of threats'])
})
