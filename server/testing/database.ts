import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { afterwards } from './afterwards.ts'

/** This test file's own database, cloned from the migrated template; dropped when the file is done. */
export async function testDatabase(): Promise<Database> {
  const connection = inject('template')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(connection, `create database ${name} template asakai`)
  const database = openDatabase({ ...connection, database: name, max: 5 }, () => {})
  afterwards(async () => {
    await database.destroy()
    await administer(connection, `drop database ${name} with (force)`)
  })
  return database
}

/** Databases are made and dropped from beside the template, which nobody may use meanwhile. */
async function administer(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}
