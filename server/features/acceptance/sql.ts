import { sql } from 'kysely'
import type { Acceptance } from '#contract/invitations.ts'
import type { Db } from '#server/db/database.ts'
import { insertLogin } from '#server/db/logins.ts'

type Found = NonNullable<Awaited<ReturnType<typeof selectByToken>>>

/** Somebody of the invitation's team has its e-mail. */
const isMember = ({ teamId }: { teamId: string }) =>
  sql<boolean>`exists (select from users m where m.team_id = ${teamId} and m.email_key = i.email_key)`

/** The invitation that a token names and opens, with what its holder may know. */
export const selectByToken = (db: Db, { teamId, id, hash }: { teamId: string; id: string; hash: Buffer }) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('teams as t', 't.id', 'i.team_id')
    .innerJoin('users as u', (join) => join.onRef('u.team_id', '=', 'i.team_id').onRef('u.id', '=', 'i.invited_by'))
    .where((is) => is.and({ 'i.team_id': teamId, 'i.id': id, 'i.token_hash': hash }))
    .select(['i.team_id', 'i.id', 'i.email', 'i.email_key', 'i.role', 'i.by_mail', 'i.accepted_at', 'i.cancelled_at'])
    .select([
      'i.expires_at',
      't.name as team_name',
      'u.display_name as invited_by',
      'u.is_active as is_inviter_active',
      isMember({ teamId }).as('is_member'),
    ])
    .select(sql<string>`iso_in_zone(i.expires_at, t.time_zone)`.as('expires_at_text'))
    .executeTakeFirst()

/** Waits for whoever accepts, resends or cancels it at the same time. */
export const lockInvitation = (db: Db, { teamId, id }: { teamId: string; id: string }) =>
  db
    .selectFrom('invitations')
    .where((is) => is.and({ team_id: teamId, id }))
    .select('id')
    .forUpdate()
    .executeTakeFirst()

export const updateAccepted = (db: Db, { teamId, id }: { teamId: string; id: string }, now: Date) =>
  db.updateTable('invitations').set({ accepted_at: now }).where('team_id', '=', teamId).where('id', '=', id).execute()

/** The e-mail and the role are the invitation's; an e-mail that its link went to is proven by that. */
export async function insertInvited(
  db: Db,
  { team_id, email, email_key, role, by_mail }: Found,
  { first_name, family_name, preferred_name }: Acceptance,
  more: { userId: string; settings: unknown; now: Date },
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
      email_proven_at: by_mail ? more.now : null,
      role,
      settings: JSON.stringify(more.settings),
    })
    .execute()
}
