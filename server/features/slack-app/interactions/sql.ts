import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { reportFields, type ReportTexts } from '#contract/report-fields.ts'
import type { LatestReport } from '#contract/reports.ts'
import type { ReportTime } from '#contract/report-time.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { isConfirmedLink } from '#server/db/fragments/confirmed-link.ts'
import { todayOf } from '#server/db/fragments/due.ts'

/**
 * Returns the members who are linked with a person of a workspace. Members who linked themselves at Slack come first.
 * There are several members if several teams use the workspace. Ignores an unconfirmed link: by such a link, any team
 * of the deployment could claim the person.
 */
export const selectMembers = (db: Db, { workspaceId, personId }: { workspaceId: string; personId: string }) =>
  db
    .selectFrom('connections as c')
    .innerJoin('slack_workspaces as w', 'w.team_id', 'c.team_id')
    .innerJoin('teams as t', 't.id', 'c.team_id')
    .innerJoin('users as u', (on) => on.onRef('u.team_id', '=', 'c.team_id').onRef('u.id', '=', 'c.user_id'))
    .where('w.workspace_id', '=', workspaceId)
    .where('c.provider', '=', 'slack')
    .where('c.subject', '=', personId)
    .where('u.is_active', '=', true)
    .where(isConfirmedLink)
    .orderBy(sql`c.linked_email_key is not null`)
    .orderBy('c.connected_at')
    .select(['c.team_id', 'c.user_id', 'u.settings', 't.language', 't.name as team_name'])
    .execute()

/** Returns the language of the first team that uses the workspace. */
export async function selectLanguage(db: Db, workspaceId: string): Promise<Language | undefined> {
  const row = await db
    .selectFrom('slack_workspaces as w')
    .innerJoin('teams as t', 't.id', 'w.team_id')
    .where('w.workspace_id', '=', workspaceId)
    .orderBy('w.installed_at')
    .select('t.language')
    .executeTakeFirst()
  return row?.language
}

/** Returns the member's current day, and the team's writing time of that day. */
export async function selectDay(db: Db, { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>, now: Date) {
  const { rows } = await sql<{ today: string; report_time: ReportTime }>`
    select ${todayOf(now)} as today, report_time_on(t.report_time, t.report_time_from, ${todayOf(now)}) as report_time
    from teams t join users u on u.team_id = t.id where t.id = ${teamId} and u.id = ${userId}`.execute(db)
  return rows[0]!
}

export const selectOwn = (
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  day: string,
): Promise<(ReportTexts & { id: string; report_time: ReportTime }) | undefined> =>
  db
    .selectFrom('reports')
    .where((is) => is.and({ team_id: teamId, user_id: userId, report_date: day }))
    .select(['id', 'report_time', ...reportFields])
    .executeTakeFirst()

/** Returns the plan and the blockers of the member's newest report, to prefill the dialog. */
export const selectBefore = (
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
): Promise<Pick<LatestReport, 'today_plan' | 'blocker'> | undefined> =>
  db
    .selectFrom('reports')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .orderBy('report_date', 'desc')
    .limit(1)
    .select(['today_plan', 'issues as blocker'])
    .executeTakeFirst()
