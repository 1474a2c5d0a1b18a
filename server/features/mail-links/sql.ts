import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type Purpose = 'password-reset' | 'email-proof' | 'not-me'
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

type Kind = Pick<Link, 'teamId' | 'userId' | 'purpose'>

const deletion = (db: Db, { teamId, userId, purpose }: Kind) =>
  db.deleteFrom('mail_links').where('team_id', '=', teamId).where('user_id', '=', userId).where('purpose', '=', purpose)

/** Only the newest link of a kind works. */
export const deleteLinks = (db: Db, kind: Kind) => deletion(db, kind).execute()

export const deleteLinksFrom = (db: Db, kind: Kind, expiresFrom: Date) =>
  deletion(db, kind).where('expires_at', '>=', expiresFrom).execute()

export const deleteExpired = (db: Db, now: Date) => db.deleteFrom('mail_links').where('expires_at', '<=', now).execute()

type Token = Pick<Link, 'teamId' | 'id' | 'purpose'> & { hash: Buffer; now: Date }

export const selectOpenLink = (db: Db, { teamId, id, purpose, hash, now }: Token) =>
  db
    .selectFrom('mail_links')
    .where((is) => is.and({ team_id: teamId, id, purpose, token_hash: hash }))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'user_id'])
    .executeTakeFirst()

/** Marks the link as used in the same statement that finds it: of two who open it at once, one does. */
export async function useLink(
  db: Db,
  { teamId, id, purpose, hash, now }: Token,
): Promise<{ userId: string; email: string; expires_at: Date } | undefined> {
  const { rows } = await sql<{ userId: string; email: string; expires_at: Date }>`
    update mail_links set used_at = ${now}
    where team_id = ${teamId} and id = ${id} and purpose = ${purpose} and token_hash = ${hash}
      and used_at is null and expires_at > ${now}
    returning user_id as "userId", email, expires_at`.execute(db)
  return rows[0]
}
