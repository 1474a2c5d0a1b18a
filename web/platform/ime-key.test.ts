import { expect, test } from 'vitest'
import { isImeKey } from './ime-key.ts'

const enter = (init: KeyboardEventInit) => new KeyboardEvent('keydown', { key: 'Enter', ...init })

test.each([
  ['Chromium and Firefox, before the composition ends', { isComposing: true, keyCode: 229 }, true],
  ['Firefox, if the key keeps its own code', { isComposing: true, keyCode: 13 }, true],
  ['Safari, after the composition ended', { isComposing: false, keyCode: 229 }, true],
  ['a plain Enter', { isComposing: false, keyCode: 13 }, false],
])('isImeKey returns whether a key belongs to an input method: %s', (_, init, is) => {
  expect(isImeKey(enter(init))).toBe(is)
  expect(isImeKey({ nativeEvent: enter(init) })).toBe(is)
})
