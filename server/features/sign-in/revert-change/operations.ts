import type { NotMe } from '#contract/not-me.ts'
import type { RevertedAccount } from '#contract/sessions.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { isEmailTaken } from '#server/db/accounts/logins.ts'
import { AppError } from '#server/errors.ts'
import { removeConnections } from '#server/features/account/linked-accounts/operations.ts'
import { deleteCredential } from '#server/access/credentials/operations.ts'
import { endLastingAccess } from '#server/features/team/lasting-access/operations.ts'
import {
  forgetPasswordLinks,
  makeLink,
  readLink,
  redeemLink,
  withdrawMailsTo,
  withdrawLinks,
  withdrawLinksFrom,
  withdrawPasswordLinks,
} from '#server/access/email-links/operations.ts'
import { type RevertedSetups, revertSetups } from '#server/features/team/member-setups/operations.ts'
import { nameOf, alertAdministrators } from '#server/access/security-alerts/operations.ts'
import { dropPasskeys } from '#server/features/account/passkeys/operations.ts'
import { endSessions } from '#server/access/sessions/operations.ts'
import { restoreEmail } from '#server/access/email-address/operations.ts'
import { clearAddress, forProvenOwner, noteClaim } from '#server/features/sign-in/unproven-addresses/operations.ts'
import { firstUnrecognized, listChanges, readMail } from './changes.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'

/**
 * Undoes changes of an account that its owner did not make (E1.11). Ends every session, all access tokens, the calendar
 * address and the password. Undoes everything since the first unrecognized change: passkeys, connected accounts,
 * webhooks, invitations, new administrators, and the loss of the owner's own access or administrator right. Gives the
 * account this address again. If another account has the address and never proved it, takes it from that account,
 * unless the directory knows that account.
 * @param notMe.from the first unrecognized change. If absent: since the beginning of the session in the earliest email
 *   with an unused link
 * @returns the token with which the owner chooses a new password
 * @throws AppError link_invalid; email_taken: another account has proven the address, and keeps it. Everything else is
 *   done, and the account has no address
 */
export async function revertChanges(services: Services, notMe: NotMe): Promise<RevertedAccount> {
  const { teamId } = readLink(notMe.token)
  const within = async (restore: Restore) => {
    const undone = await withTeamTransaction(services.database, { teamId }, (db) => undo(services, db, notMe, restore))
    logUndone(services, undone)
    for (const mail of undone.mails) services.sendMail(mail)
    return undone.taken
  }
  try {
    return await forProvenOwner(services, (prove) =>
      within(async (db, member, email, now) => {
        prove(email)
        await restoreEmail(db, member, email, now)
      }),
    )
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    // The current address may be the intruder's: a password reset that is mailed there would give them the account.
    await within((db, member, _email, now) => clearAddress(db, member, now))
    throw new AppError('email_taken')
  }
}

export { listChanges }

type Restore = typeof restoreEmail
type Undone = {
  taken: RevertedAccount
  member: { teamId: string; userId: string }
  setups: RevertedSetups
  mails: Message[]
}

function logUndone({ logEvent }: Services, { member, setups }: Undone): void {
  const by = member.userId
  logEvent('change_disowned', member)
  if (setups.isLetIn) logEvent('member_reactivated', member, { by })
  if (setups.isRestored) logEvent('administrator_made', member, { by })
  for (const userId of setups.deactivated) logEvent('member_deactivated', { teamId: member.teamId, userId }, { by })
  for (const userId of setups.removed) logEvent('administrator_removed', { teamId: member.teamId, userId }, { by })
}

async function undo(services: Services, db: Db, notMe: NotMe, restore: Restore): Promise<Undone> {
  const { config, now } = services
  const mail = await readMail(db, notMe.token, now())
  const { teamId, userId, email, madeAt } = await redeemLink(db, notMe.token, 'not-me', now())
  const member = { teamId, userId }
  const from = firstUnrecognized(mail, notMe)
  await endSessions(db, member, now())
  await endLastingAccess(db, member)
  await deleteCredential(db, member)
  await dropPasskeys(db, member, from)
  await removeConnections(services, db, member, { from })
  const setups = await revertSetups(services, db, member, from)
  await withdrawLinks(db, member, 'email-proof')
  // Keeps the links in earlier emails to other addresses. Those links belong to the owner, and an email that an
  // intruder caused must not end them.
  await withdrawLinksFrom(db, member, 'not-me', madeAt)
  await withdrawMailsTo(db, { ...member, email }, from)
  await withdrawPasswordLinks(db, member)
  // The password that a link set is gone. Later links of other owners must not end the member's new password.
  await forgetPasswordLinks(db, member)
  await restore(db, member, email, now())
  if (mail.isFirstProof) await noteClaim(db, member, now())
  const link = await makeLink(db, member, { purpose: 'password-reset', email, publicUrl: config.publicUrl, now: now() })
  const mails = await alertOthers(services, db, member, setups)
  return { taken: { reset_token: new URL(link).searchParams.get('token')! }, member, setups, mails }
}

/**
 * Notifies the other administrators that a link let a member in again, or restored an administrator. If people signed
 * up because an intruder had opened the team, an email to all administrators names them.
 */
async function alertOthers(
  services: Services,
  db: Db,
  member: { teamId: string; userId: string },
  setups: RevertedSetups,
) {
  const { isAdmin, isLetIn, isRestored, signUps } = setups
  const name = await nameOf(db, member)
  const mail = isAdmin ? 'administratorRestored' : 'memberRestored'
  const ofReturn =
    isLetIn || isRestored ? await alertAdministrators(services, db, member, mail, { name, except: member.userId }) : []
  if (signUps.total === 0) return ofReturn
  const about = { name, joined: { names: signUps.newest.map((one) => one.name), total: signUps.total } }
  return [...ofReturn, ...(await alertAdministrators(services, db, member, 'signedUpMeanwhile', about))]
}
