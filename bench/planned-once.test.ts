import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { callsOf, executeArguments, hotCalls, isWork, perMember, type Statement, statementsOf } from './calls.ts'
import { planOf, rowsOf, stepsOf } from './plan.ts'
import { seed } from './seed.ts'

const today = '2026-10-23'
const attempts = 5 // PostgreSQL makes this many custom plans before it considers a generic plan
/** Calls with statements that read more in a larger team, and take a hundred times as long as their planning. */
const growing = new Set(['dashboard', 'stats'])
const most = 100 // rows that a step may read, with 1,000 members and 20,000 reports
const names = callsOf('', '', today).map(({ name }) => name)

const database = await testDatabase()
let sent: Record<string, Statement[]>

beforeAll(async () => {
  await seed(database, { teams: 1, members: 1_000, days: 20 }, today)
  await sql`analyze`.execute(database)
  const config = readConfig({ SECRET_KEY: randomBytes(32).toString('hex'), LOG_LEVEL: 'silent' })
  const now = () => new Date(`${today}T03:00:00Z`)
  const { token, calls } = await hotCalls(database, config, today, now())
  sent = await statementsOf({ config, database, now }, token, calls)
})

test.each(names.filter((name) => !growing.has(name)))(
  'PostgreSQL plans the statements of "%s" once for a large team, not for each request',
  async (name) => {
    const anew = await withEveryTeamTransaction(database, async (db) => {
      const found = []
      for (const { text, values } of sent[name]!.filter(isWork)) {
        await sql.raw(`prepare measured as ${text}`).execute(db)
        for (let time = 0; time < 2 * attempts; time++)
          await sql.raw(`execute measured${executeArguments(values)}`).execute(db)
        const { rows } = await sql<{ plans: number }>`
          select custom_plans::int as plans from pg_prepared_statements where name = 'measured'`.execute(db)
        if (rows[0]!.plans > attempts) found.push(text)
        await sql.raw('deallocate measured').execute(db)
      }
      return found
    })
    expect(anew).toEqual([])
  },
)

test.each(perMember)('each step of the statements of "%s" reads at most 100 rows of a large team', async (name) => {
  const steps = await withEveryTeamTransaction(database, async (db) => {
    const found = []
    for (const statement of sent[name]!.filter(isWork))
      found.push(...stepsOf(await planOf(db, statement, 2 * attempts)))
    return found
  })
  expect(Math.max(...steps.map(rowsOf))).toBeLessThanOrEqual(most)
})
