import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test('values stand in cells of text; quotes are doubled, lines kept', () => {
  const day = new Date('2026-10-23T00:00:00Z')
  expect(csvRow(['a "b"', 'c\nd', null, 3, day])).toBe('"a ""b""","c\nd","","3","2026-10-23T00:00:00.000Z"\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1', "'=1"])(
  '%s is no formula',
  (text) => expect(csvRow([text])).toBe(`"'${text}"\r\n`),
)
