import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#server/db/schema/migrate.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { fillEveryTable } from '#server/testing/fill.ts'
import { hasPostgres15, startPostgres15 } from '#server/testing/postgres-15.ts'
import { readTables } from '#server/db/backup/tables.ts'
import { readBlocks } from './blocks.ts'

const hasTools = ['pg_dump', 'pg_restore'].every((tool) => spawnSync(tool, ['--version']).status === 0)
const folder = mkdtempSync(join(tmpdir(), 'asakai-pg-dump-'))
afterwards(() => rmSync(folder, { recursive: true, force: true }))

test.runIf(hasPostgres15 && hasTools)('pg_dump, with the handbook’s options, restores every row', async () => {
  const { folder: _folder, stop: _stop, ...connection } = await startPostgres15()
  await migrate(connection)
  await fillEveryTable(connection)
  const { host, user, password } = connection
  const counted = async (database: string) => {
    const client = new pg.Client({ ...connection, database, options: '-c asakai.team=every' })
    await client.connect()
    const counts: Record<string, number> = {}
    for (const { name } of await readTables(client))
      counts[name] = (await client.query(`select count(*)::int from ${name}`)).rows[0].count
    await client.end()
    return counts
  }

  const superuser = new pg.Client({ ...connection, user: 'postgres', database: 'postgres' })
  await superuser.connect()
  await superuser.query('create database empty owner asakai')
  await superuser.end()
  const env = { ...process.env, PGHOST: host, PGUSER: user, PGPASSWORD: String(password) }
  const block = readBlocks('docs/operators/en-growing.md').find(({ text }) => text.includes('pg_dump'))
  expect(spawnSync('sh', ['-ec', block!.text], { cwd: folder, env, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  })

  const rows = await counted('empty')
  expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([])
  expect(rows).toEqual(await counted('asakai'))
})
