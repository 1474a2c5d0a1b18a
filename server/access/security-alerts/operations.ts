import { answering } from '#server/access/idempotency.ts'
import type { Scope } from '#server/access/scope.ts'
import { selectAdministrators } from '#server/db/accounts/administrators.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { countLinksMadeFrom, makeLink } from '#server/access/email-links/operations.ts'
import type { SecurityAlert } from '#server/providers/mail/mail-kinds.ts'
import { type Actor, withLastNotice, writeNotice } from '#server/providers/mail/write-mail.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import { selectBegin, selectOwner } from './sql.ts'

type Parts = Pick<Services, 'config' | 'now'>
/**
 * @property email the new address
 * @property provider the service, or a webhook's host
 * @property name the name of the thing or person in the email
 * @property by the name of the member who made the change
 * @property actor the directory or the operator, if no member made the change
 * @property emails the invited addresses
 * @property stopped the names of the setups that stopped
 * @property joined the newest members who signed up, and the number of all
 */
type About = {
  email?: string
  provider?: string
  name?: string
  by?: string
  actor?: Actor
  emails?: string[]
  stopped?: string[]
  joined?: { names: string[]; total: number }
}
/** @property isWithoutLink true if the address may be mistyped: the email then contains no link into the account */
type AboutOwner = About & { isWithoutLink?: boolean }

/**
 * Runs a transaction that answers the request, and sends its emails after the commit.
 * @param work returns the response body and the emails
 */
export async function withAlerts<Made>(
  { database, sendMail }: Pick<Services, 'database' | 'sendMail'>,
  scope: Scope,
  work: (db: Db) => Promise<{ made: Made; mails: readonly Message[] }>,
): Promise<Made> {
  const answered = answering(scope, (done: { made: Made }) => done.made)
  const { made, mails } = await withTeamTransaction(database, answered, work)
  for (const mail of mails) sendMail(mail)
  return made
}

const hour = 60 * 60_000 // milliseconds
const alertsMost = 20 // emails about an account in an hour
/**
 * The most alerts in a day to an unproven address, which can be a stranger's. A low limit is safe: the link in the
 * first alert also undoes later changes.
 */
const unprovenAlertsMost = 5

/**
 * Returns how many more alerts the account may get. Counts the links of alerts, which are stored in the transaction of the
 * change.
 */
async function alertsLeft(db: Db, member: { teamId: string; userId: string }, isProven: boolean, now: Date) {
  const [most, milliseconds] = isProven ? [alertsMost, hour] : [unprovenAlertsMost, 24 * hour]
  return most - (await countLinksMadeFrom(db, member, 'not-me', new Date(now.getTime() - milliseconds)))
}

/**
 * Prepares an email to the owner of an account about a new way to sign in to it. The email's link undoes all changes
 * since the beginning of the session that made this change (E1.11). The email goes to the account's current address, so
 * a change of the address must be stored afterwards. An address that the directory set gets no link. Must run in the
 * caller's transaction.
 * @returns emails to send after the commit; none if mail is not set up, or the account had many alerts (E1.14)
 */
export async function alertOwner(
  { config, now }: Parts,
  db: Db,
  member: { teamId: string; userId: string; sessionId?: string },
  mail: SecurityAlert,
  { isWithoutLink = false, ...more }: AboutOwner = {},
): Promise<Message[]> {
  if (!config.mail) return []
  const owner = await selectOwner(db, member)
  const { email, team_language: language } = owner
  const isProven = owner.email_proven_at !== null
  // Sends no link: a link leads to a new password, but the address may be mistyped, or a holder of the directory's
  // token may have chosen it (N17.05).
  if (isWithoutLink || owner.email_set_by_directory)
    return [writeNotice(mail, { member: owner, language, to: email, ...more, team: member.teamId, isProven })]
  const left = await alertsLeft(db, member, isProven, now())
  if (left <= 0) return []
  const since = member.sessionId === undefined ? undefined : await selectBegin(db, member, member.sessionId)
  const about = {
    purpose: 'not-me',
    email,
    publicUrl: config.publicUrl,
    now: now(),
    since,
    isUnproven: !isProven,
  } as const
  const notMe = await makeLink(db, { teamId: member.teamId, userId: member.userId }, about)
  const counted = { team: member.teamId, isProven }
  const message = writeNotice(mail, { member: owner, language, to: email, ...more, notMe, ...counted })
  return [left === 1 ? withLastNotice(message, isProven ? 'hour' : 'day') : message]
}

/**
 * Writes an email to an unproven address that an account loses (E1.16). Must run in the caller's transaction, before
 * the account loses the address.
 */
export async function alertReleasedAddress(
  { config }: Pick<Services, 'config'>,
  db: Db,
  member: { teamId: string; userId: string },
  mail: 'addressReleased' | 'addressToDirectory' | 'addressToOwner',
): Promise<Message[]> {
  if (!config.mail) return []
  const owner = await selectOwner(db, member)
  const { email, team_language: language, team } = owner
  const counted = { team: member.teamId, isProven: false }
  return [writeNotice(mail, { member: owner, language, to: email, email, name: team, ...counted })]
}

export const nameOf = async (db: Db, member: { teamId: string; userId: string }): Promise<string> =>
  (await selectOwner(db, member)).display_name

/**
 * Prepares emails to the team's administrators. Must run in the caller's transaction.
 * @param about.except the id of an administrator who gets no email
 * @returns emails to send after the commit; none if mail is not set up
 */
export async function alertAdministrators(
  { config }: { config: Pick<Services['config'], 'mail'> },
  db: Db,
  team: { teamId: string },
  mail:
    | 'administratorNamed'
    | 'provisioningMade'
    | 'memberJoined'
    | 'memberSignedUp'
    | 'memberReactivated'
    | 'memberRestored'
    | 'administratorRestored'
    | 'setupsStopped'
    | 'signedUpMeanwhile',
  { except, ...about }: About & { except?: string },
): Promise<Message[]> {
  if (!config.mail) return []
  const administrators = await selectAdministrators(db, team)
  return administrators
    .filter(({ id }) => id !== except)
    .map(({ email: to, language, isProven, ...member }) =>
      writeNotice(mail, { member, language, to, ...about, team: team.teamId, isProven }),
    )
}

/**
 * Notifies a member by email that their account is deleted. Must run in the caller's transaction, before the deletion.
 * @returns the email to send after the commit; none if mail is not set up
 */
export async function alertLeaver(
  { config }: Pick<Services, 'config'>,
  db: Db,
  member: { teamId: string; userId: string },
  mail: 'accountLeft' | 'accountErased',
): Promise<Message[]> {
  if (!config.mail) return []
  const { email: to, team_language: language, ...owner } = await selectOwner(db, member)
  const counted = { team: member.teamId, isProven: owner.email_proven_at !== null }
  return [writeNotice(mail, { member: owner, language, to, ...counted })]
}
