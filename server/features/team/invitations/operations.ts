import { v7 as newId } from 'uuid'
import type { Invitation, InvitationDraft, InvitationsQuery } from '#contract/invitations.ts'
import type { Language } from '#contract/languages.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { fingerprint, newSecret } from '#server/access/keys/keys.ts'
import { isNewcomer } from '#server/access/attempts/mail-sender.ts'
import { readToken, writeToken } from '#server/access/tokens/record-token.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Sender } from '#server/access/attempts/sender.ts'
import { answering, unanswered } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { finishFirstStep } from '#server/db/accounts/first-steps.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { writeInvitation, writeInvitationMessage } from '#server/providers/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import { expiryFrom } from './policy.ts'
export { expiryFrom } from './policy.ts'
export { alertInviters } from './invitation-alerts.ts'
import * as invitations from './sql.ts'
import { queueInviterAlert } from './invitation-alerts.ts'

type From = Pick<Sender, 'language' | 'address'>

/** A new invitation, and its link, which nobody but the invited person should see. */
type Made = { invitation: Invitation; link: string }

/**
 * Invites a person by email. SIGNUP and SIGNUP_DOMAINS do not apply: any member may invite anyone.
 * @param from.language used if the inviter has chosen none
 * @throws AppError already_member, already_invited, too_many_emails
 */
export async function invite(services: Services, scope: Scope, draft: InvitationDraft, from: From) {
  return deliver(services, scope, await makeInvitation(services, scope, draft, from.address), from.language)
}

/** Returns whether the link in a stored response still works; true if the response has no link. */
export async function isLinkAlive({ database }: Services, scope: Scope, { id, link }: Invitation): Promise<boolean> {
  if (link === undefined) return true
  const { secret } = readToken(new URL(link).searchParams.get('token') ?? '') ?? {}
  return withTeamTransaction(database, scope, (db) => invitations.selectIsOpen(db, scope, id, fingerprint(secret!)))
}

/**
 * Invites a person through `send`, which does not prove their email. If `send` fails, cancels the invitation. If it is
 * unknown whether `send` succeeded, the link stays valid.
 * @param language used if the inviter has chosen none
 * @throws errors of `send`, and AppError already_member, already_invited, too_many_emails
 */
export async function inviteThrough(
  services: Services,
  scope: Scope,
  draft: InvitationDraft,
  language: Language,
  send: (text: string) => Promise<void>,
): Promise<void> {
  const { invitation, link } = await makeInvitation(services, unanswered(scope), draft, undefined)
  try {
    const inviter = await withTeamTransaction(services.database, scope, (db) => invitations.selectInviter(db, scope))
    await send(writeInvitationMessage({ inviter, language, link, expiresAt: invitation.expires_at }))
  } catch (error) {
    const mayHaveArrived = error instanceof ProviderFailure && error.reason === 'unknown_outcome'
    if (!mayHaveArrived)
      await withTeamTransaction(services.database, scope, (db) =>
        invitations.updateCancelled(db, scope, invitation.id, services.now()),
      )
    throw error
  }
}

/**
 * Creates an invitation without sending it.
 * @param address the caller's IP address if the link is sent by email; undefined if it is sent by Slack
 * @throws AppError already_member, already_invited, too_many_emails
 */
async function makeInvitation(
  services: Services,
  scope: Scope,
  draft: InvitationDraft,
  address: string | undefined,
): Promise<Made> {
  const { config, database, logEvent, now } = services
  const key = emailKey(draft.email)
  const byMail = config.mail !== undefined && address !== undefined // then only the owner of the email gets the link
  const made = await counting(services, scope, { to: draft.email, address }, () =>
    withTeamTransaction(
      database,
      answering(scope, (done: Made) => answerOf(services, done)),
      async (db) => {
        const link = newLink(config.publicUrl, scope, newId(), now())
        if (await invitations.selectIsMember(db, scope, key, byMail)) throw refusedAt('already_member')
        const { id, hash, expiresAt } = link
        const kept = { id, hash, byMail, expiresAt, now: now(), emailKey: key }
        if (!(await invitations.insertInvitation(db, scope, draft, kept))) throw refusedAt('already_invited')
        await finishFirstStep(db, scope, 'invite')
        await queueInviterAlert(services, db, scope)
        return { invitation: await invitations.selectInvitation(db, scope, id, now()), link: link.url }
      },
    ),
  )
  logEvent('invitation_made', scope, { id: made.invitation.id })
  return made
}

/**
 * Counts an invitation against the limits, then runs the work that creates it. The limits for new teams apply only to
 * emails.
 * @throws AppError too_many_emails
 */
async function counting<T>(
  services: Services,
  scope: Scope,
  { to, address }: { to: string; address: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const { attempts, config } = services
  const isMailed = config.mail !== undefined && address !== undefined
  const from = { by: scope.userId, sender: scope.teamId, address: address ?? scope.teamId }
  const isNew = isMailed && (await isNewcomer(services, scope))
  return attempts.mail({ purpose: 'invitation', to, ...from, isNewcomer: isNew }, work)
}

/**
 * Gives an invitation a new link, expiry and sender. The old link stops working.
 * @throws AppError not_found, already_member, too_many_emails
 */
export async function resend(services: Services, scope: Scope, id: string, { language, address }: From) {
  const { config, database, now } = services
  const open = await withTeamTransaction(database, scope, (db) =>
    invitations.selectOpen(db, scope, id, config.mail !== undefined),
  )
  if (!open) throw new AppError('not_found')
  if (open.is_member) throw new AppError('already_member')
  const made = await counting(services, scope, { to: open.email_key, address }, () =>
    withTeamTransaction(
      database,
      answering(scope, (done: Made) => answerOf(services, done)),
      async (db) => {
        const { hash, expiresAt, url } = newLink(config.publicUrl, scope, id, now())
        const byMail = config.mail !== undefined
        if (!(await invitations.updateLink(db, scope, { id, hash, byMail, expiresAt }))) throw new AppError('not_found')
        await queueInviterAlert(services, db, scope)
        return { invitation: await invitations.selectInvitation(db, scope, id, now()), link: url }
      },
    ),
  )
  return deliver(services, scope, made, language)
}

export const listInvitations = (
  { database, now }: Services,
  scope: Scope,
  query: InvitationsQuery,
): Promise<Invitation[]> =>
  withTeamTransaction(database, scope, (db) => invitations.selectInvitations(db, scope, query, now()))

/**
 * Cancels an invitation.
 * @throws AppError not_found: the invitation does not exist, belongs to another team, or was accepted or cancelled
 */
export async function cancel({ database, logEvent, now }: Services, scope: Scope, id: string): Promise<void> {
  await withTeamTransaction(database, answering(scope), async (db) => {
    if (!(await invitations.updateCancelled(db, scope, id, now()))) throw new AppError('not_found')
  })
  logEvent('invitation_withdrawn', scope, { id })
}

/**
 * Withdraws the pending invitations of a member. Must run in the caller's transaction.
 * @param from only invitations that were made or resent since then
 */
export const withdrawInvitations = (db: Db, member: Pick<Scope, 'teamId' | 'userId'>, now: Date, from?: Date) =>
  invitations.updateWithdrawn(db, member, now, from && { from, expiresFrom: expiryFrom(from) })

/** Emails the link. If no mail is set up, the response contains the link for the inviter. */
async function deliver(
  services: Services,
  scope: Scope,
  { invitation, link }: Made,
  language: Language,
): Promise<Invitation> {
  const inviter = await withTeamTransaction(services.database, scope, (db) => invitations.selectInviter(db, scope))
  services.sendMail(
    writeInvitation({ inviter, language, to: invitation.email, link, expiresAt: invitation.expires_at }),
  )
  return answerOf(services, { invitation, link })
}

/** Returns the response, with the link if no mail is set up. */
const answerOf = ({ config }: Services, { invitation, link }: Made): Invitation =>
  config.mail ? invitation : { ...invitation, link }

function newLink(publicUrl: string, { teamId }: Scope, id: string, now: Date) {
  const secret = newSecret()
  const url = `${publicUrl}/invitation?token=${writeToken({ teamId, id, secret })}`
  return { id, url, hash: fingerprint(secret), expiresAt: expiryFrom(now) }
}

const refusedAt = (code: 'already_member' | 'already_invited') =>
  new AppError(code, { field: { name: 'email', code: 'taken' } })
