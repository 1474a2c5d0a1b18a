import type { Db } from '#server/db/database.ts'
import { makeLink } from '#server/features/mail-links/operations.ts'
import { type OwnerLetter, writeMail } from '#server/providers/mail/letters.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import { selectOwner } from './sql.ts'

/**
 * Within the caller's transaction: tells the owner of an account that somebody can get in by something new, with a link that
 * takes it back. It goes to the address that the account has at this moment, so an e-mail changes only afterwards.
 * @param about.email the new address @param about.provider where the new account to sign in with is
 * @returns letters to send once the change is kept; none where mail is not set up
 */
export async function tellOwner(
  { config, now }: Pick<Services, 'config' | 'now'>,
  db: Db,
  member: { teamId: string; userId: string },
  letter: OwnerLetter,
  about: { email?: string; provider?: string } = {},
): Promise<Message[]> {
  if (!config.mail) return []
  const owner = await selectOwner(db, member)
  const { email, team_language: language } = owner
  const notMe = await makeLink(db, member, { purpose: 'not-me', email, publicUrl: config.publicUrl, now: now() })
  return [writeMail(letter, { member: owner, language, to: email, ...about, notMe })]
}
