import { v7 as newId } from 'uuid'
import { fullName } from '#contract/names.ts'
import { defaultSettings, noPictures, usualWorkingDays, type Registration, type User } from '#contract/users.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { fingerprint, newSecret } from '#server/access/keys/keys.ts'
import { findCount, type KnownDevice } from '#server/access/attempts/known-device.ts'
import { hashPassword } from '#server/access/passwords/passwords.ts'
import type { Sender } from '#server/access/attempts/sender.ts'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { selectLogin } from '#server/db/accounts/logins.ts'
import { isUnproven } from '#server/features/sign-in/unproven-addresses/operations.ts'
import { emailTaken } from '#server/access/email-address/operations.ts'
import { writeMail } from '#server/providers/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import * as registrations from './sql.ts'

const pendingLife = 24 * 60 * 60_000 // milliseconds

/**
 * Stores a sign-up that becomes an account when its mailed link is opened. Keeps other sign-ups with the address, so
 * that a stranger cannot end the owner's link. If the mailbox has reached its limit, sends no email: the link of an
 * earlier email completes this sign-up in the browser in which it began (E1.14).
 * @throws AppError too_many_emails, busy
 */
export async function savePending(
  services: Services,
  registration: Registration,
  { language, address }: Pick<Sender, 'language' | 'address'>,
): Promise<User> {
  const { attempts, config, database, now, sendMail } = services
  const { password, time_zone = null, ...person } = registration
  const token = newSecret()
  const pending: registrations.Pending = {
    ...person,
    email_key: emailKey(person.email),
    user_id: newId(),
    password_hash: await hashPassword(password),
    language,
    time_zone,
    token_hash: fingerprint(token),
    expires_at: new Date(now().getTime() + pendingLife),
  }
  const mayMail = await attempts.maySignUpMail(person.email, address)
  await withEveryTeamTransaction(database, (db) => registrations.insertPending(db, pending))
  const link = `${config.publicUrl}/email-proof?token=${token.toString('base64url')}`
  const member = {
    display_name: person.preferred_name.trim() || fullName(language, person),
    settings: { ...defaultSettings, language },
  }
  if (mayMail) sendMail(writeMail('entry', { member, language, to: person.email, email: person.email, link }))
  return pendingUser(pending, time_zone ?? config.timeZone, now())
}

/**
 * Returns whether an account has the address without proof: a mailed link may then take the address from it (E1.16).
 * Refuses in a browser that has signed in to that account: the person may have forgotten the account, and must not lose
 * it.
 * @throws AppError email_taken: also if the account has proven the address, or this server sends no mail
 */
export async function canReplaceUnproven(
  services: Services,
  email: string,
  device: KnownDevice | undefined,
): Promise<boolean> {
  const { config, database } = services
  if (!(await withEveryTeamTransaction(database, (db) => selectLogin(db, emailKey(email))))) return false
  const isKnown = (await findCount(database, device, emailKey(email))) !== undefined
  if (!config.mail || isKnown || !(await isUnproven(services, email))) throw emailTaken()
  return true
}

export async function deleteExpiredRegistrations({ database, now }: Services): Promise<void> {
  await withEveryTeamTransaction(database, (db) => registrations.deleteExpired(db, now()))
}

/**
 * Returns whether the email that proves the address may be sent; false if no mail is set up.
 * @throws AppError too_many_emails
 */
export const maySignUpMail = async (
  { attempts, config }: Services,
  email: string,
  { address }: Pick<Sender, 'address'>,
) => config.mail !== undefined && (await attempts.maySignUpMail(email, address))

/** Returns the member as the app will show them after the link is opened. */
const pendingUser = ({ user_id: id, ...person }: registrations.Pending, timeZone: string, now: Date): User => ({
  id,
  first_name: person.first_name,
  family_name: person.family_name,
  preferred_name: person.preferred_name,
  email: person.email,
  is_slack_available: false,
  ...noPictures,
  role: 'member',
  is_active: false,
  joined_on: now.toISOString().slice(0, 10),
  is_admin: false,
  writes: true,
  time_zone: timeZone,
  working_days: usualWorkingDays,
  deactivated_at: null,
  last_active: null,
  updated_at: now.toISOString(),
})
