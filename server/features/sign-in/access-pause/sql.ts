import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { zone } from '#server/db/fragments/due.ts'

type Member = { teamId: string; userId: string }

/**
 * A member to whom the maximum age of a sign-in applies, and the next step.
 * - `begin`: the member has never signed in at the provider. Start counting the days now.
 * - `notice`: the member has access tokens that will pause soon. Send an email.
 * - `pause`: the last sign-in is too old. Pause access.
 */
export type PauseCandidate = Member & { step: 'begin' | 'notice' | 'pause' }

/**
 * Returns the members of all teams who need a step. If the provider is the only sign-in method, the maximum age applies
 * to all members. Otherwise it applies to those who have connected an account there.
 */
export async function selectCandidates(
  db: Db,
  { isOnly, issuer, pauseBefore, noticeBefore, now }: Rule,
  teamIds: readonly string[],
): Promise<PauseCandidate[]> {
  const { rows } = await sql<PauseCandidate>`
    select u.team_id as "teamId", u.id as "userId",
      case when u.company_sign_in_at is null then 'begin' when u.company_sign_in_at < ${pauseBefore} then 'pause'
        else 'notice' end as step
    from users u
    where u.team_id = any(${teamIds}::uuid[]) and u.is_active and u.access_paused is null
      and (u.company_sign_in_at is null or u.company_sign_in_at < ${pauseBefore} or (
        u.company_sign_in_at < ${noticeBefore} and u.pause_notice_at is null
        and exists (select from access_tokens t where t.team_id = u.team_id and t.user_id = u.id
          and t.expires_on >= ${now}::date)))
      and (${isOnly} or exists (select from connections c where c.team_id = u.team_id and c.user_id = u.id
        and c.provider = 'oidc' and starts_with(c.subject, ${`${issuer} `})))`.execute(db)
  return rows
}

export type Rule = { isOnly: boolean; issuer: string; pauseBefore: Date; noticeBefore: Date; now: Date }

const update = (db: Db, { teamId, userId }: Member) =>
  db.updateTable('users').where((is) => is.and({ team_id: teamId, id: userId }))

/** Starts to count the days of a member who has never signed in at the provider. */
export const startCounting = (db: Db, member: Member, now: Date) =>
  update(db, member).set({ company_sign_in_at: now }).where('company_sign_in_at', 'is', null).execute()

/** Returns whether the last sign-in is still too old. Must run after the account was locked. */
export const isOverdue = (db: Db, { teamId, userId }: Member, before: Date): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('users')
      .where((is) => is.and({ team_id: teamId, id: userId, is_active: true }))
      .where('access_paused', 'is', null)
      .where('company_sign_in_at', '<', before)
      .select('id'),
  )

/** Records that the member gets the email about the pause. @returns undefined if another server already sends it */
export const updateNotice = (db: Db, member: Member, now: Date) =>
  update(db, member)
    .set({ pause_notice_at: now })
    .where('pause_notice_at', 'is', null)
    .returning('company_sign_in_at as signedInAt')
    .executeTakeFirst()

export type Owner = {
  email: string
  display_name: string
  settings: unknown
  language: Language
  time_zone: string
}

export async function selectOwner(db: Db, { teamId, userId }: Member): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select u.email, u.display_name, u.settings, t.language, ${zone} as time_zone
    from users u join teams t on t.id = u.team_id
    where u.team_id = ${teamId} and t.id = ${teamId} and u.id = ${userId}`.execute(db)
  return rows[0]!
}

/** Ends all pauses for these reasons, because the operator has removed the rules behind the reasons. */
export const resumeAll = (db: Db, reasons: ('expired' | 'refused')[]) =>
  sql`update users set access_paused = null where access_paused = any(${reasons}::text[])`.execute(db)
