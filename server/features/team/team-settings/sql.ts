import { sql } from 'kysely'
import { type FirstStep, firstSteps, type Team, type TeamChange } from '#contract/users.ts'
import type { ReportTimes } from '#contract/report-time.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'

export async function updateTeam(
  db: Db,
  { teamId, userId }: Scope,
  {
    first_steps,
    report_time_from,
    openedAt,
    ...settings
  }: Omit<TeamChange, 'before'> & {
    report_time_from?: string | null
    openedAt?: Date
  },
): Promise<Team> {
  const { name, time_zone, language, reminder_hour, working_days, report_time, chat_mode, digest_hour } = settings
  const { month_approval, invited_only } = settings
  const isSaved = Object.keys(settings).length > 0
  const open = (first_steps ?? firstSteps).filter((step) => !(isSaved && step === 'team'))
  const row = await db
    .updateTable('teams')
    .set(({ ref }) => ({
      name: name ?? ref('name'),
      time_zone: time_zone ?? ref('time_zone'),
      language: language ?? ref('language'),
      reminder_hour: reminder_hour === undefined ? ref('reminder_hour') : reminder_hour,
      working_days: working_days ?? ref('working_days'),
      report_time: report_time ?? ref('report_time'),
      report_time_from: report_time_from === undefined ? ref('report_time_from') : report_time_from,
      chat_mode: chat_mode ?? ref('chat_mode'),
      digest_hour: digest_hour ?? ref('digest_hour'),
      month_approval: month_approval ?? ref('month_approval'),
      invited_only: invited_only ?? ref('invited_only'),
      ...(invited_only === true && { opened_by: null, opened_at: null }),
      ...(openedAt && { opened_by: userId, opened_at: openedAt }),
      first_steps: sql<FirstStep[]>`array(select step from unnest(first_steps) step where step = any(${open}))`,
    }))
    .where('id', '=', teamId)
    .returning([
      'id',
      'name',
      'time_zone',
      'language',
      'reminder_hour',
      'working_days',
      'report_time',
      'report_time_from',
      'chat_mode',
      'digest_hour',
      'month_approval',
      'invited_only',
      'first_steps',
    ])
    .executeTakeFirstOrThrow()
  return row
}

/** Returns whether only invited people can join. Locks the team until the transaction ends. */
export const lockInvitedOnly = async (db: Db, { teamId }: Scope): Promise<boolean> => {
  const team = db.selectFrom('teams').where('id', '=', teamId).select('invited_only').forNoKeyUpdate()
  return (await team.executeTakeFirstOrThrow()).invited_only
}

/** Returns the team's name. Locks the team until the transaction ends. */
export const lockName = (db: Db, { teamId }: Scope) =>
  db.selectFrom('teams').where('id', '=', teamId).select('name').forNoKeyUpdate().executeTakeFirstOrThrow()

/**
 * Returns the team's writing times, and locks the team until the transaction ends. `today`: the team's day.
 * `hasReports`: whether anybody has written a report.
 */
export async function selectReportTimes(db: Db, { teamId }: Scope, now: Date): Promise<Known> {
  const { rows } = await sql<ReportTimes & { today: string }>`
    select report_time, report_time_from, (${now}::timestamptz at time zone time_zone)::date as today
    from teams where id = ${teamId} for no key update`.execute(db)
  const hasReports = await hasRow(db.selectFrom('reports').where('team_id', '=', teamId).select('id').limit(1))
  return { ...rows[0]!, hasReports }
}
type Known = ReportTimes & { today: string; hasReports: boolean }
