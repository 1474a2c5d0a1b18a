import { selectAdministrators } from '#server/db/administrators.ts'
import type { Db } from '#server/db/database.ts'
import { makeLink } from '#server/features/mail-links/operations.ts'
import { type OwnerLetter, writeMail } from '#server/providers/mail/letters.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import { selectOwner } from './sql.ts'

type Parts = Pick<Services, 'config' | 'now'>
/**
 * @property email the new address
 * @property provider the service, or a webhook's host
 * @property name of the thing or person that the letter is about
 * @property by the name of the member who did it
 */
type About = { email?: string; provider?: string; name?: string; by?: string }

/**
 * Within the caller's transaction: tells the owner of an account that somebody can get in by something new, with a link that
 * takes it back. It goes to the address that the account has at this moment, so an e-mail changes only afterwards.
 * @returns letters to send once the change is kept; none where mail is not set up
 */
export async function tellOwner(
  { config, now }: Parts,
  db: Db,
  member: { teamId: string; userId: string },
  letter: OwnerLetter,
  about: About = {},
): Promise<Message[]> {
  if (!config.mail) return []
  const owner = await selectOwner(db, member)
  const { email, team_language: language } = owner
  const notMe = await makeLink(db, member, { purpose: 'not-me', email, publicUrl: config.publicUrl, now: now() })
  return [writeMail(letter, { member: owner, language, to: email, ...about, notMe })]
}

export const nameOf = async (db: Db, member: { teamId: string; userId: string }): Promise<string> =>
  (await selectOwner(db, member)).display_name

/**
 * Writes letters to the team's administrators. Must run in the caller's transaction.
 * @param about.except the id of one who gets no letter
 * @returns letters to send after the commit; none if mail is not set up
 */
export async function tellAdministrators(
  { config }: Pick<Services, 'config'>,
  db: Db,
  team: { teamId: string },
  letter: 'administratorNamed' | 'memberJoined',
  { except, ...about }: About & { except?: string },
): Promise<Message[]> {
  if (!config.mail) return []
  const administrators = await selectAdministrators(db, team)
  return administrators
    .filter(({ id }) => id !== except)
    .map(({ email: to, language, ...member }) => writeMail(letter, { member, language, to, ...about }))
}
