// Reading the dashboard of a team of 100 among a million reports: how long each statement takes, and whether it keeps to
// an index. Run with: node bench/dashboard.ts
import { sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'
import { type Database, type Db, inEveryTeam, inTeam } from '#server/db/database.ts'
import * as figures from '#server/features/dashboard/sql.ts'
import { inNewDatabase, scans } from './postgres.ts'

const teams = 20
const members = 100
const days = 500
const rounds = 20
const today = '2026-10-23'
const budget = 60 // milliseconds, both answers together
const threeMonths = { today, joined: '2025-01-01', month: '2026-10-01', previous: '2026-09-01' }

await inNewDatabase(async (open) => {
  const database = open(1)
  await measure(database, await fill(database))
})

/** Every day's reports of all teams lie together, as they come in. @returns the scope of one member */
async function fill(database: Database): Promise<Scope> {
  const words = 'Reviewed #482 and wrote the release notes. リリースノートを書いた。 '.repeat(4)
  const teamIds = Array.from({ length: teams }, () => crypto.randomUUID())
  const userId = await inEveryTeam(database, async (db) => {
    for (const id of teamIds) {
      await db.insertInto('teams').values({ id, name: 'Team', time_zone: 'Asia/Tokyo' }).execute()
      await sql`insert into users (team_id, id, first_name, family_name, email, email_key, is_active, created_at)
        select ${id}, gen_random_uuid(), 'Naoki', 'Hayakawa ' || n, n || '@' || ${id}, n || '@' || ${id},
               n % 10 > 0, '2025-01-01' from generate_series(1, ${members}) as n`.execute(db)
    }
    await sql`alter table reports disable trigger user`.execute(db)
    await sql`insert into reports (team_id, id, user_id, report_date, yesterday_work, today_plan, issues)
      select team_id, gen_random_uuid(), id, ${today}::date - d, ${words}, ${words}, case d % 7 when 0 then 'stuck' else '' end
      from generate_series(${days}, 0, -1) as d, users`.execute(db)
    await sql`alter table reports enable trigger user`.execute(db)
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('team_id', '=', teamIds[0]!)
      .where('is_active', '=', true)
      .executeTakeFirstOrThrow()
    return id
  })
  await sql`vacuum analyze reports`.execute(database)
  await sql`analyze users`.execute(database)
  // A measurement has no request that membership.ts could vouch for.
  return { teamId: teamIds[0]!, userId } as unknown as Scope
}

async function measure(database: Database, scope: Scope) {
  const reads: Record<string, (db: Db) => Promise<unknown>> = {
    "the members' newest reports": (db) => figures.selectStandings(db, scope, today),
    'recent reports': (db) => figures.selectRecent(db, scope, today, 5),
    'my figures': (db) => figures.selectOwnCounts(db, scope, threeMonths),
    'open blockers': (db) => figures.selectBlockers(db, scope, today),
    'twelve weeks': (db) => figures.selectWeeks(db, scope, '2026-08-03', today),
  }
  let all = 0
  for (const [name, read] of Object.entries(reads)) {
    const { whole: before } = await scans(database)
    await inTeam(database, scope, read)
    const whole = (await scans(database)).whole - before
    const times = []
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now()
      await inTeam(database, scope, read)
      times.push(performance.now() - began)
    }
    const median = times.toSorted((one, other) => one - other)[rounds / 2]!
    all += median
    console.log(`${name}: ${median.toFixed(1)} ms, ${whole ? 'READS THE WHOLE TABLE' : 'by index'}`)
    if (whole) process.exitCode = 1
  }
  console.log(`together: ${all.toFixed(1)} ms of ${budget}`)
  if (all > budget) process.exitCode = 1
}
