import { v7 as newId } from 'uuid'
import type { Language } from '#contract/languages.ts'
import { fullName } from '#contract/names.ts'
import { defaultSettings, noPictures, usualWorkingDays, type Registration, type User } from '#contract/users.ts'
import { emailKey } from '#server/access/email-key.ts'
import { fingerprint, newSecret } from '#server/access/keys.ts'
import { hashPassword } from '#server/access/passwords.ts'
import { inEveryTeam } from '#server/db/database.ts'
import { selectLogin } from '#server/db/logins.ts'
import { emailTaken } from '#server/features/users/operations.ts'
import { writeMail } from '#server/providers/mail/letters.ts'
import type { Services } from '#server/services.ts'
import * as registrations from './sql.ts'

const pendingLife = 24 * 60 * 60_000 // milliseconds

/**
 * Stores a sign-up that is no account until its mailed link is opened. It waits beside others of the address, so that a
 * stranger cannot end the owner's link.
 * @throws AppError email_taken, busy
 */
export async function keepPending(services: Services, registration: Registration, language: Language): Promise<User> {
  const { config, database, now, sendMail } = services
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
  await inEveryTeam(database, async (db) => {
    if (await selectLogin(db, pending.email_key)) throw emailTaken()
    await registrations.insertPending(db, pending)
  })
  const link = `${config.publicUrl}/email-proof?token=${token.toString('base64url')}`
  const member = {
    display_name: person.preferred_name.trim() || fullName(language, person),
    settings: { ...defaultSettings, language },
  }
  sendMail(writeMail('entry', { member, language, to: person.email, email: person.email, link }))
  return pendingUser(pending, time_zone ?? config.timeZone, now())
}

/** As the member will be shown, but for what stands in the way. */
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
