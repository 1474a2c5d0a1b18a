import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'

type Link = { teamId: string; id: string; hash: Buffer; now: Date }

/** Selects a link that proves an address, whether used or not, with its account. */
export const selectProofLink = (db: Db, { teamId, id, hash, now }: Link) =>
  db
    .selectFrom('mail_links')
    .innerJoin('users', (join) =>
      join.onRef('users.team_id', '=', 'mail_links.team_id').onRef('users.id', '=', 'mail_links.user_id'),
    )
    .where((is) => is.and({ 'mail_links.team_id': teamId, 'users.team_id': teamId, 'mail_links.id': id }))
    .where((is) => is.and({ purpose: 'email-proof', token_hash: hash }))
    .where('expires_at', '>', now)
    .where('users.is_active', '=', true)
    .select(['mail_links.user_id', 'mail_links.email', 'mail_links.used_at'])
    .select(['users.display_name', 'users.email_key', 'users.email_proven_at'])
    .executeTakeFirst()

/** Selects a sign-up that still waits for its link to be used. */
export const selectPending = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('pending_registrations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .selectAll()
    .executeTakeFirst()

/**
 * Deletes a pending sign-up. Returns false if there is none, for example because its account was created a moment ago.
 */
export const deletePending = (db: Db, tokenHash: Buffer, now: Date): Promise<boolean> =>
  hasRow(
    db
      .deleteFrom('pending_registrations')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .returning('token_hash'),
  )

export const deletePendingEmail = (db: Db, member: { teamId: string; userId: string }, email: string) =>
  db
    .updateTable('users')
    .set({ pending_email: null })
    .where((is) => is.and({ team_id: member.teamId, id: member.userId, pending_email: email }))
    .execute()
