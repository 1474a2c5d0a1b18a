import { v7 as newId } from 'uuid'
import type { Acceptance, InvitationCheck, InvitationInfo } from '#contract/invitations.ts'
import type { Language } from '#contract/languages.ts'
import type { Tokens } from '#contract/sessions.ts'
import { defaultSettings } from '#contract/users.ts'
import { fingerprint } from '#server/access/keys.ts'
import { readToken, type RecordToken } from '#server/access/record-token.ts'
import { refuseWhereOidcOnly } from '#server/config-providers.ts'
import { type Db, inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { preparePassword, refuseCommon } from '#server/features/credentials/operations.ts'
import { nameOf, tellAdministrators } from '#server/features/owner-notices/operations.ts'
import { startSession } from '#server/features/sessions/operations.ts'
import { forProvenOwner } from '#server/features/unproven-addresses/operations.ts'
import { namingTaken, readMember } from '#server/features/users/operations.ts'
import { tellAny } from '#server/features/webhook-messages/operations.ts'
import type { Services } from '#server/services.ts'
import { refusalOf } from './policy.ts'
import { insertInvited, lockInvitation, selectByToken, updateAccepted } from './sql.ts'

/** Whether the link still leads somewhere; never an error, whatever the token is. */
export async function checkInvitation(services: Services, token: string): Promise<InvitationCheck> {
  const reason = refusalOf(await find(services, token), services.now())
  return reason ? { valid: false, reason } : { valid: true }
}

/**
 * What the invited may know before they accept. The acceptance id is the token itself: no other secret has to be kept,
 * and a resent invitation's earlier id dies with its link.
 * @throws AppError not_found
 */
export async function readInvitation(services: Services, token: string): Promise<InvitationInfo> {
  const found = await find(services, token)
  if (!found || refusalOf(found, services.now())) throw new AppError('not_found')
  const { email, role, team_name, invited_by, expires_at_text: expires_at } = found
  return { id: token, email, role, team_name, invited_by, expires_at }
}

/**
 * Makes the invited a member, signs them in and tells the administrators by mail. Of several who accept at once, one does.
 * @throws AppError company_sign_in_only, not_found, invitation_used, invitation_expired, invitation_cancelled, already_member, email_taken,
 *   password_common, too_many_attempts, busy
 */
export async function accept(
  services: Services,
  acceptance: Acceptance,
  { language, address }: { language: Language; address: string },
): Promise<Tokens> {
  refuseWhereOidcOnly(services)
  const { attempts, database, now } = services
  const token = readToken(acceptance.id)
  // Refused before the work of hashing, and looked at again where nobody else can accept meanwhile.
  if (!token || !(await find(services, acceptance.id))) {
    await attempts.acceptJunk(address)
    throw new AppError('not_found')
  }
  const { email, team_name } = await inTeam(database, token, (db) => acceptable(db, token, now()))
  await attempts.accept(address)
  const { first_name, family_name, preferred_name } = acceptance
  const about = [first_name, family_name, preferred_name, email, team_name]
  await refuseCommon('password', acceptance.password, about)
  const storePassword = await preparePassword(acceptance.password)
  const member = { teamId: token.teamId, userId: newId() }
  const letters = await namingTaken(() =>
    forProvenOwner(services, (prove) =>
      inTeam(database, token, async (db) => {
        await lockInvitation(db, token)
        const invitation = await acceptable(db, token, now())
        if (invitation.by_mail) prove(invitation.email)
        const settings = { ...defaultSettings, language }
        await updateAccepted(db, token, now())
        await insertInvited(db, invitation, acceptance, { userId: member.userId, settings, now: now() })
        await storePassword(db, member, now())
        await tellAny(services, db, member, 'member.joined', () => readMember(db, member))
        const about = { name: await nameOf(db, member), email: invitation.email, by: invitation.invited_by }
        return tellAdministrators(services, db, member, 'memberJoined', about)
      }),
    ),
  )
  services.logEvent('invitation_accepted', member, { id: token.id })
  for (const letter of letters) services.sendMail(letter)
  return startSession(services, member, 'invitation')
}

const refusals = {
  used: 'invitation_used',
  cancelled: 'invitation_cancelled',
  expired: 'invitation_expired',
} as const

async function acceptable(db: Db, { teamId, id, secret }: RecordToken, now: Date) {
  const invitation = await selectByToken(db, { teamId, id, hash: fingerprint(secret) })
  const reason = refusalOf(invitation, now)
  if (!invitation || reason === 'unknown') throw new AppError('not_found')
  if (invitation.is_member && !invitation.accepted_at) throw new AppError('already_member')
  if (reason) throw new AppError(refusals[reason])
  return invitation
}

async function find({ database }: Services, text: string) {
  const token = readToken(text)
  if (!token) return undefined
  const { teamId, id, secret } = token
  return inTeam(database, token, (db) => selectByToken(db, { teamId, id, hash: fingerprint(secret) }))
}
