import { expect, test } from 'vitest'
import { fold, foldWithOrigin } from './fold.ts'

const ofOneUnit = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))

test.each([
  ['by itself', (character: string) => character],
  ['after others', (character: string) => `A 設\n計か${character}`],
  ['before others', (character: string) => `${character}カBc`],
  ['with a mark written onto it', (character: string) => `か${character}\u3099`],
])('fold and foldWithOrigin give the same text for every character %s', (_, within) => {
  const other = ofOneUnit.map(within).filter((text) => fold(text) !== foldWithOrigin(text).folded)
  expect(other).toEqual([])
})
