// Measures reading a team's day of 100 reports. Compares JSON that PostgreSQL writes with JSON that our code writes
// from rows. Also measures the cost of the read marks, reactions and comments. Run with: node bench/day.ts
import { sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'
import { type Database, type Db, withTeamTransaction } from '#server/db/database.ts'
import { keptDaysOf } from '#server/features/reports/daily-reports/day-page.ts'
import { readDay } from '#server/features/reports/daily-reports/operations.ts'
import { figure } from './figure.ts'
import { inNewDatabase } from './postgres.ts'

const members = 100
const days = 300
const teams = 4
const rounds = 15
const readsInARound = 60
const atOnce = 8
const date = '2026-01-01'
const day = { date, limit: 100, offset: 0 }

await inNewDatabase(async (open) => {
  const database = open(atOnce)
  const scope = await fill(database)
  await compare(database, scope)
})

/** Fills the database with teams and reports. @returns the scope of one member */
async function fill(database: Database): Promise<Scope> {
  const words = 'Reviewed #482 and wrote the release notes. リリースノートを書いた。 '.repeat(4)
  const teamIds = Array.from({ length: teams }, () => crypto.randomUUID())
  for (const teamId of teamIds) {
    await database.insertInto('teams').values({ id: teamId, name: 'Team', time_zone: 'Asia/Tokyo' }).execute()
    await withTeamTransaction(database, { teamId }, async (db) => {
      await sql`insert into users (team_id, id, first_name, family_name, email, email_key)
        select ${teamId}, gen_random_uuid(), 'Naoki', 'Hayakawa ' || n, n || '@' || ${teamId}, n || '@' || ${teamId}
        from generate_series(1, ${members}) as n`.execute(db)
      await sql`insert into reports (team_id, id, user_id, report_date, yesterday_work, today_plan, issues)
        select team_id, gen_random_uuid(), id, ${date}::date + d, ${words}, ${words}, ''
        from users, generate_series(0, ${days - 1}) as d where team_id = ${teamId}`.execute(db)
      await answer(db, teamId)
    })
  }
  await sql`analyze`.execute(database)
  const teamId = teamIds[0]!
  const user = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('users').select('id').where('team_id', '=', teamId).executeTakeFirstOrThrow(),
  )
  // A benchmark has no request from which membership.ts could create a scope.
  return { teamId, userId: user.id } as unknown as Scope
}

/** Adds to each report of the day read marks of all other members, four reactions, and three comments by the author. */
async function answer(db: Db, teamId: string) {
  const others = sql`from reports r join users u on u.team_id = r.team_id and u.id <> r.user_id
    where r.team_id = ${teamId} and r.report_date = ${date}`
  await sql`insert into report_reads select r.team_id, r.id, u.id, now() ${others}`.execute(db)
  await sql`
    insert into report_reactions
    select team_id, gen_random_uuid(), id, reader, (array['ok', 'nice', 'thanks'])[1 + nth % 3], now()
    from (select r.team_id, r.id, u.id as reader, row_number() over (partition by r.id order by u.id) as nth ${others}) as readers
    where nth <= 4`.execute(db)
  await sql`
    insert into comments (team_id, id, user_id, report_id, body, created_at)
    select team_id, gen_random_uuid(), user_id, id, 'ok', now() from reports, generate_series(1, 3)
    where team_id = ${teamId} and report_date = ${date}`.execute(db)
}

/** Reads only the reports, as JSON that PostgreSQL writes. */
async function wordsOfDay(db: Db, { teamId }: Scope): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select json_build_object('reports', json_agg(report), 'total', count(*))::text as day from (
      select r.id, r.user_id, u.display_name as user_name, r.report_date, r.yesterday_work, r.today_plan, r.issues, r.status,
             iso_in_zone(r.created_at, t.time_zone) as created_at, iso_in_zone(r.updated_at, t.time_zone) as updated_at
      from reports r
      join users u on u.team_id = r.team_id and u.id = r.user_id
      join teams t on t.id = r.team_id
      where r.team_id = ${teamId} and r.report_date = ${date}
      order by u.display_name, u.id limit 100
    ) as report`.execute(db)
  return rows[0]!.day
}

/**
 * Runs the same statement without the aggregation in the database. Our code turns the rows into objects, and the
 * objects into JSON.
 */
async function mapDay(db: Db, { teamId }: Scope): Promise<string> {
  type Row = Record<
    'total' | 'id' | 'user_id' | 'user_name' | 'report_date' | 'yesterday_work' | 'today_plan' | 'issues',
    string
  >
  const { rows } = await sql<Row & Record<'status' | 'created_at' | 'updated_at', string>>`
    select r.id, r.user_id, u.display_name as user_name, r.report_date, r.yesterday_work, r.today_plan, r.issues, r.status,
           iso_in_zone(r.created_at, t.time_zone) as created_at, iso_in_zone(r.updated_at, t.time_zone) as updated_at,
           count(*) over () as total
    from reports r
    join users u on u.team_id = r.team_id and u.id = r.user_id
    join teams t on t.id = r.team_id
    where r.team_id = ${teamId} and r.report_date = ${date}
    order by u.display_name, u.id limit 100`.execute(db)
  const reports = rows.map((row) => ({
    id: row.id,
    user_id: row.user_id,
    user_name: row.user_name,
    report_date: row.report_date,
    yesterday_work: row.yesterday_work,
    today_plan: row.today_plan,
    issues: row.issues,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }))
  return JSON.stringify({ reports, total: Number(rows[0]?.total ?? 0) })
}

async function compare(database: Database, scope: Scope) {
  const read = async () => (await readDay({ database }, scope, day)).text()
  const readers = {
    'as it is': read,
    'when something of it has changed': async () => {
      keptDaysOf(database).forget(scope.teamId, day)
      return read()
    },
    'its words alone': () => withTeamTransaction(database, scope, (db) => wordsOfDay(db, scope)),
    'words mapped here': () => withTeamTransaction(database, scope, (db) => mapDay(db, scope)),
  }
  type Name = keyof typeof readers
  const names = Object.keys(readers) as Name[]
  const figures = new Map<Name, Figure[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const measured = await measure(readers[name])
      if (round > 0) figures.get(name)!.push(measured) // the first round only warms up
    }
  const median = (name: Name, key: keyof Figure) =>
    figures
      .get(name)!
      .map((each) => each[key])
      .sort((one, other) => one - other)[Math.floor(rounds / 2)]!
  for (const name of names)
    console.log(
      `a day, ${name}: ${median(name, 'elapsed').toFixed(2)} ms a read, ${median(name, 'cpu').toFixed(2)} ms of this process's CPU`,
    )
  const ratio = median('words mapped here', 'elapsed') / median('its words alone', 'elapsed')
  figure({
    name: 'a day whose JSON PostgreSQL writes, beside rows mapped in Node',
    goal: 'more than 1',
    value: `${ratio.toFixed(2)} times the reads`,
    holds: ratio > 1,
  })
  const more = median('as it is', 'elapsed') / median('its words alone', 'elapsed')
  figure({
    name: 'a day that all have read, reacted to and commented, beside its words alone',
    goal: 'at most 1.1',
    value: `${more.toFixed(2)} times the time`,
    holds: more <= 1.1,
  })
}

/** The milliseconds of one read: elapsed time and CPU time. */
type Figure = { elapsed: number; cpu: number }

async function measure(read: () => Promise<string>): Promise<Figure> {
  const began = performance.now()
  const before = process.cpuUsage()
  let left = readsInARound
  const reader = async () => {
    while (left-- > 0) Buffer.from(await read())
  }
  await Promise.all(Array.from({ length: atOnce }, reader))
  const { user, system } = process.cpuUsage(before)
  return { elapsed: (performance.now() - began) / readsInARound, cpu: (user + system) / 1_000 / readsInARound }
}
