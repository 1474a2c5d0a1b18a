import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type Purpose = 'password-reset' | 'email-proof'
export type Link = { teamId: string; id: string; userId: string; purpose: Purpose; email: string }

export const insertLink = (db: Db, link: Link & { hash: Buffer; expiresAt: Date }) =>
  db
    .insertInto('mail_links')
    .values({
      team_id: link.teamId,
      id: link.id,
      user_id: link.userId,
      purpose: link.purpose,
      email: link.email,
      token_hash: link.hash,
      expires_at: link.expiresAt,
    })
    .execute()

/** Only the newest link of a kind works. */
export const deleteLinks = (db: Db, { teamId, userId, purpose }: Pick<Link, 'teamId' | 'userId' | 'purpose'>) =>
  db
    .deleteFrom('mail_links')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()

/** Marks the link as used in the same statement that finds it: of two who open it at once, one does. */
export async function useLink(
  db: Db,
  { teamId, id, purpose, hash, now }: Pick<Link, 'teamId' | 'id' | 'purpose'> & { hash: Buffer; now: Date },
): Promise<{ userId: string; email: string } | undefined> {
  const { rows } = await sql<{ userId: string; email: string }>`
    update mail_links set used_at = ${now}
    where team_id = ${teamId} and id = ${id} and purpose = ${purpose} and token_hash = ${hash}
      and used_at is null and expires_at > ${now}
    returning user_id as "userId", email`.execute(db)
  return rows[0]
}
