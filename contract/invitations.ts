import * as z from 'zod/mini'
import { ExistingAccount } from './email-proof.ts'
import { email, names, newPassword, page, samePasswords, text, uuid } from './fields.ts'
import { limits } from './limits.ts'

/** The roles of invited members. A role is a label and grants no permissions (S6.02). */
export const roles = ['member', 'developer', 'designer', 'project-manager', 'qa-engineer'] as const

/** `POST /invitations/`. */
export const InvitationDraft = z.object({ email, role: z._default(z.enum(roles), 'member') })
export type InvitationDraft = z.infer<typeof InvitationDraft>

/**
 * `link`: only in the response to creating or resending, and only if no mail is configured. The inviter passes the link
 * on.
 */
export const Invitation = z.object({
  id: uuid,
  email: z.string(),
  role: z.enum(roles),
  created_at: z.string(),
  expires_at: z.string(),
  status: z.enum(['pending', 'expired']),
  invited_by: z.string(),
  link: z.optional(z.string()),
})
export type Invitation = z.infer<typeof Invitation>

export const InvitationsQuery = z.object({ include_expired: z._default(z.stringbool(), false), ...page })
export type InvitationsQuery = z.infer<typeof InvitationsQuery>
export const InvitationList = z.object({ invitations: z.array(Invitation) })
export type InvitationList = z.infer<typeof InvitationList>

/** `GET /invitations/verify/{token}`: never returns an error. */
export const InvitationCheck = z.object({
  valid: z.boolean(),
  reason: z.optional(z.enum(['expired', 'used', 'cancelled', 'unknown'])),
})
export type InvitationCheck = z.infer<typeof InvitationCheck>

/**
 * `GET /invitations/info`: the details for the token's holder. `id` is the acceptance id, which no list contains.
 * `existing`: the account that accepting would close because it never confirmed the address (E1.16); null if there is
 * none.
 */
export const InvitationInfo = z.extend(
  z.pick(Invitation, { email: true, role: true, invited_by: true, expires_at: true }),
  { id: z.string(), team_name: z.string(), existing: z.nullable(ExistingAccount) },
)
export type InvitationInfo = z.infer<typeof InvitationInfo>

/** `POST /invitations/accept`. */
export const Acceptance = z
  .object({
    id: text(limits.token),
    ...names,
    password: newPassword(limits.password),
    confirm_password: text(limits.passwordLongest),
  })
  .check(samePasswords)
export type Acceptance = z.infer<typeof Acceptance>
