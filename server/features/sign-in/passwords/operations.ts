import { destinations } from '#contract/providers.ts'
import type { PasswordChange, PasswordReset } from '#contract/passwords.ts'
import type { Language } from '#contract/languages.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { lockAddress } from '#server/access/email-address/operations.ts'
import { findCount, type KnownDevice } from '#server/access/attempts/known-device.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering, endingOwn } from '#server/access/idempotency.ts'
import { refuseWhereOidcOnly } from '#server/config/providers.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { lockAccount } from '#server/db/accounts/lock-account.ts'
import { selectAccount } from '#server/db/accounts/logins.ts'
import { removeLinkedLogins } from '#server/features/account/linked-accounts/operations.ts'
import {
  confirmOwner,
  deleteCredential,
  isStoredHash,
  preparePassword,
  refuseCommon,
  wordsOf,
} from '#server/access/credentials/operations.ts'
import { AppError } from '#server/errors.ts'
import { withdrawInvitations } from '#server/features/team/invitations/operations.ts'
import { endLastingAccess } from '#server/features/team/lasting-access/operations.ts'
import {
  checkLink,
  makeLink,
  readLink,
  redeemLink,
  withdrawMailsTo,
  withdrawLinks,
  withdrawPasswordLinks,
} from '#server/access/email-links/operations.ts'
import { stopSetups, revertSetups } from '#server/features/team/member-setups/operations.ts'
import { alertOwner } from '#server/access/security-alerts/operations.ts'
import { dropPasskeys } from '#server/features/account/passkeys/operations.ts'
import { endSessions } from '#server/access/sessions/operations.ts'
import { writeMail } from '#server/providers/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import { forgetOtherAddresses, proveEmail } from './sql.ts'

/** The purposes of links that set a password: mailed to the owner, or made by an administrator. */
const passwordLinks = ['password-reset', 'password-link'] as const

/**
 * Sets the member's own password, ends their other sessions and withdraws mailed password links. If the member asks for
 * it, also revokes their access tokens, replaces their calendar address and withdraws their invitations (E1.08, E1.12).
 * @throws AppError company_sign_in_only, reauthentication_required, sign_in_again: the account has no password to ask
 * for; wrong_password, password_common, too_many_attempts, busy
 */
export async function changePassword(services: Services, scope: Scope, change: PasswordChange): Promise<void> {
  refuseWhereOidcOnly(services)
  const { attempts, database, logEvent, now, sendMail } = services
  const verified = await confirmOwner(services, scope, { current: change.current_password })
  await attempts.changePassword(scope.userId)
  await refuseCommon('new_password', change.new_password, await wordsOf(services, scope))
  const store = await preparePassword(change.new_password)
  const mails = await withTeamTransaction(database, endingOwn(answering(scope)), async (db) => {
    if (verified !== undefined && !(await isStoredHash(db, scope, verified)))
      throw new AppError('wrong_password', { field: { name: 'current_password', code: 'invalid' } })
    await store(db, scope, now())
    await endSessions(db, { ...scope, kept: scope.sessionId }, now())
    if (change.end_lasting_access) {
      await endLastingAccess(db, scope)
      await withdrawInvitations(db, scope, now())
    }
    await withdrawPasswordLinks(db, scope)
    return alertOwner(services, db, scope, 'passwordChanged')
  })
  logEvent('password_changed', scope)
  for (const mail of mails) sendMail(mail)
}

/**
 * Counts a request for a reset link by the caller's address, unless the account knows their browser (N2.06).
 * @returns the rate-limit key of a known browser
 * @throws AppError company_sign_in_only, too_many_attempts
 */
export async function allowReset(
  services: Services,
  email: string,
  { address, device }: { address: string; device: KnownDevice | undefined },
): Promise<string | undefined> {
  refuseWhereOidcOnly(services)
  const known = await findCount(services.database, device, emailKey(email))
  if (known === undefined) await services.attempts.askForReset(address)
  return known
}

/**
 * Mails a link if there is such an active member. The caller does not learn whether there is one. Earlier links stay
 * valid until one is used, so that strangers cannot end the owner's link.
 * @param from.address the caller's IP address
 * @param from.device the rate-limit key of the caller's browser, if the account knows this browser
 */
export async function requestPasswordReset(
  services: Services,
  email: string,
  from: { language: Language; address: string; device: string | undefined },
): Promise<void> {
  const { attempts, config, database, logEvent, now, sendMail } = services
  const { language, address, device } = from
  const account = emailKey(email)
  const member = await withEveryTeamTransaction(database, (db) => selectAccount(db, account))
  // Counts the request only after this check: requests for unknown addresses must not use up the deployment's emails
  // (E1.14). Sends nothing to an address from the directory: a holder of the directory's token may have chosen it, and
  // it must not give access to the account (N17.05).
  if (!member?.is_active || member.email_set_by_directory) return
  if (!(await attempts.mayMailReset({ account, address, device }))) return
  const owner = { teamId: member.team_id, userId: member.id }
  const about = { purpose: 'password-reset', email: member.email, publicUrl: config.publicUrl, now: now() } as const
  const link = await withTeamTransaction(database, owner, (db) => makeLink(db, owner, about))
  logEvent('password_reset_asked', owner)
  sendMail(writeMail('passwordReset', { member, language, link, to: member.email }))
}

/** @throws AppError company_sign_in_only; link_invalid: the mailed link can no longer set a password */
export async function checkPasswordReset(services: Services, token: string): Promise<void> {
  refuseWhereOidcOnly(services)
  const { database, now } = services
  const { teamId } = readLink(token)
  await withTeamTransaction(database, { teamId }, (db) => checkLink(db, token, passwordLinks, now()))
}

/**
 * Sets the password with a link that was mailed or made by an administrator. Ends every session, access token, calendar
 * address and valid invitation of the member (E1.08, E1.12). Unlocks a locked account. Keeps passkeys, as the page
 * says.
 * @param address the caller's IP address
 * @throws AppError company_sign_in_only, link_invalid, password_common, busy
 */
export async function resetPassword(services: Services, reset: PasswordReset, address: string): Promise<void> {
  refuseWhereOidcOnly(services)
  const { attempts, database, logEvent, now, sendMail } = services
  const { teamId } = readLink(reset.token)
  const owner = await withTeamTransaction(database, { teamId }, (db) =>
    checkLink(db, reset.token, passwordLinks, now()),
  )
  await refuseCommon('new_password', reset.new_password, await wordsOf(services, owner))
  const store = await preparePassword(reset.new_password)
  const { link, mails } = await withTeamTransaction(database, { teamId }, async (db) => {
    await lockAccount(db, owner)
    const link = await redeemLink(db, reset.token, passwordLinks, now())
    await withdrawPasswordLinks(db, link)
    await store(db, link, now())
    await endSessions(db, link, now())
    await endLastingAccess(db, link)
    await withdrawInvitations(db, link, now())
    // A mailed link has now proven the email. Another person may have used the account before: their sign-in methods,
    // and what they set up for the team, must not stay.
    if (link.purpose !== 'password-link' && (await proveEmail(db, link, now())))
      await removeOtherWays(services, db, link)
    return { link, mails: await alertOwner(services, db, link, 'passwordChanged') }
  })
  logEvent('password_reset', link)
  for (const mail of mails) sendMail(mail)
  await attempts.forget(emailKey(link.email), address)
}

type Member = { teamId: string; userId: string }
type Parts = Pick<Services, 'config' | 'now'>

/**
 * Removes every sign-in method except the password. Stops what was set up for the team in the member's name (E1.07).
 */
async function removeOtherWays(services: Parts, db: Db, member: Member): Promise<void> {
  await removeLinkedLogins(services, db, member)
  await forgetOtherAddresses(db, member)
  await dropPasskeys(db, member)
  await withdrawLinks(db, member, 'email-proof')
  // Links in emails to unproven addresses end, too. If the directory set the address, the links in emails to the former
  // address stay valid.
  const { email, email_set_by_directory: isByDirectory } = await lockAddress(db, member)
  if (isByDirectory) await withdrawMailsTo(db, { ...member, email }, new Date(0))
  else await withdrawLinks(db, member, 'not-me')
  await stopSetups(services, db, member, { webhooks: [], connections: [...destinations] })
  await revertSetups(services, db, member, new Date(0))
}

/**
 * Removes every sign-in method. The owner of the address can then set a new password. Stops what was set up for the
 * team in the member's name. Must run in the caller's transaction.
 */
export async function removeEveryLogin(services: Parts, db: Db, member: Member): Promise<void> {
  await endSessions(db, member, services.now())
  await endLastingAccess(db, member)
  await deleteCredential(db, member)
  await withdrawPasswordLinks(db, member)
  await removeOtherWays(services, db, member)
}
