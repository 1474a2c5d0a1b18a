import { v7 as newId } from 'uuid'
import { defaultLanguage, languageOf } from '#contract/languages.ts'
import { fullName } from '#contract/names.ts'
import { defaultSettings, type Registration, type Settings, type User } from '#contract/users.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import type { KnownDevice } from '#server/access/attempts/known-device.ts'
import type { Sender } from '#server/access/attempts/sender.ts'
import { acceptsDomain, signUpForm } from '#server/access/email-address/sign-up-domains.ts'
import { insertSpent } from '#server/access/tokens/spend.ts'
import { refuseWhereOidcOnly } from '#server/config/providers.ts'
import { type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { knowsZone } from '#server/db/fragments/known-zone.ts'
import { selectFirstTeam } from '#server/db/accounts/first-team.ts'
import { AppError } from '#server/errors.ts'
import { preparePassword, refuseCommon, storeHash } from '#server/access/credentials/operations.ts'
import { makeLink } from '#server/access/email-links/operations.ts'
import { noteJoin, noteNewcomer, sendNotices } from '#server/access/new-member-alerts/operations.ts'
import { forProvenOwner } from '#server/features/sign-in/unproven-addresses/operations.ts'
import { translateTakenEmail } from '#server/access/email-address/operations.ts'
import { readMember } from '#server/db/accounts/user.ts'
import { queueEvent } from '#server/webhook-events/operations.ts'
import { writeMail } from '#server/providers/mail/write-mail.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import { canReplaceUnproven, savePending, maySignUpMail } from './pending-sign-up.ts'
import * as registrations from './sql.ts'

/** The name of the deployment's first team until its members name it. */
const firstTeamName = 'Asakai'

/**
 * Signs a person up. Creates the account at once, in the deployment's team or in a new one (D1.02, D1.03), and a mailed
 * link proves the email later. With SIGNUP_DOMAINS, creates the account only when that link is opened.
 * @param caller.address for counting attempts
 * @param caller.device the browser
 * @returns the member; `is_active` is false if the link must be opened first
 * @throws AppError company_sign_in_only, sign_up_closed, email_domain_refused, sign_up_needs_mail, password_common,
 *   email_taken, too_many_attempts, too_many_emails, busy
 */
export async function register(
  services: Services,
  registration: Registration,
  caller: Sender & { device: KnownDevice | undefined },
): Promise<User> {
  refuseWhereOidcOnly(services)
  const form = signUpForm(services.config)
  await checkSignUp(services, registration.email)
  if (form === 'unavailable') throw new AppError('sign_up_needs_mail')
  await services.attempts.signUp(caller.address)
  const { password, time_zone: _zone, ...person } = registration
  await refuseCommon('password', password, [...Object.values(person), ...(await joinedTeamName(services))])
  // Checks this before an email is counted: sign-ups with taken addresses must not use up the deployment's emails
  // (E1.14).
  const mayTake = await canReplaceUnproven(services, registration.email, caller.device)
  return services.attempts.newAccount(caller.address, () =>
    form === 'by-link' || mayTake ? savePending(services, registration, caller) : open(services, registration, caller),
  )
}

async function open(services: Services, registration: Registration, sender: Sender): Promise<User> {
  const { database, now, sendMail } = services
  const storePassword = await preparePassword(registration.password)
  const mayMail = await maySignUpMail(services, registration.email, sender)
  const { member, user, message, notices } = await translateTakenEmail(() =>
    withEveryTeamTransaction(database, async (db) => {
      const added = await addMember(services, db, registration, { ...sender, isProven: false })
      await storePassword(db, added.member, now())
      return { ...added, user: await readMember(db, added.member) }
    }),
  )
  services.logEvent('signed_up', member, { way: 'password' })
  if (message && mayMail) sendMail(message)
  await sendNotices(services, member, notices)
  return user
}

/**
 * Creates the account of a sign-up when its mailed link is used. Since the sign-up, the settings may have changed, and
 * another account may have taken the address.
 * @param begun the sign-up that began in this browser; if it is for the same address, the link completes this sign-up
 * instead of the mailed one (E1.14)
 * @throws AppError link_invalid, email_taken, email_domain_refused, sign_up_closed
 */
export async function enter(
  services: Services,
  tokenHash: Buffer,
  begun: string | undefined,
): Promise<{ member: { teamId: string; userId: string }; email: string; isBegunHere: boolean }> {
  const { config, database, now } = services
  const { notices, ...entered } = await translateTakenEmail(() =>
    forProvenOwner(services, (prove) =>
      withEveryTeamTransaction(database, async (db) => {
        const opened = await registrations.takePending(db, tokenHash, now())
        if (!opened) throw new AppError('link_invalid')
        const pending = (await registrations.selectBegun(db, opened.email_key, begun, now())) ?? opened
        await registrations.deletePendingOf(db, pending.email_key)
        if (!acceptsDomain(config.signUpDomains, pending.email)) throw domainRefused()
        prove(pending.email)
        const { user_id: userId, password_hash } = pending
        const language = languageOf(pending.language) ?? defaultLanguage
        const sender = { language, timeZone: pending.time_zone ?? undefined }
        const { member, notices } = await addMember(services, db, pending, { ...sender, isProven: true, userId })
        const isBegunHere = begun === userId
        // If the sign-up began in another browser, a stranger may have chosen the password. Then the person in this
        // browser must choose a new password (E1.16).
        if (isBegunHere) await storeHash(db, member, password_hash, now())
        await insertSpent(db, { hash: tokenHash, expiresAt: opened.expires_at }, now())
        return { member, email: pending.email, isBegunHere, notices }
      }),
    ),
  )
  await sendNotices(services, entered.member, notices)
  return entered
}

export { deleteExpiredRegistrations, maySignUpMail } from './pending-sign-up.ts'
export { deletePendingOf as deleteRegistrationsOf, selectBegun as selectBegunRegistration } from './sql.ts'

/**
 * Returns a list with the name of the team that a newcomer joins. The list is empty if newcomers get their own team.
 */
export const joinedTeamName = ({ config, database }: Services): Promise<string[]> =>
  config.signUp === 'new-team'
    ? Promise.resolve([])
    : withEveryTeamTransaction(database, registrations.selectFirstTeamName)

/**
 * Checks whether an email can sign up, before the form is filled in. @throws AppError sign_up_closed,
 * email_domain_refused
 */
export async function checkSignUp(services: Services, email: string): Promise<void> {
  if (await takesInvitedOnly(services)) throw new AppError('sign_up_closed')
  if (!acceptsDomain(services.config.signUpDomains, email)) throw domainRefused()
}

const domainRefused = () => new AppError('email_domain_refused', { field: { name: 'email', code: 'invalid' } })

export const hasAnyAccount = ({ database }: Services) => withEveryTeamTransaction(database, registrations.hasAccounts)

type Person = Omit<Registration, 'password' | 'time_zone'>

/**
 * Creates an account in the deployment's team or in a new one. Must run in the caller's transaction.
 * @param more.isProven whether the email is already proven
 * @returns `message`: the email that proves an unproven address. `notices`: emails to the administrators of a team that
 *   had members. Both must be sent after the commit
 * @throws AppError sign_up_closed: another person was first, or the team accepts only invited people
 */
export async function addMember(
  services: Services,
  db: Db,
  person: Person,
  {
    language,
    timeZone,
    isProven,
    userId = newId(),
  }: Pick<Sender, 'language' | 'timeZone'> & { isProven: boolean; userId?: string },
): Promise<{ member: { teamId: string; userId: string }; message: Message | undefined; notices: Message[] }> {
  const { config, now } = services
  const { email } = person
  if (config.signUp !== 'new-team') await registrations.lockFirst(db)
  if (await isShut(config, db)) throw new AppError('sign_up_closed')
  const member = { teamId: await teamFor(services, db, person, { language, timeZone }), userId }
  const inserted = await registrations.insertUser(db, member, person, {
    emailKey: emailKey(email),
    provenAt: isProven ? now() : null,
    settings: { ...defaultSettings, language },
  })
  await queueEvent(services, db, member, 'member.joined', () => readMember(db, member))
  const notices = await noteNewcomer(services, db, member, email)
  if (isProven) return { member, message: undefined, notices }
  const link = await makeLink(db, member, { purpose: 'email-proof', email, publicUrl: config.publicUrl, now: now() })
  return { member, message: writeMail('signUp', { member: inserted, language, to: email, link }), notices }
}

/**
 * Creates a member who cannot sign in yet: without a password, and with an unproven address (N17.05). Must run in the
 * caller's transaction.
 */
export async function addProvisioned(
  services: Services,
  db: Db,
  member: { teamId: string; userId: string },
  person: Person,
  language: Settings['language'],
): Promise<void> {
  const settings = { ...defaultSettings, language }
  await registrations.insertUser(db, member, person, { emailKey: emailKey(person.email), provenAt: null, settings })
  await queueEvent(services, db, member, 'member.joined', () => readMember(db, member))
  await noteJoin(services, db, member)
}

/**
 * Returns the id of the team for a new member. With SIGNUP=new-team, creates a team; otherwise only if there is none.
 */
function teamFor(
  { config }: Services,
  db: Db,
  names: Pick<Registration, 'family_name' | 'first_name'>,
  { language, timeZone }: Pick<Sender, 'language' | 'timeZone'>,
): Promise<string> {
  const make = async (name: string) => {
    // Browsers know zones that PostgreSQL does not. Such a zone would break every statement that reads the team's day.
    const isKnown = timeZone !== undefined && (await knowsZone(db, timeZone))
    return registrations.insertTeam(db, {
      id: newId(),
      name,
      language,
      timeZone: isKnown ? timeZone : config.timeZone,
    })
  }
  if (config.signUp === 'new-team') return make(fullName(language, names).slice(0, 100))
  return registrations.firstTeam(db, () => make(firstTeamName))
}

/** Returns whether new members need an invitation: by the server's setting, or by that of its only team (E1.18). */
export const takesInvitedOnly = ({ config, database }: Services) =>
  withEveryTeamTransaction(database, (db) => isShut(config, db))

async function isShut({ signUp }: Services['config'], db: Db): Promise<boolean> {
  if (signUp === 'new-team' || !(await registrations.hasAccounts(db))) return false
  return signUp === 'closed' || (await selectFirstTeam(db))?.invited_only === true
}
