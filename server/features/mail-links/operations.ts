import { v7 as newId } from 'uuid'
import { fingerprint, newSecret } from '#server/access/keys.ts'
import { readToken, writeToken } from '#server/access/record-token.ts'
import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { deleteLinks, insertLink, type Purpose, useLink } from './sql.ts'

const lifetimes: Record<Purpose, number> = {
  'password-reset': 30 * 60_000, // milliseconds (decisions, forgotten password)
  'email-proof': 7 * 24 * 60 * 60_000,
}

const screens: Record<Purpose, string> = { 'password-reset': '/password-reset', 'email-proof': '/email-proof' }

/**
 * Makes a link for a mail, in place of an earlier one of its kind.
 * @param publicUrl where the browser finds this deployment
 */
export async function makeLink(
  db: Db,
  member: { teamId: string; userId: string },
  { purpose, email, publicUrl, now }: { purpose: Purpose; email: string; publicUrl: string; now: Date },
): Promise<string> {
  const secret = newSecret()
  const id = newId()
  await deleteLinks(db, { ...member, purpose })
  const expiresAt = new Date(now.getTime() + lifetimes[purpose])
  await insertLink(db, { ...member, id, purpose, email, hash: fingerprint(secret), expiresAt })
  return `${publicUrl}${screens[purpose]}?token=${writeToken({ teamId: member.teamId, id, secret })}`
}

/** What was mailed for this purpose counts no longer. */
export const withdrawLinks = (db: Db, member: { teamId: string; userId: string }, purpose: Purpose) =>
  deleteLinks(db, { ...member, purpose })

/** The team whose rows a token's link is among. @throws AppError link_invalid */
export function readLink(token: string) {
  const link = readToken(token)
  if (!link) throw new AppError('link_invalid')
  return link
}

/** Uses a link up. @throws AppError link_invalid: unknown, expired or used already */
export async function redeemLink(db: Db, token: string, purpose: Purpose, now: Date) {
  const { teamId, id, secret } = readLink(token)
  const used = await useLink(db, { teamId, id, purpose, hash: fingerprint(secret), now })
  if (!used) throw new AppError('link_invalid')
  return { teamId, ...used }
}
