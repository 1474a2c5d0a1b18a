import type { Db } from '#server/db/database.ts'
import { hashPassword } from '#server/access/passwords.ts'
import { upsertCredential } from './sql.ts'

type Member = { teamId: string; userId: string }

/**
 * Hashing takes its time, so it is done before a transaction begins.
 * @returns what stores the password within one
 * @throws AppError busy
 */
export async function preparePassword(password: string) {
  const hash = await hashPassword(password)
  return (db: Db, member: Member, now: Date) => upsertCredential(db, member, hash, now)
}

export { selectHash as storedHash } from './sql.ts'
