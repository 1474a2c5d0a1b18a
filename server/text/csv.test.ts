import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test('a CSV row quotes every value, doubles quotes and keeps line ends', () => {
  const day = new Date('2026-10-23T00:00:00Z')
  expect(csvRow(['a "b"', 'c\nd', null, 3, day])).toBe('"a ""b""","c\nd","","3","2026-10-23T00:00:00.000Z"\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1', "'=1"])(
  'a CSV row escapes %s so that a spreadsheet sees no formula',
  (text) => expect(csvRow([text])).toBe(`"'${text}"\r\n`),
)
