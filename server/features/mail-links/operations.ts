import { v7 as newId } from 'uuid'
import { fingerprint, newSecret } from '#server/access/keys.ts'
import { readToken, writeToken } from '#server/access/record-token.ts'
import { type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import {
  deleteExpired,
  deleteLinks,
  deleteLinksElsewhere,
  deleteLinksFrom,
  deleteLinksTo,
  forgetPendingEmail,
  insertLink,
  type Purpose,
  selectLetters,
  selectOpenLink,
  useLink,
} from './sql.ts'

export const lifetimes: Record<Purpose, number> = {
  'password-reset': 30 * 60_000, // milliseconds (D7.19)
  'email-proof': 7 * 24 * 60 * 60_000,
  'not-me': 7 * 24 * 60 * 60_000,
  'password-link': 30 * 60_000, // (E1.06)
}

const screens: Record<Purpose, string> = {
  'password-reset': '/password-reset',
  'email-proof': '/email-proof',
  'not-me': '/not-me',
  'password-link': '/password-reset',
}

/**
 * Purposes whose earlier links stay valid: strangers can ask for a reset, and an intruder can change an account. Neither
 * may end the owner's earlier link.
 */
const staysBesideNewer: ReadonlySet<Purpose> = new Set(['password-reset', 'not-me'])

/**
 * Makes a link for a mail. It replaces an earlier one of its purpose, except for `staysBesideNewer`.
 * @param about.publicUrl the deployment's address in a browser
 * @param about.madeBy the administrator who makes a `password-link`: it ends with their rights
 * @param about.since the moment from which a `not-me` link undoes changes
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
  }: { purpose: Purpose; email: string; publicUrl: string; now: Date; madeBy?: string; since?: Date | undefined },
): Promise<string> {
  const secret = newSecret()
  const id = newId()
  if (!staysBesideNewer.has(purpose)) await deleteLinks(db, { ...member, purpose })
  const expiresAt = new Date(now.getTime() + lifetimes[purpose])
  await insertLink(db, { ...member, id, purpose, email, hash: fingerprint(secret), expiresAt, madeBy, since })
  return `${publicUrl}${screens[purpose]}?token=${writeToken({ teamId: member.teamId, id, secret })}`
}

/** What was mailed for this purpose counts no longer. */
export const withdrawLinks = (db: Db, member: { teamId: string; userId: string }, purpose: Purpose) =>
  deleteLinks(db, { ...member, purpose })

/** Withdraws every link that could set a password. Must run in the caller's transaction. */
export async function withdrawPasswordLinks(db: Db, member: { teamId: string; userId: string }): Promise<void> {
  await deleteLinks(db, { ...member, purpose: 'password-reset' })
  await deleteLinks(db, { ...member, purpose: 'password-link' })
}

/** Withdraws a change of the address that waits for its link. Must run in the caller's transaction. */
export async function withdrawEmailChange(db: Db, member: { teamId: string; userId: string }): Promise<void> {
  await deleteLinksElsewhere(db, member)
  await forgetPendingEmail(db, member)
}

export { deleteLinksMadeBy as withdrawLinksMadeBy } from './sql.ts'

/** The team whose rows a token's link is among. @throws AppError link_invalid */
export function readLink(token: string) {
  const link = readToken(token)
  if (!link) throw new AppError('link_invalid')
  return link
}

/** Whether the link could still be used. */
export async function isOpenLink(db: Db, token: string, purpose: Purpose, now: Date): Promise<boolean> {
  const { teamId, id, secret } = readLink(token)
  return Boolean(await selectOpenLink(db, { teamId, id, purposes: [purpose], hash: fingerprint(secret), now }))
}

/** Returns when a link was made. */
export const linkMadeAt = ({ purpose, expires_at }: { purpose: Purpose; expires_at: Date }) =>
  new Date(expires_at.getTime() - lifetimes[purpose])

/** @returns `madeAt`: when it was mailed @throws AppError link_invalid: unknown, expired or used already */
export async function checkLink(db: Db, token: string, purpose: Purpose | readonly Purpose[], now: Date) {
  const { teamId, id, secret } = readLink(token)
  const open = await selectOpenLink(db, { teamId, id, purposes: [purpose].flat(), hash: fingerprint(secret), now })
  if (!open) throw new AppError('link_invalid')
  return { teamId, userId: open.user_id, email: open.email, madeAt: linkMadeAt(open) }
}

/**
 * Uses a link up.
 * @returns `madeAt`: when it was mailed
 * @throws AppError link_invalid: unknown, expired or used already
 */
export async function redeemLink(db: Db, token: string, purpose: Purpose | readonly Purpose[], now: Date) {
  const { teamId, id, secret } = readLink(token)
  const used = await useLink(db, { teamId, id, purposes: [purpose].flat(), hash: fingerprint(secret), now })
  if (!used) throw new AppError('link_invalid')
  const { userId, email } = used
  return { teamId, userId, email, purpose: used.purpose, madeAt: linkMadeAt(used) }
}

/**
 * Checks the link of a letter about a change, and finds out from when on its owner should see changes. All open letters to
 * the same address count: the first one may have told of the first strange change.
 * @returns `since`: the earliest change, or the begin of the earliest session, of which one of these letters tells
 * @throws AppError link_invalid
 */
export async function checkLetter(db: Db, token: string, now: Date) {
  const link = await checkLink(db, token, 'not-me', now)
  const begin = beginOf(await selectLetters(db, link, now))
  return { ...link, since: new Date(Math.min(link.madeAt.getTime(), begin?.getTime() ?? Infinity)) }
}

/** Returns from when on a member's open letters undo changes. Undefined: there is no open letter. */
export const earliestStrange = async (db: Db, member: { teamId: string; userId: string }, now: Date) =>
  beginOf(await selectLetters(db, member, now))

function beginOf(letters: { expires_at: Date; since: Date | null }[]): Date | undefined {
  const moments = letters.map(({ expires_at, since }) => since ?? linkMadeAt({ purpose: 'not-me', expires_at }))
  return moments.toSorted((one, other) => one.getTime() - other.getTime())[0]
}

/** Withdraws the links of letters to one address that were mailed from a moment on. */
export const withdrawLettersTo = (db: Db, member: { teamId: string; userId: string; email: string }, madeFrom: Date) =>
  deleteLinksTo(db, { ...member, purpose: 'not-me' }, new Date(madeFrom.getTime() + lifetimes['not-me']))

/** What was mailed for this purpose from a moment on counts no longer. */
export const withdrawLinksFrom = (
  db: Db,
  member: { teamId: string; userId: string },
  purpose: Purpose,
  madeFrom: Date,
) => deleteLinksFrom(db, { ...member, purpose }, new Date(madeFrom.getTime() + lifetimes[purpose]))

/** With them go the addresses that they were mailed to. */
export async function deleteExpiredLinks({ database, now }: Services): Promise<void> {
  await withEveryTeamTransaction(database, (db) => deleteExpired(db, now()))
}
