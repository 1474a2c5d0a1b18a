import { expect, test } from 'vitest'
import type { Scope } from '#server/access/scope.ts'
import { mayChange } from './policy.ts'

test('an insight is its author’s to change', () => {
  const me = { userId: 'me' } as Scope
  expect([mayChange(me, 'me'), mayChange(me, 'another')]).toEqual([true, false])
})
