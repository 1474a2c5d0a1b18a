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
  ['an open invitation', open, undefined],
  ['an unknown invitation', undefined, 'unknown'],
  ['an accepted invitation', { ...open, accepted_at: now }, 'used'],
  ['an invitation whose email already has an account', { ...open, is_member: true }, 'used'],
  ['an accepted invitation that was cancelled', { ...open, accepted_at: now, cancelled_at: now }, 'used'],
  ['a cancelled invitation', { ...open, cancelled_at: now }, 'cancelled'],
  ['a cancelled invitation that has expired', { ...open, cancelled_at: now, expires_at: now }, 'cancelled'],
  ['an invitation whose inviter has no access', { ...open, has_inviter_access: false }, 'cancelled'],
  ['an invitation that expires at this moment', { ...open, expires_at: now }, 'expired'],
])('the policy decides whether a person can accept %s', (_name, invitation, refusal) =>
  expect(refusalOf(invitation, now)).toBe(refusal),
)
