import type { Page } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import type { Me, Profile, ProfileAndSettings, SettingsChange, User } from '#contract/users.ts'
import { emailKey, refuseOddEmail } from '#server/access/email-address/email-key.ts'
import { isNewcomer } from '#server/access/attempts/mail-sender.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Sender } from '#server/access/attempts/sender.ts'
import { acceptsChange } from '#server/access/email-address/sign-up-domains.ts'
import { requireUnchanged } from '#server/access/unchanged.ts'
import { answering } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { settingsOf, withChange } from '#server/db/accounts/settings.ts'
import { selectUser } from '#server/db/accounts/user.ts'
import { AppError } from '#server/errors.ts'
import { prepareConfirmation } from '#server/access/credentials/operations.ts'
import { lockAddress, translateTakenEmail, replaceEmail } from '#server/access/email-address/operations.ts'
import { makeLink, withdrawLinks } from '#server/access/email-links/operations.ts'
import { alertOwner } from '#server/access/security-alerts/operations.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { writeMail } from '#server/providers/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import { connectedAccounts } from '#server/features/account/linked-accounts/operations.ts'
import { selectFirstTeam } from '#server/db/accounts/first-team.ts'
import { selectNewcomers } from '#server/access/new-member-alerts/operations.ts'
import * as users from './sql.ts'

export const listUsers = ({ database }: Services, scope: Scope, page: Page): Promise<User[]> =>
  withTeamTransaction(database, scope, (db) => users.selectUsers(db, scope, page))

/** @throws AppError not_found: the member does not exist, or is in another team */
export async function readUser({ database }: Services, scope: Scope, id: string): Promise<User> {
  const user = await withTeamTransaction(database, scope, (db) => selectUser(db, scope, id))
  if (!user) throw new AppError('not_found')
  return user
}

export const readMe = (services: Services, scope: Scope): Promise<Me> =>
  withTeamTransaction(services.database, { ...scope, reads: true }, (db) => me(services, db, scope))

/** Changes the given settings only, so that simultaneous changes in other tabs and devices are not lost. */
export const changeSettings = (services: Services, scope: Scope, change: SettingsChange): Promise<Me> =>
  withTeamTransaction(services.database, answering(scope), async (db) => {
    await saveSettings(db, scope, change)
    return me(services, db, scope)
  })

/** Stores the given settings and keeps the others. Must run in the caller's transaction. */
export async function saveSettings(db: Db, scope: users.Member, change: SettingsChange): Promise<void> {
  const before = settingsOf((await lockAddress(db, scope)).settings)
  await users.updateSettings(db, scope, withChange(before, change))
}

/**
 * Changes the member's own profile and, if given, the settings. A new email becomes valid when the link that we mail to
 * it is opened, and the old address is notified. Without mail it becomes valid at once (D7.31).
 * @param sender.language the language of the request, for the email to the new address
 * @throws AppError email_taken, email_domain_refused, reauthentication_required, sign_in_again, wrong_password,
 * too_many_attempts, too_many_emails, busy; changed_elsewhere: the profile no longer equals `before`
 */
export async function changeProfile(
  services: Services,
  scope: Scope,
  change: ProfileAndSettings,
  { language, address }: Pick<Sender, 'language' | 'address'>,
): Promise<Me> {
  const { attempts, config, database, now, sendMail } = services
  const requireOwner = await prepareConfirmation(services, scope, { current: change.current_password })
  const before = await withTeamTransaction(database, scope, (db) => lockAddress(db, scope))
  const work = () =>
    translateTakenEmail(() =>
      withTeamTransaction(
        database,
        answering(scope, (done: { me: Me }) => done.me),
        async (db) => {
          await requireProfile(db, scope, change)
          const { messages, event } = await changeEmail(services, db, scope, change, { language, requireOwner })
          await users.updateNames(db, scope, change, now())
          if (change.settings) await saveSettings(db, scope, change.settings)
          return { messages, event, me: await me(services, db, scope) }
        },
      ),
    )
  const from = { by: scope.userId, sender: scope.userId, address }
  const changed =
    config.mail && isNew(before, change.email)
      ? await attempts.mail(
          { purpose: 'email-change', to: change.email, ...from, isNewcomer: await isNewcomer(services, scope) },
          work,
        )
      : await work()
  if (changed.event) services.logEvent(changed.event, scope)
  for (const message of changed.messages) sendMail(message)
  return changed.me
}

/**
 * Returns the member's stored profile, and locks the member until the transaction ends.
 * @throws AppError changed_elsewhere
 */
async function requireProfile(db: Db, scope: Scope, change: ProfileAndSettings) {
  const { pending_email, email, ...member } = await lockAddress(db, scope)
  const now = { ...member, email: pending_email ?? email }
  requireUnchanged('changed_elsewhere', { now, before: change.before, sent: change })
  return { ...member, email, pending_email }
}

/** Returns whether the email belongs to another mailbox than the member's email and the pending one. */
const isNew = (before: { email_key: string; pending_email: string | null }, email: string): boolean =>
  ![before.email_key, emailKey(before.pending_email ?? '')].includes(emailKey(email))

/** @returns the emails to send, and the event to log, after the commit */
async function changeEmail(
  services: Services,
  db: Db,
  scope: Scope,
  { email }: Profile,
  { language, requireOwner }: { language: Language; requireOwner: () => void },
): Promise<{ messages: Message[]; event?: 'email_change_asked' | 'email_changed' }> {
  const { config, now } = services
  const before = await lockAddress(db, scope)
  // A token cannot change the email. If a token sends the current or the pending email, nothing changes.
  if (scope.tokenScopes && [before.email, before.pending_email].includes(email)) return { messages: [] }
  const key = emailKey(email)
  if (!acceptsChange(config.signUpDomains, before.email, email))
    throw new AppError('email_domain_refused', { field: { name: 'email', code: 'invalid' } })
  if (key !== before.email_key) refuseOddEmail(email)
  if (scope.tokenScopes || isNew(before, email)) requireOwner()
  if (key === before.email_key || !config.mail) {
    if (email === before.email && before.pending_email === null) return { messages: [] }
    const provenAt = key === before.email_key ? undefined : null
    // A link that was mailed to a former address must not restore that address.
    if (key !== before.email_key || before.pending_email !== null) await withdrawLinks(db, scope, 'email-proof')
    await replaceEmail(db, scope, before, { email, emailKey: key, provenAt, now: now() })
    return { messages: [], ...(key === before.email_key ? {} : { event: 'email_changed' }) }
  }
  if (!isNew(before, email)) return { messages: [] }
  const link = await makeLink(db, scope, { purpose: 'email-proof', email, publicUrl: config.publicUrl, now: now() })
  await users.updatePendingEmail(db, scope, email)
  const notices = await alertOwner(services, db, scope, 'emailChangeNotice', { email })
  const mail = writeMail('emailChange', { member: before, language, to: email, email, link })
  return { messages: [mail, ...notices], event: 'email_change_asked' }
}

/** Returns the caller's own record. Must run in the caller's transaction. */
async function me({ config, now }: Services, db: Db, scope: Scope): Promise<Me> {
  const [row, first, newcomers, accounts] = await Promise.all([
    users.selectMe(db, scope),
    // Most members need neither statement. `selectNewcomers` also checks that the member is still an administrator.
    scope.isAdmin ? selectFirstTeam(db) : undefined,
    scope.isAdmin ? selectNewcomers(db, scope, now()) : { newcomers: [], newcomers_total: 0 },
    connectedAccounts(db, scope),
  ])
  return {
    ...row,
    ...newcomers,
    settings: settingsOf(row.settings),
    connections: accounts,
    sign_up_domains: config.signUp === 'join' ? config.signUpDomains : [],
    has_server_settings: row.is_admin && first?.id === scope.teamId,
  }
}
