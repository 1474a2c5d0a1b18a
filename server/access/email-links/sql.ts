import { sql } from 'kysely'
import { hasAccess } from '#server/db/accounts/access-pause.ts'
import type { Db } from '#server/db/database.ts'

export type Purpose = 'password-reset' | 'email-proof' | 'not-me' | 'password-link'
export type Link = { teamId: string; id: string; userId: string; purpose: Purpose; email: string }

type NewLink = Link & {
  hash: Buffer
  expiresAt: Date
  madeBy: string | undefined
  since: Date | undefined
  isUnproven: boolean
}

export const insertLink = (db: Db, link: NewLink) =>
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
      made_by: link.madeBy ?? null,
      since: link.since ?? null,
      is_unproven: link.isUnproven,
    })
    .execute()

type Kind = Pick<Link, 'teamId' | 'userId' | 'purpose'>

const deletion = (db: Db, { teamId, userId, purpose }: Kind) =>
  db.deleteFrom('mail_links').where('team_id', '=', teamId).where('user_id', '=', userId).where('purpose', '=', purpose)

/** Deletes unused links. A used link has no effect, but stays so that we can recognise it (E1.03). */
export const deleteLinks = (db: Db, kind: Kind) => deletion(db, kind).where('used_at', 'is', null).execute()

/**
 * Deletes the unused links that confirm another address than the account's. A link that confirms the account's own
 * address stays.
 */
export const deleteLinksElsewhere = (db: Db, { teamId, userId }: Pick<Link, 'teamId' | 'userId'>) =>
  sql`
    delete from mail_links l using users u
    where l.team_id = ${teamId} and l.user_id = ${userId} and l.purpose = 'email-proof' and l.used_at is null
      and u.team_id = ${teamId} and u.id = ${userId} and l.email <> u.email`.execute(db)

/** Deletes the unused password links that this member made for others. */
export const deleteLinksMadeBy = (db: Db, { teamId, userId }: Pick<Link, 'teamId' | 'userId'>) =>
  db
    .deleteFrom('mail_links')
    .where((is) => is.and({ team_id: teamId, made_by: userId }))
    .where('used_at', 'is', null)
    .execute()

export const forgetPendingEmail = (db: Db, { teamId, userId }: Pick<Link, 'teamId' | 'userId'>) =>
  db
    .updateTable('users')
    .set({ pending_email: null })
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .where('pending_email', 'is not', null)
    .execute()

/** Deletes the links to one address that expire at `expiresFrom` or later, including used links. */
export const deleteLinksTo = (db: Db, { email, ...kind }: Kind & { email: string }, expiresFrom: Date) =>
  deletion(db, kind).where('email', '=', email).where('expires_at', '>=', expiresFrom).execute()

/** Deletes the unused links in alert emails to an address that the account had not proven. */
export const deleteUnprovenMails = (db: Db, member: Pick<Link, 'teamId' | 'userId'>) =>
  deletion(db, { ...member, purpose: 'not-me' })
    .where('used_at', 'is', null)
    .where('is_unproven', '=', true)
    .execute()

/** Returns the unused and unexpired links in alert emails to a member. With `email`, only those to this address. */
export const selectMails = (db: Db, { teamId, userId, email }: Omit<Kind, 'purpose'> & { email?: string }, now: Date) =>
  db
    .selectFrom('mail_links')
    .where((is) => is.and({ team_id: teamId, user_id: userId, purpose: 'not-me', ...(email && { email }) }))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['expires_at', 'since'])
    .execute()

export async function countLinksFrom(db: Db, { teamId, userId, purpose }: Kind, expiresFrom: Date): Promise<number> {
  const { count } = await db
    .selectFrom('mail_links')
    .where((is) => is.and({ team_id: teamId, user_id: userId, purpose }))
    .where('expires_at', '>=', expiresFrom)
    .select((is) => is.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const deleteLinksFrom = (db: Db, kind: Kind, expiresFrom: Date) =>
  deletion(db, kind).where('expires_at', '>=', expiresFrom).execute()

export const deleteExpired = (db: Db, now: Date) => db.deleteFrom('mail_links').where('expires_at', '<=', now).execute()

type Member = Pick<Link, 'teamId' | 'userId'>

/** Records that a password link was made, so that its member sees a notice. Replaces the records of unused links. */
export async function insertPasswordLink(
  db: Db,
  { teamId, userId }: Member,
  { id, madeBy, now }: { id: string; madeBy: string | undefined; now: Date },
): Promise<void> {
  await db
    .deleteFrom('password_links')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .where('used_at', 'is', null)
    .execute()
  await db
    .insertInto('password_links')
    .values({ team_id: teamId, id, user_id: userId, made_by: madeBy ?? null, made_at: now })
    .execute()
}

export const updatePasswordLinkUsed = (db: Db, { teamId, id }: Pick<Link, 'teamId' | 'id'>, now: Date) =>
  db
    .updateTable('password_links')
    .set({ used_at: now })
    .where((is) => is.and({ team_id: teamId, id }))
    .execute()

export const deletePasswordLinks = (db: Db, { teamId, userId }: Member) =>
  db
    .deleteFrom('password_links')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .execute()

export const deleteOldPasswordLinks = (db: Db, madeBefore: Date) =>
  db.deleteFrom('password_links').where('made_at', '<', madeBefore).execute()

/**
 * Whether the link may be used. The member must be active, except for "It was not me", which lets no one in. The maker
 * of a password link must still be an administrator with access. The operator's links have no maker.
 */
const isAllowed = (teamId: string) => sql<boolean>`(purpose = 'not-me' or exists (
  select from users u where u.team_id = ${teamId} and u.id = mail_links.user_id and u.is_active))
  and (purpose <> 'password-link' or made_by is null or exists (
  select from users m where m.team_id = ${teamId} and m.id = mail_links.made_by and ${hasAccess('m')} and m.is_admin))`

type Token = Pick<Link, 'teamId' | 'id'> & { purposes: Purpose[]; hash: Buffer; now: Date }

export const selectOpenLink = (db: Db, { teamId, id, purposes, hash, now }: Token) =>
  db
    .selectFrom('mail_links')
    .where((is) => is.and({ team_id: teamId, id, token_hash: hash }))
    .where(sql<boolean>`purpose = any(${purposes})`)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isAllowed(teamId))
    .select(['id', 'user_id', 'email', 'purpose', 'expires_at', 'is_unproven'])
    .executeTakeFirst()

type UsedLink = Pick<Link, 'userId' | 'purpose' | 'email'> & { expires_at: Date }

/** Finds the link and marks it as used in one statement: of two simultaneous uses, one succeeds. */
export async function useLink(db: Db, { teamId, id, purposes, hash, now }: Token): Promise<UsedLink | undefined> {
  const { rows } = await sql<UsedLink>`
    update mail_links set used_at = ${now}
    where team_id = ${teamId} and id = ${id} and purpose = any(${purposes}) and token_hash = ${hash}
      and used_at is null and expires_at > ${now} and ${isAllowed(teamId)}
    returning user_id as "userId", purpose, email, expires_at`.execute(db)
  return rows[0]
}
