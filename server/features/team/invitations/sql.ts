import { type RawBuilder, sql } from 'kysely'
import type { Invitation, InvitationDraft, InvitationsQuery } from '#contract/invitations.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { isDirectorys } from '#server/db/accounts/provisioned.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'

type Link = { id: string; hash: Buffer; byMail: boolean; expiresAt: Date; now: Date }

/**
 * Whether a member keeps their email although the link of an invitation proves that it belongs to another person
 * (E1.16).
 */
const keepsEmail = (team: { teamId: string }) =>
  sql<boolean>`(m.email_proven_at is not null or ${isDirectorys(team, 'm')})`

/**
 * Whether the invitation's team has a member with the invited email.
 * @param byMail whether the invitation's link proves the email, and so may take it from an unproven account (E1.16)
 */
const isMember = (team: { teamId: string }, byMail: RawBuilder<boolean>) =>
  sql<boolean>`exists (
    select from users m where m.team_id = ${team.teamId} and m.email_key = i.email_key
      and (${keepsEmail(team)} or not ${byMail}))`
const isOpen = sql<boolean>`accepted_at is null and cancelled_at is null`

/** Selects the invitations that can still be accepted or resent, newest first. */
export const selectInvitations = (
  db: Db,
  scope: Scope,
  { include_expired, limit, offset }: InvitationsQuery,
  now: Date,
) =>
  selectWhere(
    db,
    scope,
    sql`${isOpen} and not ${isMember(scope, sql`i.by_mail`)} and (${include_expired} or i.expires_at > ${now})
      order by i.created_at desc, i.id desc ${rowsOfPage({ limit, offset })}`,
    now,
  )

export async function selectInvitation(db: Db, scope: Scope, id: string, now: Date): Promise<Invitation> {
  const [invitation] = await selectWhere(db, scope, sql`i.id = ${id}`, now)
  return invitation!
}

async function selectWhere(db: Db, scope: Scope, condition: RawBuilder<unknown>, now: Date): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select i.id, i.email, i.role, u.display_name as invited_by,
           iso_in_zone(i.created_at, t.time_zone) as created_at, iso_in_zone(i.expires_at, t.time_zone) as expires_at,
           case when i.expires_at > ${now} then 'pending' else 'expired' end as status
    from invitations i
    join teams t on t.id = i.team_id
    join users u on u.team_id = i.team_id and u.id = coalesce(i.resent_by, i.invited_by)
    where i.team_id = ${scope.teamId} and ${condition}`.execute(db)
  return rows
}

/** Returns whether the team has a member with this email. @param byMail as in `isMember` */
export const selectIsMember = (db: Db, { teamId }: Scope, emailKey: string, byMail: boolean): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('users as m')
      .where((is) => is.and({ team_id: teamId, email_key: emailKey }))
      .$if(byMail, (those) => those.where(keepsEmail({ teamId })))
      .select('id'),
  )

/** Adds an invitation, or replaces an expired one to the same email. Returns false if there is a pending one. */
export async function insertInvitation(
  db: Db,
  scope: Scope,
  { email, role }: InvitationDraft,
  { id, hash, byMail, expiresAt, now, emailKey }: Link & { emailKey: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into invitations as i
      (team_id, id, email, email_key, role, token_hash, by_mail, invited_by, created_at, expires_at)
    values (${scope.teamId}, ${id}, ${email}, ${emailKey}, ${role}, ${hash}, ${byMail}, ${scope.userId}, ${now}, ${expiresAt})
    on conflict (team_id, email_key) where accepted_at is null and cancelled_at is null
    do update set id = excluded.id, email = excluded.email, role = excluded.role, token_hash = excluded.token_hash,
      by_mail = excluded.by_mail, invited_by = excluded.invited_by, resent_by = null,
      created_at = excluded.created_at, expires_at = excluded.expires_at
    where i.expires_at <= ${now}
    returning 1`.execute(db)
  return rows.length === 1
}

/** Gives a pending or expired invitation a new link. The former link stops working. */
export const updateLink = (db: Db, scope: Scope, { id, hash, byMail, expiresAt }: Omit<Link, 'now'>) =>
  db
    .updateTable('invitations')
    .set({ token_hash: hash, by_mail: byMail, expires_at: expiresAt, resent_by: scope.userId })
    .where((is) => is.and({ team_id: scope.teamId, id }))
    .where(isOpen)
    .returning(['email', 'email_key'])
    .executeTakeFirst()

/** Selects a pending or expired invitation that is to be resent: its email, and whether a member has that email. */
export const selectOpen = (db: Db, scope: Scope, id: string, byMail: boolean) =>
  db
    .selectFrom('invitations as i')
    .where((is) => is.and({ team_id: scope.teamId, id }))
    .where(isOpen)
    .select(['email_key', isMember(scope, sql`${byMail}::boolean`).as('is_member')])
    .executeTakeFirst()

export const updateCancelled = (db: Db, scope: Scope, id: string, now: Date): Promise<boolean> =>
  hasRow(
    db
      .updateTable('invitations')
      .set({ cancelled_at: now })
      .where((is) => is.and({ team_id: scope.teamId, id }))
      .where(isOpen)
      .returning('team_id'),
  )

/**
 * Withdraws the pending invitations that a member made or resent: all of them, or those since a moment. Includes an
 * invitation that another member resent, because it still goes to the address that its maker entered.
 * @param since `expiresFrom`: the expiry of an invitation that was sent at `from`
 */
export const updateWithdrawn = (
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  now: Date,
  since?: { from: Date; expiresFrom: Date },
) =>
  db
    .updateTable('invitations')
    .set({ cancelled_at: now })
    .where('team_id', '=', teamId)
    .where((is) =>
      is.or([
        is.and([is('invited_by', '=', userId), is('created_at', '>=', since?.from ?? new Date(0))]),
        is.and([is('resent_by', '=', userId), is('expires_at', '>=', since?.expiresFrom ?? new Date(0))]),
      ]),
    )
    .where(isOpen)
    .execute()

/**
 * Returns the addresses that a member invited, chosen by the expiry of the invitations. Omits withdrawn invitations.
 */
export async function selectMadeWithin(
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  expires: { from: Date; until: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('invitations')
    .where('team_id', '=', teamId)
    .where(sql<boolean>`coalesce(resent_by, invited_by) = ${userId}`)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>=', expires.from)
    .where('expires_at', '<', expires.until)
    .select('email')
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

/** Returns whether this link is the current one of a pending or expired invitation. */
export const selectIsOpen = (db: Db, { teamId }: Scope, id: string, hash: Buffer): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('invitations')
      .where((is) => is.and({ team_id: teamId, id, token_hash: hash }))
      .where(isOpen)
      .select('id'),
  )

export const selectInviter = (db: Db, { teamId, userId }: Scope) =>
  db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .where((is) => is.and({ 'users.team_id': teamId, 'users.id': userId }))
    .select(['users.display_name', 'users.settings', 'teams.name as team_name', 'teams.time_zone'])
    .executeTakeFirstOrThrow()
