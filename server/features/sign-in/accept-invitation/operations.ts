import { v7 as newId } from 'uuid'
import { uuid } from '#contract/fields.ts'
import type { Acceptance, InvitationCheck, InvitationInfo } from '#contract/invitations.ts'
import type { Language } from '#contract/languages.ts'
import type { Tokens } from '#contract/sessions.ts'
import { defaultSettings } from '#contract/users.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { fingerprint } from '#server/access/keys/keys.ts'
import { readToken, type RecordToken } from '#server/access/tokens/record-token.ts'
import { refuseWhereOidcOnly } from '#server/config/providers.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { preparePassword, refuseCommon } from '#server/access/credentials/operations.ts'
import { noteJoin } from '#server/access/new-member-alerts/operations.ts'
import { nameOf, alertAdministrators } from '#server/access/security-alerts/operations.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import { findUnproven, forProvenOwner } from '#server/features/sign-in/unproven-addresses/operations.ts'
import { translateTakenEmail } from '#server/access/email-address/operations.ts'
import { readMember } from '#server/db/accounts/user.ts'
import { queueEvent } from '#server/webhook-events/operations.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import { refusalOf } from './policy.ts'
import {
  type Found,
  hasOneTeam,
  insertInvited,
  lockInvitation,
  type Names,
  selectByToken,
  selectOpenFor,
  updateAccepted,
} from './sql.ts'

/** Checks whether a link is still valid. Never throws, even for an invalid token. */
export async function checkInvitation(services: Services, token: string): Promise<InvitationCheck> {
  const reason = refusalOf(await find(services, token), services.now())
  return reason ? { valid: false, reason } : { valid: true }
}

/**
 * Returns the invitation with the data that its holder may see before accepting. The id for the acceptance is the token
 * itself, so no other secret is stored. Resending the invitation replaces the token.
 * @throws AppError not_found
 */
export async function readInvitation(services: Services, token: string): Promise<InvitationInfo> {
  const found = await find(services, token)
  if (!found || refusalOf(found, services.now())) throw new AppError('not_found')
  const { email, role, team_name, invited_by, expires_at_text: expires_at } = found
  const unproven = found.by_mail
    ? await withEveryTeamTransaction(services.database, (db) => findUnproven(db, email))
    : undefined
  return { id: token, email, role, team_name, invited_by, expires_at, existing: unproven?.about ?? null }
}

/**
 * Makes the invited person a member, signs them in and emails the administrators. If several requests accept at once,
 * one succeeds.
 * @throws AppError company_sign_in_only, not_found, invitation_used, invitation_expired, invitation_cancelled,
 *   already_member, email_taken, password_common, too_many_attempts, busy
 */
export async function accept(
  services: Services,
  acceptance: Acceptance,
  { language, address }: { language: Language; address: string },
): Promise<Tokens> {
  refuseWhereOidcOnly(services)
  const { attempts, database, now } = services
  const token = readToken(acceptance.id)
  // Rejects unknown tokens before the costly hashing. `join` checks the token again under a lock.
  if (!token || !(await find(services, acceptance.id))) {
    await attempts.acceptJunk(address)
    throw new AppError('not_found')
  }
  const { email, team_name } = await withTeamTransaction(database, token, (db) => acceptable(db, token, now()))
  await attempts.accept(address)
  const { first_name, family_name, preferred_name } = acceptance
  const about = [first_name, family_name, preferred_name, email, team_name]
  await refuseCommon('password', acceptance.password, about)
  const storePassword = await preparePassword(acceptance.password)
  const member = { teamId: token.teamId, userId: newId() }
  const mails = await translateTakenEmail(() =>
    forProvenOwner(services, (prove) =>
      withTeamTransaction(database, token, async (db) => {
        await lockInvitation(db, token)
        const invitation = await acceptable(db, token, now())
        if (invitation.by_mail) prove(invitation.email)
        const mails = await join(services, db, invitation, acceptance, {
          userId: member.userId,
          language,
          isProven: invitation.by_mail,
        })
        await storePassword(db, member, now())
        return mails
      }),
    ),
  )
  services.logEvent('invitation_accepted', member, { id: token.id })
  for (const mail of mails) services.sendMail(mail)
  return startSession(services, member, 'invitation')
}

/**
 * Makes the invited person a member. Must run in the caller's transaction. @returns emails to the administrators, to
 * send after the commit
 */
async function join(
  services: Services,
  db: Db,
  invitation: Found,
  names: Names,
  { userId, language, isProven }: { userId: string; language: Language; isProven: boolean },
): Promise<Message[]> {
  const now = services.now()
  const member = { teamId: invitation.team_id, userId }
  const settings = { ...defaultSettings, language }
  await updateAccepted(db, { teamId: invitation.team_id, id: invitation.id }, now)
  await insertInvited(db, invitation, names, { userId, settings, provenAt: isProven ? now : null })
  await queueEvent(services, db, member, 'member.joined', () => readMember(db, member))
  await noteJoin(services, db, member, { id: invitation.inviter_id, name: invitation.invited_by })
  const about = { name: await nameOf(db, member), email: invitation.email, by: invitation.invited_by }
  return alertAdministrators(services, db, member, 'memberJoined', about)
}

/** Returns the valid invitations of an address that its owner has proven, the newest first. */
export const openInvitations = ({ database, now }: Services, email: string) =>
  withEveryTeamTransaction(database, (db) => selectOpenFor(db, emailKey(email), now()))

/**
 * Returns the invitation that a sign-in accepts (E1.17, E1.22): the one that the person chose, or the one from whose
 * page they came. Without a choice, returns their newest valid invitation, but only if newcomers cannot create a team
 * and the deployment has one team. If there are several teams, the person must choose: an invitation from a stranger's
 * team must not capture the account.
 * @param choice the token of the invitation's page, the id of an offered invitation, or `none`
 * @throws AppError invitation_cancelled: the chosen invitation has ended
 */
export async function findInvitation(services: Services, email: string, choice: string | undefined) {
  const { config, database, now } = services
  const record = choice === undefined ? undefined : readToken(choice)
  const chosen = record && (await find(services, choice!))
  if (chosen && chosen.email_key === emailKey(email) && !refusalOf(chosen, now()))
    return { teamId: chosen.team_id, id: chosen.id, hash: fingerprint(record.secret) }
  const offeredId = uuid.safeParse(choice)
  if (offeredId.success) {
    const offered = (await openInvitations(services, email)).find(({ id }) => id === offeredId.data)
    if (!offered) throw new AppError('invitation_cancelled')
    return offered
  }
  if (config.signUp === 'new-team') return undefined
  return withEveryTeamTransaction(database, async (db) =>
    (await hasOneTeam(db)) ? (await selectOpenFor(db, emailKey(email), now()))[0] : undefined,
  )
}

/**
 * Makes a member of an invited person if the company's own provider has proven the email (E1.17). Must run in the
 * caller's transaction.
 * @throws AppError not_found, invitation_used, invitation_expired, invitation_cancelled: the invitation has ended
 */
export async function joinVouched(
  services: Services,
  db: Db,
  { teamId, id, hash }: NonNullable<Awaited<ReturnType<typeof findInvitation>>>,
  names: Names,
  language: Language,
): Promise<{ member: { teamId: string; userId: string }; mails: Message[] }> {
  await lockInvitation(db, { teamId, id })
  const invitation = acceptableOf(await selectByToken(db, { teamId, id, hash }), services.now())
  const userId = newId()
  const mails = await join(services, db, invitation, names, { userId, language, isProven: true })
  return { member: { teamId, userId }, mails }
}

const refusals = {
  used: 'invitation_used',
  cancelled: 'invitation_cancelled',
  expired: 'invitation_expired',
} as const

const acceptable = async (db: Db, { teamId, id, secret }: RecordToken, now: Date) =>
  acceptableOf(await selectByToken(db, { teamId, id, hash: fingerprint(secret) }), now)

function acceptableOf(invitation: Found | undefined, now: Date): Found {
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
  return withTeamTransaction(database, token, (db) => selectByToken(db, { teamId, id, hash: fingerprint(secret) }))
}
