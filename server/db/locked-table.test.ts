import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'
import { team } from '#server/testing/team.ts'

const readers = 30

/** An app with the time limits of the real one, an eighth as long, whose table `reports` somebody else has locked. */
async function lockedReports() {
  const connection = await newDatabase('asakai')
  const database = openDatabase(connection, () => {}, 1_000)
  afterwards(() => database.destroy())
  const { member } = await team({ database })
  const me = await member()
  const other = new pg.Client({ ...connection, application_name: 'somebody else' })
  await other.connect()
  afterwards(() => other.end())
  await other.query('begin; lock table reports in access exclusive mode')
  const backends = async () => {
    const { rows } = await other.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and application_name <> 'somebody else'`,
    )
    return rows[0]!.count
  }
  return { me, backends, unlock: () => other.query('rollback') }
}

test('while a table is locked, its readers are told to wait, everybody else is answered, and no connection is lost', async () => {
  const { me, backends, unlock } = await lockedReports()
  const reading = { on: true }
  const told = new Set<string>()
  const work = Array.from({ length: readers }, async () => {
    while (reading.on) {
      const { status, body, headers } = await me.get('/daily-reports?report_date=2026-11-20')
      told.add(`${status} ${body.code} ${headers['retry-after']}`)
    }
  })
  for (let count = 0; count < 5; count++) expect(await me.get('/users/me')).toMatchObject({ status: 200 })
  expect(await backends()).toBeLessThanOrEqual(12)
  reading.on = false
  await Promise.all(work)
  expect([...told]).toEqual(['503 busy 2'])

  await unlock()
  expect(await me.get('/daily-reports?report_date=2026-11-20')).toMatchObject({ status: 200 })
})
