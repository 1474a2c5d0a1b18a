import { deleteLogin, insertLogin, isEmailTaken } from '#server/db/accounts/logins.ts'
import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { emailKey } from './email-key.ts'
import { withdrawLinks, withdrawPasswordLinks } from '../email-links/operations.ts'
import * as addresses from './sql.ts'

/** Gives an account back an address that its owner has proven. Must run in the caller's transaction. */
export async function restoreEmail(db: Db, member: addresses.Member, email: string, now: Date): Promise<void> {
  await withdrawLinks(db, member, 'email-proof')
  const before = await addresses.lockAddress(db, member)
  await replaceEmail(db, member, before, { email, emailKey: emailKey(email), provenAt: now, now })
}

/** Changes the address of an account, and withdraws the links that were mailed to the old address. */
export async function replaceEmail(
  db: Db,
  member: addresses.Member,
  before: { email_key: string },
  to: Parameters<typeof addresses.updateEmail>[2],
): Promise<void> {
  if (to.emailKey !== before.email_key) {
    await withdrawPasswordLinks(db, member)
    await addresses.updateAcceptedInvitations(db, member, before.email_key, to)
    await insertLogin(db, member, to.emailKey)
    await deleteLogin(db, before.email_key)
  }
  await addresses.updateEmail(db, member, to)
}

/** @throws AppError email_taken if the work violates the uniqueness of email addresses */
export async function translateTakenEmail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isEmailTaken(error)) throw emailTaken()
    throw error
  }
}

export const emailTaken = () => new AppError('email_taken', { field: { name: 'email', code: 'taken' } })

/** Returns whether the company's directory set the address of the account, and nobody has proven the address since. */
export const isSetByDirectory = async (db: Db, member: addresses.Member): Promise<boolean> =>
  (await addresses.lockAddress(db, member)).email_set_by_directory

export { lockAddress } from './sql.ts'
