import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { distribute } from '#server/db/cluster/distribute.ts'
import { withEveryTeamTransaction, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'
import { joinNodes } from '#server/testing/nodes.ts'
import { password } from '#server/testing/team.ts'
import { executeArguments, hotCalls, isWork, statementsOf } from './calls.ts'
import { seed } from './seed.ts'

const today = '2026-10-23'

/** Fills a database, and then distributes it over the nodes. */
async function filled() {
  const connection = await newDatabase('template0')
  await migrate(connection)
  const plain = openDatabase(connection, () => {})
  await seed(plain, { teams: 20, members: 5, days: 30 }, today)
  await plain.destroy()
  await joinNodes(connection, [inject('template').port!, ...inject('workerPorts')!])
  await distribute(
    connection,
    async () => true,
    () => {},
  )
  const database = openDatabase(connection, () => {})
  afterwards(() => database.destroy())
  return database
}

const database = await filled()

test('each SQL statement of a frequent call or a sign-in uses at most one shard', async () => {
  const config = readConfig({ SECRET_KEY: randomBytes(32).toString('hex'), LOG_LEVEL: 'silent' })
  const now = () => new Date(`${today}T03:00:00Z`)
  const { token, calls } = await hotCalls(database, config, today, now())
  const stopped = { report_date: '2025-10-22', yesterday_work: '設計', today_plan: '実装', issues: '契約書の返事待ち' }
  const first = { first_name: '直樹', family_name: '早川', preferred_name: '', email: 'a@example.com', password }
  const report = calls.find(({ name }) => name === 'saving a report')!.path
  const others = [
    { ...calls[0]!, name: 'a day again' }, // the same day, read after a report was saved
    { name: 'filing what blocks me', method: 'POST', path: '/daily-reports', body: () => stopped },
    { name: 'reading a report', method: 'PUT', path: `${report}/read` },
    { name: 'reading a day', method: 'POST', path: '/daily-reports/read', body: () => ({ date: today }) },
    { name: 'unreading it', method: 'DELETE', path: `${report}/read` },
    { name: 'a comment', method: 'POST', path: `${report}/comments`, body: () => ({ body: '了解です' }) },
    { name: 'comments', method: 'GET', path: `${report}/comments` },
    { name: 'what is for me', method: 'GET', path: '/mentions' },
    { name: 'my week', method: 'GET', path: '/week' },
    { name: 'what blocks the team', method: 'GET', path: '/blockers' },
    { name: 'a search', method: 'GET', path: `/search?q=${encodeURIComponent('返事待ち')}` }, // finds less than one page of results
    { name: 'sign-in', method: 'POST', path: '/auth/login', body: () => ({ username: first.email, password }) },
  ]
  const app = await buildApp({ config, database, now })
  await app.inject({ method: 'POST', url: '/api/onboarding', payload: first })
  await app.close()
  const sent = await statementsOf({ config, database, now }, token, [...calls, ...others])

  const many: Record<string, number> = {}
  for (const [name, statements] of Object.entries(sent)) {
    let shards = 0
    for (const { text, values } of statements.filter(isWork)) {
      const asked = await shardsOf(text, values)
      shards += asked
      if (asked > 1) many[`${name}: ${text}`] = asked
    }
    expect(shards, name).toBeGreaterThan(0)
  }
  expect(many).toEqual({})

  async function shardsOf(text: string, values: unknown[]): Promise<number> {
    const undone = new Error('undone')
    let shards = 0
    await withEveryTeamTransaction(database, async (db) => {
      await sql.raw(`prepare measured as ${text}`).execute(db)
      const { rows } = await sql
        .raw<{ 'QUERY PLAN': string }>(`explain execute measured${executeArguments(values)}`)
        .execute(db)
      await sql.raw('deallocate measured').execute(db)
      for (const { 'QUERY PLAN': line } of rows) shards += Number(/Task Count: (\d+)/u.exec(line)?.[1] ?? 0)
      throw undone
    }).catch((error) => {
      if (error !== undone) throw error
    })
    return shards
  }
})
