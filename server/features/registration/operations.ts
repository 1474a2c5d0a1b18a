import { v7 as newId } from 'uuid'
import type { Language } from '#contract/languages.ts'
import { defaultSettings, type Registration, type User } from '#contract/users.ts'
import { emailKey } from '#server/access/email-key.ts'
import { type Db, inEveryTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { preparePassword } from '#server/features/credentials/operations.ts'
import { makeLink } from '#server/features/mail-links/operations.ts'
import { namingTaken, readMember } from '#server/features/users/operations.ts'
import { writeMail } from '#server/providers/mail/letters.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import { acceptsDomain } from './policy.ts'
import { firstTeam, insertTeam, insertUser } from './sql.ts'

/** What the deployment's first team is called until its members name it. */
const firstTeamName = 'Asakai'

/**
 * Makes an account, in the deployment's team or in a new one (decisions, SIGNUP), and mails a link that proves the e-mail.
 * @param address the caller's, for counting attempts
 * @throws AppError sign_up_closed, email_domain_refused, email_taken, too_many_attempts, busy
 */
export async function register(
  services: Services,
  registration: Registration,
  { language, address }: { language: Language; address: string },
): Promise<User> {
  const { database, now, sendMail } = services
  checkSignUp(services, registration.email)
  await services.attempts.signUp(address)
  const storePassword = await preparePassword(registration.password)
  const { user, message } = await namingTaken(() =>
    inEveryTeam(database, async (db) => {
      const { member, message } = await addMember(services, db, registration, { language, isProven: false })
      await storePassword(db, member, now())
      return { user: await readMember(db, member), message }
    }),
  )
  if (message) sendMail(message)
  return user
}

/** @throws AppError sign_up_closed, email_domain_refused */
export function checkSignUp({ config }: Pick<Services, 'config'>, email: string): void {
  if (config.signUp === 'closed') throw new AppError('sign_up_closed')
  if (!acceptsDomain(config.signUpDomains, email))
    throw new AppError('email_domain_refused', { field: { name: 'email', code: 'invalid' } })
}

/**
 * Within the caller's transaction: an account in its team.
 * @param more.isProven whether somebody vouches that the e-mail is theirs
 * @returns the letter that proves the e-mail where nobody does, to be sent once the account is kept
 */
export async function addMember(
  services: Services,
  db: Db,
  person: Omit<Registration, 'password'>,
  { language, isProven }: { language: Language; isProven: boolean },
): Promise<{ member: { teamId: string; userId: string }; message: Message | undefined }> {
  const { config, now } = services
  const { email } = person
  const member = { teamId: await teamFor(services, db, person, language), userId: newId() }
  const inserted = await insertUser(db, member, person, {
    emailKey: emailKey(email),
    provenAt: isProven ? now() : null,
    settings: { ...defaultSettings, language },
  })
  if (isProven) return { member, message: undefined }
  const link = await makeLink(db, member, { purpose: 'email-proof', email, publicUrl: config.publicUrl, now: now() })
  return { member, message: writeMail('signUp', { member: inserted, language, to: email, link }) }
}

/** The team that somebody new belongs to: the deployment's, or one of their own, in whose language it is spoken to. */
function teamFor(
  { config }: Services,
  db: Db,
  { family_name, first_name }: Pick<Registration, 'family_name' | 'first_name'>,
  language: Language,
): Promise<string> {
  const team = { id: newId(), timeZone: config.timeZone, language }
  if (config.signUp === 'new-team') {
    // A name that a provider has in one word stands in both.
    const name = family_name === first_name ? family_name : `${family_name} ${first_name}`
    return insertTeam(db, { ...team, name: name.slice(0, 100) })
  }
  return firstTeam(db, { ...team, name: firstTeamName })
}
