import { expect, test } from 'vitest'
import { boundJson } from './json-bound.ts'

const cases: [json: string, excess: string | undefined][] = [
  ['[0,0,0,0]', undefined],
  ['[0,0,0,0,0]', 'too_many_values'],
  ['{"a":[],"b":[]}', undefined],
  ['["[,{,\\",\\\\",0]', undefined],
  ['["\\\\",0,0,0,0]', 'too_many_values'],
]

test.each(cases)('the limit counts the JSON values of %s alike in one part and byte by byte', (json, excess) => {
  const bytes = Buffer.from(json)
  expect(boundJson(4)(bytes)).toBe(excess)
  const inParts = boundJson(4)
  expect(Array.from(bytes, (byte) => inParts(Uint8Array.of(byte))).find(Boolean)).toBe(excess)
})

test.each([
  [100, undefined],
  [101, 'too_deep'],
])('the depth check of %i nested arrays returns %s', (depth, excess) =>
  expect(boundJson(1_000)(Buffer.from('['.repeat(depth)))).toBe(excess),
)
