import type { InvitationCheck } from '#contract/invitations.ts'

/**
 * Returns why an invitation can no longer be accepted; undefined if it can.
 * @param invitation.has_inviter_access false: the inviter was deactivated or has left (E1.09), or their access is
 * paused
 * @param invitation.is_member the team already has a member with the invited email
 */
export function refusalOf(
  invitation:
    | {
        accepted_at: Date | null
        cancelled_at: Date | null
        expires_at: Date
        is_member: boolean
        has_inviter_access: boolean
      }
    | undefined,
  now: Date,
): InvitationCheck['reason'] {
  if (!invitation) return 'unknown'
  if (invitation.accepted_at || invitation.is_member) return 'used'
  if (invitation.cancelled_at || !invitation.has_inviter_access) return 'cancelled'
  return invitation.expires_at <= now ? 'expired' : undefined
}
