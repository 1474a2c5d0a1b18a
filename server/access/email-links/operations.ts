import { v7 as newId } from 'uuid'
import { fingerprint, newSecret } from '#server/access/keys/keys.ts'
import { readToken, writeToken } from '#server/access/tokens/record-token.ts'
import { type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import {
  countLinksFrom,
  deleteExpired,
  deleteLinks,
  deleteLinksElsewhere,
  deleteLinksFrom,
  deleteLinksTo,
  deleteOldPasswordLinks,
  forgetPendingEmail,
  insertLink,
  insertPasswordLink,
  type Purpose,
  selectMails,
  selectOpenLink,
  updatePasswordLinkUsed,
  useLink,
} from './sql.ts'

export const lifetimes: Record<Purpose, number> = {
  'password-reset': 30 * 60_000, // milliseconds (D7.19)
  'email-proof': 7 * 24 * 60 * 60_000,
  'not-me': 7 * 24 * 60 * 60_000,
  'password-link': 30 * 60_000, // (E1.06)
}

/** The time for which a member sees the notice of a password link. */
const passwordLinkNoticeMs = 30 * 24 * 60 * 60_000

const screens: Record<Purpose, string> = {
  'password-reset': '/password-reset',
  'email-proof': '/email-proof',
  'not-me': '/not-me',
  'password-link': '/password-reset',
}

/**
 * Purposes for which earlier links stay valid. A stranger can request a reset, and an intruder can change an account:
 * neither may end the owner's earlier link.
 */
const staysBesideNewer: ReadonlySet<Purpose> = new Set(['password-reset', 'not-me'])

/**
 * Creates a link for an email. The link replaces an earlier link for the same purpose, except for the purposes in
 * `staysBesideNewer`.
 * @param about.publicUrl the deployment's address in a browser
 * @param about.madeBy for a `password-link`, the id of the administrator: the link ends when they are no longer an
 *   administrator
 * @param about.since the moment from which a `not-me` link undoes changes
 * @param about.isUnproven whether the account has not proven the address of a `not-me` link
 */
export async function makeLink(
  db: Db,
  member: { teamId: string; userId: string },
  {
    purpose,
    email,
    publicUrl,
    now,
    madeBy,
    since,
    isUnproven = false,
  }: {
    purpose: Purpose
    email: string
    publicUrl: string
    now: Date
    madeBy?: string
    since?: Date | undefined
    isUnproven?: boolean
  },
): Promise<string> {
  const secret = newSecret()
  const id = newId()
  if (!staysBesideNewer.has(purpose)) await deleteLinks(db, { ...member, purpose })
  const expiresAt = new Date(now.getTime() + lifetimes[purpose])
  await insertLink(db, {
    ...member,
    id,
    purpose,
    email,
    hash: fingerprint(secret),
    expiresAt,
    madeBy,
    since,
    isUnproven,
  })
  if (purpose === 'password-link') await insertPasswordLink(db, member, { id, madeBy, now })
  return `${publicUrl}${screens[purpose]}?token=${writeToken({ teamId: member.teamId, id, secret })}`
}

/** Withdraws the member's unused links for this purpose. */
export const withdrawLinks = (db: Db, member: { teamId: string; userId: string }, purpose: Purpose) =>
  deleteLinks(db, { ...member, purpose })

/** Withdraws every link that could set a password. Must run in the caller's transaction. */
export async function withdrawPasswordLinks(db: Db, member: { teamId: string; userId: string }): Promise<void> {
  await deleteLinks(db, { ...member, purpose: 'password-reset' })
  await deleteLinks(db, { ...member, purpose: 'password-link' })
}

/** Withdraws a pending change of the address. Must run in the caller's transaction. */
export async function withdrawEmailChange(db: Db, member: { teamId: string; userId: string }): Promise<void> {
  await deleteLinksElsewhere(db, member)
  await forgetPendingEmail(db, member)
}

export {
  deleteLinksMadeBy as withdrawLinksMadeBy,
  deletePasswordLinks as forgetPasswordLinks,
  deleteUnprovenMails as withdrawUnprovenMails,
} from './sql.ts'

/** Parses a token, which names the team of its link. @throws AppError link_invalid */
export function readLink(token: string) {
  const link = readToken(token)
  if (!link) throw new AppError('link_invalid')
  return link
}

/** Returns whether the link can still be used. */
export async function isOpenLink(db: Db, token: string, purpose: Purpose, now: Date): Promise<boolean> {
  const { teamId, id, secret } = readLink(token)
  return Boolean(await selectOpenLink(db, { teamId, id, purposes: [purpose], hash: fingerprint(secret), now }))
}

export const linkMadeAt = ({ purpose, expires_at }: { purpose: Purpose; expires_at: Date }) =>
  new Date(expires_at.getTime() - lifetimes[purpose])

/**
 * Returns the link of a token without using it.
 * @returns `madeAt`: when the link was mailed. `isUnproven`: the account had not proven the address at that time
 * @throws AppError link_invalid: unknown, expired or used already
 */
export async function checkLink(db: Db, token: string, purpose: Purpose | readonly Purpose[], now: Date) {
  const { teamId, id, secret } = readLink(token)
  const open = await selectOpenLink(db, { teamId, id, purposes: [purpose].flat(), hash: fingerprint(secret), now })
  if (!open) throw new AppError('link_invalid')
  const { user_id: userId, email, is_unproven: isUnproven } = open
  return { teamId, userId, email, isUnproven, madeAt: linkMadeAt(open) }
}

/**
 * Uses a link, so that it cannot be used again.
 * @returns `madeAt`: when the link was mailed
 * @throws AppError link_invalid: unknown, expired or used already
 */
export async function redeemLink(db: Db, token: string, purpose: Purpose | readonly Purpose[], now: Date) {
  const { teamId, id, secret } = readLink(token)
  const used = await useLink(db, { teamId, id, purposes: [purpose].flat(), hash: fingerprint(secret), now })
  if (!used) throw new AppError('link_invalid')
  const { userId, email } = used
  if (used.purpose === 'password-link') await updatePasswordLinkUsed(db, { teamId, id }, now)
  return { teamId, userId, email, purpose: used.purpose, madeAt: linkMadeAt(used) }
}

/**
 * Checks the link of an alert email, and finds the moment from which the owner should review changes. All unused links
 * to the same address count, because an earlier email may be about the first unrecognized change.
 * @returns `since`: the earliest change, or the beginning of the earliest session, in these emails
 * @throws AppError link_invalid
 */
export async function checkMail(db: Db, token: string, now: Date) {
  const link = await checkLink(db, token, 'not-me', now)
  const begin = beginOf(await selectMails(db, link, now))
  return { ...link, since: new Date(Math.min(link.madeAt.getTime(), begin?.getTime() ?? Infinity)) }
}

function beginOf(mails: { expires_at: Date; since: Date | null }[]): Date | undefined {
  const moments = mails.map(({ expires_at, since }) => since ?? linkMadeAt({ purpose: 'not-me', expires_at }))
  return moments.toSorted((one, other) => one.getTime() - other.getTime())[0]
}

/** Withdraws the links in alert emails to one address that were sent at `madeFrom` or later. */
export const withdrawMailsTo = (db: Db, member: { teamId: string; userId: string; email: string }, madeFrom: Date) =>
  deleteLinksTo(db, { ...member, purpose: 'not-me' }, new Date(madeFrom.getTime() + lifetimes['not-me']))

/** Counts the links for this purpose that were made at `madeFrom` or later, including used links. */
export const countLinksMadeFrom = (
  db: Db,
  member: { teamId: string; userId: string },
  purpose: Purpose,
  madeFrom: Date,
): Promise<number> => countLinksFrom(db, { ...member, purpose }, new Date(madeFrom.getTime() + lifetimes[purpose]))

/** Withdraws the links for this purpose that were mailed at `madeFrom` or later. */
export const withdrawLinksFrom = (
  db: Db,
  member: { teamId: string; userId: string },
  purpose: Purpose,
  madeFrom: Date,
) => deleteLinksFrom(db, { ...member, purpose }, new Date(madeFrom.getTime() + lifetimes[purpose]))

/**
 * Deletes expired links together with the addresses to which they were mailed. Also deletes notices of old password
 * links.
 */
export async function deleteExpiredLinks({ database, now }: Services): Promise<void> {
  await withEveryTeamTransaction(database, async (db) => {
    await deleteExpired(db, now())
    await deleteOldPasswordLinks(db, new Date(now().getTime() - passwordLinkNoticeMs))
  })
}
