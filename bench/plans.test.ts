import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { hotCalls, isWork, type Statement, statementsOf } from './calls.ts'
import { planOf, rowsOf, stepsOf } from './plan.ts'
import { seed } from './seed.ts'

const size = { teams: 120, members: 5, days: 100 }
const today = '2026-10-23'
const weeks = 12 * 7 // days in the twelve weeks that the call `stats` covers

const { members } = size
const spare = 3 // dead row versions that an index still contains

/** Matches the steps of a plan that read or sort rows. All other steps only pass rows on or join them. */
const reads = /^(?:Seq|Index|Index Only|Bitmap Heap|Bitmap Index) Scan$|Sort$/u

/** The maximum number of rows that a step of a plan may read, in a database of any size. */
const bounds = {
  'a day of 100 reports': members + spare,
  me: 1 + spare,
  'my latest report': 1 + spare,
  'what my report may begin with': 21 + spare,
  'days with reports': 31,
  'my month': 31,
  insights: 7 * members, // PostgreSQL may scan the five members of a team for each insight of the month
  activity: 3 * 31, // a page of each kind: reports, insights and new members
  dashboard: 7 * members, // PostgreSQL reads the days since each open blocker began
  stats: members * weeks,
  '100 members': members + spare,
  'filing a report': 1 + spare,
  'a day again': members + spare,
  'saving a report': 1 + spare,
  'a like': 1 + spare,
}

const database = await testDatabase()
let sent: Record<string, Statement[]>

beforeAll(async () => {
  await seed(database, size, today)
  // Adds so many teams that PostgreSQL does not scan the whole table of teams.
  await sql`insert into teams (id, name, time_zone)
    select gen_random_uuid(), 'Team', 'Asia/Tokyo' from generate_series(1, 2000)`.execute(database)
  await withEveryTeamTransaction(database, async (db) => {
    // analyses every row, because a sample differs each time
    await sql`set local default_statistics_target = 1000`.execute(db)
    await sql`analyze teams, users, sessions, insights, reports (team_id, user_id, report_date, created_at)`.execute(db)
  })
  const config = readConfig({ SECRET_KEY: randomBytes(32).toString('hex'), LOG_LEVEL: 'silent' })
  const now = () => new Date(`${today}T03:00:00Z`)
  const { token, calls } = await hotCalls(database, config, today, now())
  const again = { ...calls[0]!, name: 'a day again' } // the same day, read after a report was saved
  sent = await statementsOf({ config, database, now }, token, [...calls, again])
})

test('each measured API call has a limit for the rows that it reads', () =>
  expect(Object.keys(sent).sort()).toEqual(Object.keys(bounds).sort()))

/** After five runs, PostgreSQL may switch to a generic plan, which does not depend on the values. */
describe.each([0, 6])('after %i earlier runs', (times) => {
  test.each(Object.entries(bounds))('the query plans of the call "%s" read at most %i rows', async (name, most) => {
    const plans = await withEveryTeamTransaction(database, async (db) => {
      const found = []
      for (const statement of sent[name]!.filter(isWork))
        found.push({ text: statement.text, steps: stepsOf(await planOf(db, statement, times)) })
      return found
    })
    expect(plans.length).toBeGreaterThan(1) // at least one plan for the session, and one for the call
    for (const { text, steps } of plans)
      for (const step of steps.filter((step) => reads.test(step['Node Type']))) {
        const what = `${step['Node Type']} ${step['Relation Name'] ?? ''} in ${text}`
        if (step['Node Type'] === 'Seq Scan') expect(rowsOf(step), what).toBe(0)
        expect(rowsOf(step), what).toBeLessThanOrEqual(most)
      }
  })
})
