import { sql } from 'kysely'
import { webhookProviders } from '#contract/providers.ts'
import type { UnrecognizedChange } from '#contract/not-me.ts'
import { hasEnteredAddress, webhookActs } from '#server/db/fragments/webhook-acts.ts'
import type { Db } from '#server/db/database.ts'

type Member = { teamId: string; userId: string }
type Row = Omit<UnrecognizedChange, 'at'> & { at: Date }

/**
 * Lists the changes of a member's account: password and access tokens since `since`, and other sign-in methods since
 * `from`.
 */
export async function selectOwnChanges(
  db: Db,
  { teamId, userId }: Member,
  { from, since }: { from: Date; since: Date },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select changed_at as at, 'password' as kind, '' as name, true as is_undone from credentials
    where team_id = ${teamId} and user_id = ${userId} and changed_at >= ${since} and changed_at > (
      select created_at + interval '1 second' from users where team_id = ${teamId} and id = ${userId})
    union all
    select created_at, 'token', name, true from access_tokens
    where team_id = ${teamId} and user_id = ${userId} and created_at >= ${since}
    union all
    select created_at, 'passkey', name, true from passkeys
    where team_id = ${teamId} and user_id = ${userId} and created_at >= ${from}
    union all
    select connected_at, 'account', provider || ': ' || account, true from connections
    where team_id = ${teamId} and user_id = ${userId} and connected_at >= ${from}
      and provider <> all(${webhookProviders}::text[])`.execute(db)
  return rows
}

/**
 * Lists what one person set up for the team since `from`, such as chat connections, webhooks and invitations.
 * @param person.expiresFrom the expiry of an invitation that was sent at `from`
 */
export async function selectSetups(
  db: Db,
  { teamId }: Pick<Member, 'teamId'>,
  { userId, from, expiresFrom }: { userId: string; from: Date; expiresFrom: Date },
): Promise<Row[]> {
  const isInviter = sql`((invited_by = ${userId} and created_at >= ${from})
      or (resent_by = ${userId} and expires_at >= ${expiresFrom}))`
  const { rows } = await sql<Row>`
    select connected_at as at, 'place' as kind, provider || ': ' || account as name, true as is_undone from connections
    where team_id = ${teamId} and user_id = ${userId} and connected_at >= ${from}
      and provider = any(${webhookProviders}::text[])
    union all
    select chosen_at, 'place', 'slack: ' || name, true from slack_workspaces
    where team_id = ${teamId} and chosen_by = ${userId} and chosen_at >= ${from}
    union all
    select chosen_at, 'place', 'slack: #' || name, true from slack_channels
    where team_id = ${teamId} and chosen_by = ${userId} and chosen_at >= ${from}
      and id = (select max(id) from slack_channels where team_id = ${teamId})
    union all
    select max(act.at), 'webhook', host, true from webhooks cross join lateral ${webhookActs}
    where team_id = ${teamId} and act.by = ${userId} and act.at >= ${from}
      and (stopped_at is null or (not is_address_disowned and ${hasEnteredAddress(userId, from)}))
    group by id, host
    union all
    select opened_at, 'team-opened', '', true from teams
    where id = ${teamId} and opened_by = ${userId} and opened_at >= ${from}
    union all
    select created_at, 'token', 'SCIM', true from provisioning_tokens
    where team_id = ${teamId} and created_by = ${userId} and created_at >= ${from}
    union all
    select greatest(created_at, ${from}), 'invitation', email, true from invitations
    where team_id = ${teamId} and ${isInviter} and accepted_at is null and cancelled_at is null
    union all
    select accepted_at, 'joined', email, false from invitations
    where team_id = ${teamId} and ${isInviter} and accepted_at is not null
    union all
    select p.made_at, 'password-link', u.display_name, true
    from password_links p join users u on u.team_id = p.team_id and u.id = p.user_id
    where p.team_id = ${teamId} and p.made_by = ${userId} and p.made_at >= ${from}
    union all
    select created_at, 'import', (added + changed)::text, false from report_imports
    where team_id = ${teamId} and user_id = ${userId} and created_at >= ${from} and undone_at is null`.execute(db)
  return rows
}

/** Lists the access tokens of an accomplice. The owner's tokens are listed among their own changes. */
export async function selectTokens(
  db: Db,
  { teamId }: Pick<Member, 'teamId'>,
  { userId, from }: { userId: string; from: Date },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select created_at as at, 'token' as kind, name, true as is_undone from access_tokens
    where team_id = ${teamId} and user_id = ${userId} and created_at >= ${from}`.execute(db)
  return rows
}

/**
 * Returns the current or pending address of the account, if it differs from the address of an email.
 * @returns `changedAt`: null if the moment is not known. `isAsked`: the account waits for a link to be opened
 */
export async function selectOtherAddress(db: Db, { teamId, userId }: Member, emailOfMail: string) {
  const { email, email_proven_at, pending_email, asked } = await db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select(['email', 'email_proven_at', 'pending_email'])
    .select((row) =>
      row
        .selectFrom('mail_links')
        .where((is) => is.and({ team_id: teamId, user_id: userId, purpose: 'email-proof' }))
        .where('used_at', 'is', null)
        .select((link) => link.fn.max('expires_at').as('expires_at'))
        .as('asked'),
    )
    .executeTakeFirstOrThrow()
  if (pending_email !== null) return { email: pending_email, isAsked: true, expiresAt: asked }
  return email === emailOfMail ? undefined : { email, isAsked: false, changedAt: email_proven_at }
}

/**
 * Returns whether the use of an email's link would be the first proof of its address: the account had not proven the
 * address when the email was sent, and has not proven it since.
 */
export async function selectIsFirstProof(
  db: Db,
  { teamId, userId, email, isUnproven }: Member & { email: string; isUnproven: boolean },
): Promise<boolean> {
  const present = await db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select(['email', 'email_proven_at'])
    .executeTakeFirstOrThrow()
  return present.email === email ? present.email_proven_at === null : isUnproven
}
