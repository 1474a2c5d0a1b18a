import type { TakenBack } from '#contract/sessions.ts'
import { type Db, inTeam } from '#server/db/database.ts'
import { isEmailTaken } from '#server/db/logins.ts'
import { AppError } from '#server/errors.ts'
import { disconnectSignInsFrom } from '#server/features/connections/operations.ts'
import { deleteCredential } from '#server/features/credentials/operations.ts'
import {
  makeLink,
  readLink,
  redeemLink,
  withdrawLinks,
  withdrawLinksFrom,
} from '#server/features/mail-links/operations.ts'
import { dropPasskeys } from '#server/features/passkeys/operations.ts'
import { endSessions } from '#server/features/sessions/operations.ts'
import { deleteTokens } from '#server/features/tokens/operations.ts'
import { restoreEmail } from '#server/features/users/operations.ts'
import type { Services } from '#server/services.ts'

/**
 * The owner of an address says that a change of their account was not theirs: every session ends, the password counts no
 * longer, passkeys and accounts to sign in with that were added since are gone, and the account has this address again. The
 * letters that somebody who took the account over has been sent since are worth nothing; earlier ones of the owner are.
 * @returns what the owner chooses a new password with
 * @throws AppError link_invalid; email_taken: another account has the address by now, all the rest is done
 */
export async function takeBack(services: Services, token: string): Promise<TakenBack> {
  const { teamId } = readLink(token)
  const within = (work: (db: Db) => Promise<TakenBack>) => inTeam(services.database, { teamId }, work)
  try {
    return await within((db) => undo(services, db, token, restoreEmail))
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    await within((db) => undo(services, db, token, async () => {}))
    throw new AppError('email_taken')
  }
}

async function undo(
  { config, now, logEvent }: Services,
  db: Db,
  token: string,
  restore: typeof restoreEmail,
): Promise<TakenBack> {
  const { teamId, userId, email, madeAt } = await redeemLink(db, token, 'not-me', now())
  const member = { teamId, userId }
  await endSessions(db, member, now())
  await deleteTokens(db, member)
  await deleteCredential(db, member)
  await dropPasskeys(db, member, madeAt)
  await disconnectSignInsFrom(db, member, madeAt, now())
  await withdrawLinks(db, member, 'email-proof')
  await withdrawLinksFrom(db, member, 'not-me', madeAt)
  await restore(db, member, email, now())
  const link = await makeLink(db, member, { purpose: 'password-reset', email, publicUrl: config.publicUrl, now: now() })
  logEvent('change_disowned', member)
  return { reset_token: new URL(link).searchParams.get('token')! }
}
