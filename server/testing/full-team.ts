import { sql } from 'kysely'
import { type Database, withTeamTransaction } from '#server/db/database.ts'
import { usualOrLong } from './long.ts'

const days = usualOrLong(30, 100)

/** Returns random text, which compresses badly and is slow to compare. */
const text = (length: number, seed: string) =>
  sql`(select left(string_agg(md5(concat(${sql.raw(seed)}, n)) || E' <b>"確認"</b>\n', ''), ${length}) from generate_series(1, ${Math.ceil(length / 46)}::int) n)`

/**
 * Fills a team with 50 members. Each has a report on each of 100 days (30 in `npm test`). The texts of the newest day,
 * and all texts of one member, have the maximum length. Each of that member's reports has 100 comments.
 */
export async function fillTeam(database: Database, team: { teamId: string; userId: string }, today: string) {
  const { teamId, userId } = team
  await withTeamTransaction(database, team, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`
      insert into users (team_id, id, first_name, family_name, email, email_key, created_at)
      select ${teamId}, gen_random_uuid(), 'Naoki', repeat('早川', 20) || n, n || '@full.example.com', n || '@full.example.com', ${today}::date - 400
      from generate_series(1, 49) n`.execute(db)
    const words = (column: string) => sql`
      case when d = 0 or u.id = ${userId} then ${text(10_000, `concat('${column}', d, u.id)`)} else ${text(150, 'u.id')} end`
    await sql`
      insert into reports (team_id, id, user_id, report_date, yesterday_work, today_plan, issues, report_time, created_at, updated_at)
      select ${teamId}, gen_random_uuid(), u.id, ${today}::date - d, ${words('y')}, ${words('t')},
        ${words('i')}, 'morning', ${today}::date - d + time '09:00', ${today}::date - d + time '09:00'
      from users u, generate_series(0, ${days}::int - 1) d where u.team_id = ${teamId} on conflict do nothing`.execute(
      db,
    )
    await sql`
      insert into comments (team_id, id, report_id, user_id, body, created_at)
      select ${teamId}, gen_random_uuid(), r.id, u.id, ${text(1_000, 'concat(u.id, r.id)')}, r.created_at + n * interval '1 second'
      from reports r, (select id from users where team_id = ${teamId} limit 20) u, generate_series(1, 5) n
      where r.team_id = ${teamId} and r.user_id = ${userId}`.execute(db)
    await sql`
      insert into mentions (team_id, id, comment_id, user_id, why, created_at)
      select c.team_id, gen_random_uuid(), c.id, ${userId}, 'mention', c.created_at from comments c where c.team_id = ${teamId} on conflict do nothing`.execute(
      db,
    )
    await sql`
      insert into insights (team_id, id, user_id, type, note, created_at)
      select ${teamId}, gen_random_uuid(), u.id, 'keep', ${text(2_000, 'concat(u.id, k)')}, ${today}::date - k
      from users u, generate_series(1, 20) k where u.team_id = ${teamId}`.execute(db)
    await sql`
      insert into absences (team_id, id, user_id, first_day, last_day)
      select ${teamId}, gen_random_uuid(), u.id, ${today}::date - 2 * n, ${today}::date - 2 * n
      from users u, generate_series(-20, 40) n where u.team_id = ${teamId}`.execute(db)
  })
}
