import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Registration } from '#contract/users.ts'
import { selectFirstTeam } from '#server/db/accounts/first-team.ts'
import type { Db } from '#server/db/database.ts'
import { finishFirstStep } from '#server/db/accounts/first-steps.ts'
import { insertLogin } from '#server/db/accounts/logins.ts'
import type { Tables } from '#server/db/schema/tables.ts'

export type Team = { id: string; name: string; timeZone: string; language: Language }

/** Runs simultaneous first sign-ups one after another, so that the later ones see the first one's team. */
export const lockFirst = (db: Db) => sql`select pg_advisory_xact_lock(hashtextextended('first team', 0))`.execute(db)

/** Returns whether the deployment has an account, in any team. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select 1 from users) as found`.execute(db)
  return rows[0]!.found
}

/** Returns the name of the oldest team, or an empty list if there is no team. */
export async function selectFirstTeamName(db: Db): Promise<string[]> {
  const first = await selectFirstTeam(db)
  return first ? [first.name] : []
}

/**
 * Returns the deployment's only team, and creates it if there is none. If several first sign-ups run at once, only one
 * creates it.
 */
export async function firstTeam(db: Db, make: () => Promise<string>): Promise<string> {
  await lockFirst(db)
  const first = await selectFirstTeam(db)
  return first?.id ?? make()
}

export async function insertTeam(db: Db, { id, name, timeZone, language }: Team): Promise<string> {
  await db.insertInto('teams').values({ id, name, time_zone: timeZone, language }).execute()
  return id
}

/**
 * Adds a member. The first member of a team becomes an administrator. A later member completes an onboarding step of
 * the team.
 */
export async function insertUser(
  db: Db,
  member: { teamId: string; userId: string },
  { first_name, family_name, preferred_name, email }: Omit<Registration, 'password' | 'time_zone'>,
  more: { emailKey: string; provenAt: Date | null; settings: unknown },
) {
  await insertLogin(db, member, more.emailKey)
  const inserted = await db
    .insertInto('users')
    .values({
      team_id: member.teamId,
      id: member.userId,
      first_name,
      family_name,
      preferred_name,
      email,
      email_key: more.emailKey,
      email_proven_at: more.provenAt,
      settings: JSON.stringify(more.settings),
    })
    .returning(['display_name', 'settings', 'is_admin'])
    .executeTakeFirstOrThrow()
  if (!inserted.is_admin) await finishFirstStep(db, member, 'invite')
  return inserted
}

export type Pending = Tables['pending_registrations']

/** Stores a sign-up, and keeps earlier ones with the same address. */
export const insertPending = (db: Db, pending: Pending) =>
  db.insertInto('pending_registrations').values(pending).execute()

export const deletePendingOf = (db: Db, emailKey: string) =>
  db.deleteFrom('pending_registrations').where('email_key', '=', emailKey).execute()

export const deleteExpired = (db: Db, now: Date) =>
  db.deleteFrom('pending_registrations').where('expires_at', '<=', now).execute()

/** Returns the sign-up with this future member id, if it is for this address. */
export async function selectBegun(
  db: Db,
  emailKey: string,
  userId: string | undefined,
  now: Date,
): Promise<Pending | undefined> {
  if (userId === undefined) return undefined
  return db
    .selectFrom('pending_registrations')
    .where((is) => is.and({ email_key: emailKey, user_id: userId }))
    .where('expires_at', '>', now)
    .selectAll()
    .executeTakeFirst()
}

/** Deletes and returns the sign-up. If two browsers open the link at once, only one gets the sign-up. */
export const takePending = (db: Db, tokenHash: Buffer, now: Date): Promise<Pending | undefined> =>
  db
    .deleteFrom('pending_registrations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
