import type { Db } from '#server/db/database.ts'
import type { Scope } from '../scope.ts'

export type Member = Pick<Scope, 'teamId' | 'userId'>

/**
 * Locks the member's row, so that changes of the member's address run one after another. Does not use `for update`:
 * every write already holds a weaker lock of the row (`still-allowed.ts`), so two writes would deadlock.
 */
export const lockAddress = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select(['email', 'email_key', 'email_proven_at', 'pending_email', 'display_name', 'settings'])
    .select(['first_name', 'family_name', 'preferred_name', 'email_set_by_directory', 'access_paused'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Moves accepted invitations from the old address to the new one, so that they are deleted with the member (N1.04). */
export const updateAcceptedInvitations = (
  db: Db,
  { teamId }: Member,
  from: string,
  to: { email: string; emailKey: string },
) =>
  db
    .updateTable('invitations')
    .set({ email: to.email, email_key: to.emailKey })
    .where((is) => is.and({ team_id: teamId, email_key: from }))
    .where('accepted_at', 'is not', null)
    .execute()

/**
 * @param to.provenAt null if the address is unproven; undefined: `email_proven_at` stays unchanged
 * @param to.isByDirectory whether the company's directory sets the address of an existing account
 */
export const updateEmail = (
  db: Db,
  member: Member,
  to: { email: string; emailKey: string; provenAt: Date | null | undefined; isByDirectory?: boolean; now: Date },
) =>
  db
    .updateTable('users')
    .set({
      email: to.email,
      email_key: to.emailKey,
      ...(to.provenAt === undefined
        ? {}
        : { email_proven_at: to.provenAt, email_set_by_directory: to.isByDirectory === true }),
      pending_email: null,
      updated_at: to.now,
    })
    .where((is) => is.and({ team_id: member.teamId, id: member.userId }))
    .execute()
