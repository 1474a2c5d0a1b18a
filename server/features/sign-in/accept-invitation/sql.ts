import { sql } from 'kysely'
import type { Acceptance } from '#contract/invitations.ts'
import type { Db } from '#server/db/database.ts'
import { hasAccess } from '#server/db/accounts/access-pause.ts'
import { finishFirstStep } from '#server/db/accounts/first-steps.ts'
import { insertLogin } from '#server/db/accounts/logins.ts'

export type Found = NonNullable<Awaited<ReturnType<typeof selectByToken>>>
export type Names = Pick<Acceptance, 'first_name' | 'family_name' | 'preferred_name'>

/**
 * Whether the invitation's team has a member with the invited email. If the link was mailed, a member who has not
 * proven that email does not count: the accepted link takes the email from that account (E1.16).
 */
const isMember = ({ teamId }: { teamId: string }) =>
  sql<boolean>`exists (
    select from users m where m.team_id = ${teamId} and m.email_key = i.email_key
      and (m.email_proven_at is not null or not i.by_mail))`

/**
 * The member who sent the current link: the one who resent it, or the inviter. That member and the inviter must both
 * have access.
 */
const sender = sql<string>`coalesce(i.resent_by, i.invited_by)`

/** Selects the invitation of a token, with the data that decides whether it can be accepted. */
export const selectByToken = (db: Db, { teamId, id, hash }: { teamId: string; id: string; hash: Buffer }) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('teams as t', 't.id', 'i.team_id')
    .innerJoin('users as u', (join) => join.onRef('u.team_id', '=', 'i.team_id').on('u.id', '=', sender))
    .innerJoin('users as m', (join) => join.onRef('m.team_id', '=', 'i.team_id').onRef('m.id', '=', 'i.invited_by'))
    .where((is) => is.and({ 'i.team_id': teamId, 'i.id': id, 'i.token_hash': hash }))
    .select(['i.team_id', 'i.id', 'i.email', 'i.email_key', 'i.role', 'i.by_mail', 'i.accepted_at', 'i.cancelled_at'])
    .select([
      'i.expires_at',
      't.name as team_name',
      'u.display_name as invited_by',
      'u.id as inviter_id',
      sql<boolean>`${hasAccess('u')} and ${hasAccess('m')}`.as('has_inviter_access'),
      isMember({ teamId }).as('is_member'),
    ])
    .select(sql<string>`iso_in_zone(i.expires_at, t.time_zone)`.as('expires_at_text'))
    .executeTakeFirst()

/** The most teams that are offered to one address, because strangers can invite the address, too. */
const offeredMost = 20

export const hasOneTeam = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('teams').select('id').limit(2).execute()).length === 1

type Open = { teamId: string; id: string; hash: Buffer; team_name: string; invited_by: string }

/** Returns the valid invitations of an email in all teams, the newest first. */
export async function selectOpenFor(db: Db, emailKey: string, now: Date): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select i.team_id as "teamId", i.id, i.token_hash as hash, t.name as team_name, u.display_name as invited_by
    from invitations i
    join teams t on t.id = i.team_id
    join users u on u.team_id = i.team_id and u.id = ${sender}
    join users m on m.team_id = i.team_id and m.id = i.invited_by
    where i.email_key = ${emailKey} and i.accepted_at is null and i.cancelled_at is null and i.expires_at > ${now}
      and ${hasAccess('u')} and ${hasAccess('m')}
    order by i.created_at desc, i.id desc limit ${offeredMost}`.execute(db)
  return rows
}

/** Locks the invitation, so that accepting, resending and cancelling run one after the other. */
export const lockInvitation = (db: Db, { teamId, id }: { teamId: string; id: string }) =>
  db
    .selectFrom('invitations')
    .where((is) => is.and({ team_id: teamId, id }))
    .select('id')
    .forUpdate()
    .executeTakeFirst()

export const updateAccepted = (db: Db, { teamId, id }: { teamId: string; id: string }, now: Date) =>
  db.updateTable('invitations').set({ accepted_at: now }).where('team_id', '=', teamId).where('id', '=', id).execute()

/**
 * Adds a member with the invitation's email and role, which completes an onboarding step of the team.
 * @param more.provenAt null: the email is not proven
 */
export async function insertInvited(
  db: Db,
  { team_id, email, email_key, role }: Found,
  { first_name, family_name, preferred_name }: Names,
  more: { userId: string; settings: unknown; provenAt: Date | null },
) {
  await insertLogin(db, { teamId: team_id, userId: more.userId }, email_key)
  await db
    .insertInto('users')
    .values({
      team_id,
      id: more.userId,
      first_name,
      family_name,
      preferred_name,
      email,
      email_key,
      email_proven_at: more.provenAt,
      role,
      settings: JSON.stringify(more.settings),
    })
    .execute()
  await finishFirstStep(db, { teamId: team_id }, 'invite')
}
