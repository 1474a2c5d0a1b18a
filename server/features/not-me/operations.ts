import type { TakenBack } from '#contract/sessions.ts'
import { type Db, inTeam } from '#server/db/database.ts'
import { isEmailTaken } from '#server/db/logins.ts'
import { AppError } from '#server/errors.ts'
import { disconnectFrom } from '#server/features/connections/operations.ts'
import { deleteCredential } from '#server/features/credentials/operations.ts'
import { endLastingAccess } from '#server/features/lasting-access/operations.ts'
import {
  makeLink,
  readLink,
  redeemLink,
  withdrawLinks,
  withdrawLinksFrom,
  withdrawPasswordLinks,
} from '#server/features/mail-links/operations.ts'
import { type TakenSetups, takeBackSetups } from '#server/features/member-setups/operations.ts'
import { dropPasskeys } from '#server/features/passkeys/operations.ts'
import { endSessions } from '#server/features/sessions/operations.ts'
import { endGrant } from '#server/features/slack/operations.ts'
import { restoreEmail } from '#server/features/users/operations.ts'
import { clearAddress, forProvenOwner } from '#server/features/unproven-addresses/operations.ts'
import type { Services } from '#server/services.ts'

/**
 * The owner of an address says that a change of their account was not theirs. Ends every session, all access tokens, the
 * calendar address and the password. Takes back what was set up since: passkeys, connected accounts, webhooks,
 * invitations and administrators. Gives the account this address again, also if an account has it that never proved it.
 * Links that were mailed since stop working; earlier ones stay valid.
 * @returns the token with which the owner chooses a new password
 * @throws AppError link_invalid; email_taken: another account has proven the address by now. All the rest is done, and
 *   the account has no address
 */
export async function takeBack(services: Services, token: string): Promise<TakenBack> {
  const { teamId } = readLink(token)
  const within = async (restore: Restore) => {
    const undone = await inTeam(services.database, { teamId }, (db) => undo(services, db, token, restore))
    logUndone(services, undone)
    if (undone.setups.workspace) endGrant(services, undone.member, undone.setups.workspace)
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
    // The present address may be the intruder's: a reset mailed there would give them the account.
    await within((db, member, _email, now) => clearAddress(db, member, now))
    throw new AppError('email_taken')
  }
}

type Restore = typeof restoreEmail
type Undone = { taken: TakenBack; member: { teamId: string; userId: string }; setups: TakenSetups }

function logUndone({ logEvent }: Services, { member, setups }: Undone): void {
  const by = member.userId
  logEvent('change_disowned', member)
  if (setups.isRestored) logEvent('administrator_made', member, { by })
  for (const userId of setups.removed) logEvent('administrator_removed', { teamId: member.teamId, userId }, { by })
}

async function undo(services: Services, db: Db, token: string, restore: Restore): Promise<Undone> {
  const { config, now } = services
  const { teamId, userId, email, madeAt } = await redeemLink(db, token, 'not-me', now())
  const member = { teamId, userId }
  await endSessions(db, member, now())
  await endLastingAccess(db, member)
  await deleteCredential(db, member)
  await dropPasskeys(db, member, madeAt)
  await disconnectFrom(db, member, madeAt, now())
  const setups = await takeBackSetups(db, member, { from: madeAt, now: now() })
  await withdrawLinks(db, member, 'email-proof')
  await withdrawLinksFrom(db, member, 'not-me', madeAt)
  await withdrawPasswordLinks(db, member)
  await restore(db, member, email, now())
  const link = await makeLink(db, member, { purpose: 'password-reset', email, publicUrl: config.publicUrl, now: now() })
  return { taken: { reset_token: new URL(link).searchParams.get('token')! }, member, setups }
}
