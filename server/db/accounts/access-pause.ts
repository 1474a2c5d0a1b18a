import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema/tables.ts'

type Member = { teamId: string; userId: string }
export type PauseReason = NonNullable<Tables['users']['access_paused']>

const update = (db: Db, { teamId, userId }: Member) =>
  db.updateTable('users').where((is) => is.and({ team_id: teamId, id: userId }))

/**
 * Marks the member's access as paused, until their next sign-in at the company's provider. Must be called only by
 * `pauseAccess`, which also ends the sessions.
 */
export const updatePaused = (db: Db, member: Member, reason: PauseReason) =>
  update(db, member).set({ access_paused: reason }).execute()

/** Records a sign-in at the company's provider, and resumes paused access (N17.07). */
export const updateCompanySignIn = (db: Db, member: Member, now: Date) =>
  update(db, member).set({ company_sign_in_at: now, pause_notice_at: null, access_paused: null }).execute()

/** Ends a pause without a sign-in. */
export const updateResumed = (db: Db, member: Member) =>
  update(db, member).set({ access_paused: null }).where('access_paused', 'is not', null).execute()

/** The condition for a member of the table `users` who has access: active, and not paused (N17.07). */
export const hasAccess = (users = 'users') =>
  sql<boolean>`(${sql.ref(users)}.is_active and ${sql.ref(users)}.access_paused is null)`
