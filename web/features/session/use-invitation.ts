import type { InvitationCheck, InvitationInfo } from '#contract/invitations.ts'
import { ApiError } from '../../api/errors.ts'
import { useAsyncState } from '../../hooks/use-async-state.ts'
import { fetchInvitation, verifyInvitation } from './sign-in-queries.ts'

/** The state of an invitation. If `info` has no `id`, the invitation cannot be accepted (S5.18). */
type InvitationState =
  | { state: 'checking' }
  | { state: 'invalid'; reason: InvitationCheck['reason'] }
  | { state: 'failed' }
  | { state: 'valid'; info: Partial<InvitationInfo> }

/** Returns the state of the invitation of a link (S4.14 to S4.18). `check` checks it again. */
export function useInvitation(token: string) {
  const [found, , check] = useAsyncState(token, look, { state: 'checking' })
  return { ...found, check }
}

async function look(token: string): Promise<InvitationState> {
  try {
    const { valid, reason } = await verifyInvitation(token)
    return valid ? { state: 'valid', info: await fetchInvitation(token) } : { state: 'invalid', reason }
  } catch (error) {
    const gone = error instanceof ApiError && error.status === 404
    return gone ? { state: 'invalid', reason: 'unknown' } : { state: 'failed' }
  }
}
