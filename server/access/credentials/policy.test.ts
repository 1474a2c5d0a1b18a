import { expect, test } from 'vitest'
import type { Scope } from '#server/access/scope.ts'
import { needsCurrentPassword } from './policy.ts'

test('a protected change requires no password within fifteen minutes of the sign-in', () => {
  const scope = { signedInAt: new Date('2026-10-23T09:00:00Z') } as Scope
  expect(needsCurrentPassword(scope, new Date('2026-10-23T09:14:59.999Z'))).toBe(false)
  expect(needsCurrentPassword(scope, new Date('2026-10-23T09:15:00Z'))).toBe(true)
})
