import { v7 as newId } from 'uuid'
import type { Invitation, InvitationDraft, InvitationsQuery } from '#contract/invitations.ts'
import type { Language } from '#contract/languages.ts'
import { emailKey } from '#server/access/email-key.ts'
import { fingerprint, newSecret } from '#server/access/keys.ts'
import { readToken, writeToken } from '#server/access/record-token.ts'
import type { Scope } from '#server/access/scope.ts'
import { isRepeat, refuseEnded } from '#server/access/write-key.ts'
import { type Db, inTeam } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { writeInvitation, writeInvitationMessage } from '#server/providers/mail/letters.ts'
import type { Services } from '#server/services.ts'
import { expiryFrom } from './policy.ts'
import * as invitations from './sql.ts'

/** What an inviter has made: the record, and the link that only the invited should see. */
type Made = { invitation: Invitation; link: string }

/**
 * Invites somebody by mail. SIGNUP and SIGNUP_DOMAINS do not apply: it is a member's own decision whom to let in.
 * @param language where the inviter has chosen none
 * @throws AppError already_member, already_invited, too_many_letters
 */
export async function invite(services: Services, scope: Scope, draft: InvitationDraft, language: Language) {
  const made = await makeInvitation(services, scope, draft, services.config.mail !== undefined)
  await refuseDeadLink(services, scope, made)
  return deliver(services, scope, made, language)
}

/** A repeated answer must not hand out a link that no longer works. @throws AppError key_reused */
const refuseDeadLink = (services: Services, scope: Scope, { invitation, link }: Made) =>
  refuseEnded(services, scope, (db) => {
    const { secret } = readToken(new URL(link).searchParams.get('token') ?? '') ?? {}
    return invitations.selectIsOpen(db, scope, invitation.id, fingerprint(secret!))
  })

/**
 * Invites somebody whom `send` brings the link, by a way that proves no e-mail; where it fails, nobody is invited,
 * where nobody knows whether it did, the link stays good.
 * @param language where the inviter has chosen none
 * @throws what `send` throws, and AppError already_member, already_invited, too_many_letters
 */
export async function inviteThrough(
  services: Services,
  scope: Scope,
  draft: InvitationDraft,
  language: Language,
  send: (text: string) => Promise<void>,
): Promise<void> {
  const { invitation, link } = await makeInvitation(services, scope, draft, false)
  try {
    const inviter = await inTeam(services.database, scope, (db) => invitations.selectInviter(db, scope))
    await send(writeInvitationMessage({ inviter, language, link, expiresAt: invitation.expires_at }))
  } catch (error) {
    const mayHaveArrived = error instanceof ProviderFailure && error.reason === 'uncertain'
    if (!mayHaveArrived)
      await inTeam(services.database, scope, (db) =>
        invitations.updateCancelled(db, scope, invitation.id, services.now()),
      )
    throw error
  }
}

/**
 * An invitation without a letter: its link has to reach the invited in another way.
 * @param byMail whether only the owner of the address will learn the link
 * @throws AppError already_member, already_invited, too_many_letters
 */
async function makeInvitation(
  { attempts, config, database, logEvent, now }: Services,
  scope: Scope,
  draft: InvitationDraft,
  byMail: boolean,
): Promise<Made> {
  const key = emailKey(draft.email)
  await attempts.letter({ purpose: 'invitation', to: draft.email, by: scope.userId })
  const made = await inTeam(database, scope, async (db) => {
    const link = newLink(config.publicUrl, scope, newId(), now())
    if (await invitations.selectIsMember(db, scope, key)) throw refusedAt('already_member')
    const { id, hash, expiresAt } = link
    const kept = { id, hash, byMail, expiresAt, now: now(), emailKey: key }
    if (!(await invitations.insertInvitation(db, scope, draft, kept))) throw refusedAt('already_invited')
    return { invitation: await invitations.selectInvitation(db, scope, id, now()), link: link.url }
  })
  logEvent('invitation_made', scope, { id: made.invitation.id })
  return made
}

/**
 * A new link and a new expiry, from whoever resends it: the old link is dead.
 * @throws AppError not_found, already_member, too_many_letters
 */
export async function resend(services: Services, scope: Scope, id: string, language: Language) {
  const { attempts, config, database, now } = services
  const open = await inTeam(database, scope, (db) => invitations.selectOpen(db, scope, id))
  if (!open) throw new AppError('not_found')
  if (open.is_member) throw new AppError('already_member')
  await attempts.letter({ purpose: 'invitation', to: open.email_key, by: scope.userId })
  const made = await inTeam(database, scope, async (db) => {
    const { hash, expiresAt, url } = newLink(config.publicUrl, scope, id, now())
    const byMail = config.mail !== undefined
    if (!(await invitations.updateLink(db, scope, { id, hash, byMail, expiresAt }))) throw new AppError('not_found')
    return { invitation: await invitations.selectInvitation(db, scope, id, now()), link: url }
  })
  await refuseDeadLink(services, scope, made)
  return deliver(services, scope, made, language)
}

export const listInvitations = (
  { database, now }: Services,
  scope: Scope,
  query: InvitationsQuery,
): Promise<Invitation[]> => inTeam(database, scope, (db) => invitations.selectInvitations(db, scope, query, now()))

/** @throws AppError not_found: absent, another team's, accepted or cancelled already */
export async function cancel({ database, logEvent, now }: Services, scope: Scope, id: string): Promise<void> {
  const cancelled = await inTeam(database, scope, (db) => invitations.updateCancelled(db, scope, id, now()))
  if (!cancelled) throw new AppError('not_found')
  logEvent('invitation_withdrawn', scope, { id })
}

/**
 * Withdraws the open invitations that a member made. Must run in the caller's transaction.
 * @param from only those made or sent again since then
 */
export const withdrawInvitations = (db: Db, member: Pick<Scope, 'teamId' | 'userId'>, now: Date, from?: Date) =>
  invitations.updateWithdrawn(db, member, now, from && expiryFrom(from))

/** Mails the link; where no mail is set up, the inviter is shown it instead, to hand it on. */
async function deliver(
  { config, database, sendMail }: Services,
  scope: Scope,
  { invitation, link }: Made,
  language: Language,
): Promise<Invitation> {
  const inviter = await inTeam(database, scope, (db: Db) => invitations.selectInviter(db, scope))
  const answer = config.mail ? invitation : { ...invitation, link }
  if (isRepeat(scope)) return answer
  sendMail(writeInvitation({ inviter, language, to: invitation.email, link, expiresAt: invitation.expires_at }))
  return answer
}

function newLink(publicUrl: string, { teamId }: Scope, id: string, now: Date) {
  const secret = newSecret()
  const url = `${publicUrl}/invitation?token=${writeToken({ teamId, id, secret })}`
  return { id, url, hash: fingerprint(secret), expiresAt: expiryFrom(now) }
}

const refusedAt = (code: 'already_member' | 'already_invited') =>
  new AppError(code, { field: { name: 'email', code: 'taken' } })
