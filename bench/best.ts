/** The ids and the day that a member's calls use. `today` is `YYYY-MM-DD`. */
export type Asked = { teamId: string; userId: string; reportId: string; today: string }

type Draft = { yesterday_work: string; today_plan: string; issues: string }

/** A statement that returns one row with one column: the text of the response. */
type BestStatement = { name: string; text: string; values: (asked: Asked, body: unknown) => unknown[] }

/**
 * Returns the best single statement for a call that has a goal in limit.ts. The statement checks no session and no
 * input, and needs no transaction.
 */
export const bestStatementOf = (method: string, path: string): BestStatement =>
  statements[method === 'PUT' ? 'save' : path.startsWith('/api/daily-reports?') ? 'day' : 'me']

const statements = {
  day: {
    name: 'day',
    text: `
        select coalesce(json_agg(report), '[]')::text from (
          select r.id, r.user_id, u.display_name as user_name, r.report_date, r.yesterday_work, r.today_plan, r.issues,
                 r.status, r.report_time, r.created_at, r.updated_at
          from reports r join users u on u.team_id = r.team_id and u.id = r.user_id
          where r.team_id = $1 and r.report_date = $2 order by u.display_name, u.id limit 100) report`,
    values: ({ teamId, today }) => [teamId, today],
  },
  me: {
    name: 'me',
    text: `
        select to_json(me)::text from (
          select u.id, u.first_name, u.family_name, u.preferred_name, u.email, u.role, u.is_admin, u.writes, u.time_zone,
                 u.working_days, u.is_active, u.created_at, u.updated_at, u.last_active_at, u.settings, to_json(t) as team
          from users u join teams t on t.id = u.team_id where u.team_id = $1 and u.id = $2) me`,
    values: ({ teamId, userId }) => [teamId, userId],
  },
  save: {
    name: 'save',
    text: `
        with changed as (
          update reports set yesterday_work = $4, today_plan = $5, issues = $6, updated_at = now()
          where team_id = $1 and user_id = $2 and id = $3 returning *)
        select to_json(changed)::text from changed`,
    values: ({ teamId, userId, reportId }, body) => {
      const { yesterday_work, today_plan, issues } = body as Draft
      return [teamId, userId, reportId, yesterday_work, today_plan, issues]
    },
  },
} satisfies Record<string, BestStatement>
