import { sql } from 'kysely'
import { type Database, withEveryTeamTransaction } from '#server/db/database.ts'

/** The size: `members` of a team, `days` on which all of them have reported. */
export type Size = { teams: number; members: number; days: number }

const english =
  'Reviewed #482 and wrote the release notes. Paired on the flaky calendar test until it told its reason, and moved the deployment to the evening. '
const japanese = '#482のレビューとリリースノート。カレンダーのテストが時々落ちる原因を調べ、デプロイを夕方に移した。 '

/**
 * Fills an empty database. Every second team has Japanese reports, the others have English ones. Writes the reports day
 * by day, for all teams together. Every member has a session, a blocker on every seventh report, and an insight with
 * likes every fortnight.
 * @param today the last day of reports, `YYYY-MM-DD`
 */
export async function seed(database: Database, { teams, members, days }: Size, today: string): Promise<void> {
  await withEveryTeamTransaction(database, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    const triggers = async (state: 'disable' | 'enable') => {
      for (const table of ['users', 'reports', 'insights'])
        await sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger user`.execute(db)
    }
    await triggers('disable')
    await sql`
      insert into teams (id, name, time_zone)
      select gen_random_uuid(), 'team' || n, 'Asia/Tokyo' from generate_series(1, ${teams}::int) as n`.execute(db)
    await sql`
      insert into users (team_id, id, first_name, family_name, email, email_key, created_at)
      select t.id, gen_random_uuid(), 'Naoki', 'Hayakawa ' || n, n || '@' || t.name, n || '@' || t.name,
        ${today}::date - ${days}::int
      from teams t, generate_series(1, ${members}::int) as n`.execute(db)
    await sql`insert into logins (email_key, team_id, user_id) select email_key, team_id, id from users`.execute(db)
    await sql`
      insert into reports (team_id, id, user_id, report_date, yesterday_work, today_plan, issues, report_time, created_at, updated_at)
      select u.team_id, gen_random_uuid(), u.id, ${today}::date - d, words.text, words.text,
        case when hashtext(u.id::text || d) % 7 = 0 then left(words.text, 60) else '' end, 'morning', at, at
      from generate_series(${days}::int - 1, 0, -1) as d
      cross join (
        select users.*, right(email, 1) in ('1', '3', '5', '7', '9') as is_english from users
      ) u
      cross join lateral (select ${today}::date - d + time '09:00' as at) moment
      cross join lateral (select repeat(case when is_english then ${english} else ${japanese} end, 1 + d % 3) as text) words`.execute(
      db,
    )
    await sql`
      insert into day_versions (team_id, day, version)
      select id, ${today}::date - d, gen_random_uuid() from teams, generate_series(0, ${days}::int - 1) as d`.execute(
      db,
    )
    await sql`
      insert into insights (team_id, id, user_id, type, note, created_at)
      select u.team_id, gen_random_uuid(), u.id, (array['keep', 'problem', 'try'])[1 + d % 3], ${english}, ${today}::date - d
      from generate_series(${days}::int - 1, 0, -14) as d, users u`.execute(db)
    await sql`
      insert into insight_likes (team_id, insight_id, user_id, created_at)
      select team_id, id, user_id, created_at from insights`.execute(db)
    await sql`
      insert into sessions (team_id, id, user_id, refresh_hash)
      select team_id, gen_random_uuid(), id, decode(repeat('00', 32), 'hex') from users`.execute(db)
    await triggers('enable')
  })
  await sql`vacuum analyze`.execute(database)
}
