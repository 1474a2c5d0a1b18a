// Writes docs/schema.md, from a new database. Run after each change of the schema: node tools/schema/schema.ts
import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { readMigrations } from '../../server/db/schema/apply-migrations.ts'
import { startNewDatabase } from '../../server/testing/embedded-database.ts'
import { schemaPage } from './schema-page.ts'

const { connection, stop } = await startNewDatabase('asakai-schema-')
const client = new pg.Client(connection)
try {
  await client.connect()
  const texts = (await readMigrations()).map(({ text }) => text)
  writeFileSync('docs/schema.md', await schemaPage(client, texts.join('\n')))
} finally {
  await client.end()
  await stop()
}
