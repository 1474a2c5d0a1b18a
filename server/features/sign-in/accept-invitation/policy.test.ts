import { expect, test } from 'vitest'
import { refusalOf } from './policy.ts'

const now = new Date('2026-10-23T00:00:00Z')
const open = {
  accepted_at: null,
  cancelled_at: null,
  expires_at: new Date(now.getTime() + 1),
  is_member: false,
  has_inviter_access: true,
}

test.each([
  ['an open one', open, undefined],
  ['one that nobody has made', undefined, 'unknown'],
  ['an accepted one', { ...open, accepted_at: now }, 'used'],
  ['one whose email has an account by another way', { ...open, is_member: true }, 'used'],
  ['an accepted one that was cancelled', { ...open, accepted_at: now, cancelled_at: now }, 'used'],
  ['a cancelled one', { ...open, cancelled_at: now }, 'cancelled'],
  ['a cancelled one that has expired', { ...open, cancelled_at: now, expires_at: now }, 'cancelled'],
  ['one whose inviter has no access', { ...open, has_inviter_access: false }, 'cancelled'],
  ['one that expires at this moment', { ...open, expires_at: now }, 'expired'],
])('decides whether an invitation can be accepted: %s', (_name, invitation, refusal) =>
  expect(refusalOf(invitation, now)).toBe(refusal),
)
