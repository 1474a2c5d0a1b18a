import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inject, expect, test } from 'vitest'
import { requireSameKey } from '#server/access/keys/key-fingerprint.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { connectReadOnly, warnOfNewerDatabase } from '#server/db/schema/state.ts'
import { ConfigError } from '#server/config/environment.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'
import { team } from '#server/testing/team.ts'
import { linesOf } from './check.fixture.ts'
import { clockCheck } from './clock.ts'
import { databaseCheck, migrationsCheck, roleCheck } from './database.ts'
import { keyCheck } from './key.ts'
import { pushCheck } from './push.ts'

async function databaseOf(template: string, user?: string): Promise<Database> {
  const database = openDatabase({ ...(await newDatabase(template)), ...(user && { user }) }, () => {})
  afterwards(() => database.destroy())
  return database
}
const ofDatabase = (database: Database) => ({ database: Promise.resolve(database) })

test('`asakai check` reports the database’s version, rights, migrations and clock', async () => {
  const more = ofDatabase(await databaseOf('asakai'))
  expect(await linesOf(databaseCheck, { DATA_DIR: '/data' }, more)).toEqual([
    expect.stringMatching(/^ok: PostgreSQL \d+\S* in \/data, with the needed privileges\.$/u),
  ])
  expect(await linesOf(roleCheck, {}, more)).toEqual(['ok: Row-level security applies to the role.'])
  expect(await linesOf(migrationsCheck, {}, more)).toEqual(['ok: All applied.'])
  expect(await linesOf(clockCheck, {}, more)).toEqual(['ok: Agrees with the database.'])
})

test('`asakai check` reports a missing database once, and skips the checks that need a database', async () => {
  await expect(linesOf(databaseCheck, {})).rejects.toThrow('none')
  for (const check of [roleCheck, migrationsCheck, keyCheck, pushCheck])
    expect(await linesOf(check, {})).toEqual([expect.stringMatching(/^off: Not checked/u)])
})

test.each([
  [
    'no server listens at its address',
    () => 'postgres://a:hidden@127.0.0.1:1/asakai',
    'The database of DATABASE_URL cannot be reached',
  ],
  ['the database does not exist', () => addressOf('none'), 'does not exist'],
])('`asakai check` reports a database in one line if %s', async (_, address, why) => {
  const reaching = connectReadOnly({ dataDir: '/none', databaseUrl: address() }, () => {})
  await expect(reaching).rejects.toThrow(ConfigError)
  await expect(reaching).rejects.toThrow(why)
  await expect(reaching).rejects.not.toThrow('hidden')
})

function addressOf(name: string) {
  const { host, port, user, password } = inject('template')
  const place = host.startsWith('/') ? `/${name}?host=${encodeURIComponent(host)}` : `${host}:${port}/${name}`
  return `postgres://${user}:${password}@${place}`
}

test('`asakai check` accepts an empty database, which the next start fills', async () => {
  const empty = ofDatabase(await databaseOf('template0'))
  expect(await linesOf(migrationsCheck, {}, empty)).toEqual([
    expect.stringMatching(/^ok: \d+ pending; the next start applies them\.$/u),
  ])
  expect(await linesOf(keyCheck, {}, empty)).toEqual([
    'off: Not checked, because the database still has the schema of an older version.',
  ])
})

test('`asakai check` accepts a database that a newer version has migrated, as the server does', async () => {
  const newer = await databaseOf('asakai')
  await sql`insert into migrations (name, sha256) values ('9999_later.sql', 'x')`.execute(newer)
  const said: string[] = []
  await warnOfNewerDatabase(newer, (line) => said.push(line))
  expect(said).toEqual([expect.stringContaining('9999_later.sql')])
  expect(await linesOf(migrationsCheck, {}, ofDatabase(newer))).toEqual([`ok: ${said[0]}`])
})

test('`asakai check` refuses a database with other migrations, as the server does', async () => {
  const connection = await newDatabase('asakai')
  const changed = openDatabase(connection, () => {})
  afterwards(() => changed.destroy())
  await sql`update migrations set sha256 = 'x' where name like '0001%'`.execute(changed)
  const refusal = await migrate(connection).then(
    () => 'none',
    (error: Error) => error.message,
  )
  expect(refusal).toMatch(/^The migration 0001\S+ was changed/u)
  expect(await linesOf(migrationsCheck, {}, ofDatabase(changed))).toEqual([`wrong: ${refusal}`])
})

test('`asakai check` reports a database role that bypasses row-level security', async () => {
  const more = ofDatabase(await databaseOf('asakai', 'postgres'))
  expect(await linesOf(roleCheck, {}, more)).toEqual([expect.stringMatching(/^wrong: Row-level security/u)])
})

test('`asakai check` finds out whether the secret key belongs to the database', async () => {
  const database = await databaseOf('asakai')
  const keys = { secretKey: randomBytes(32), previousSecretKey: undefined }
  const lines = (given: typeof keys | undefined) => linesOf(keyCheck, {}, { ...ofDatabase(database), keys: given })
  expect(await lines(keys)).toEqual([expect.stringMatching(/^off: The database is not bound to a secret key yet/u)])
  await requireSameKey(database, keys)
  expect(await lines(keys)).toEqual(['ok: Matches the database.'])
  expect(await lines({ ...keys, secretKey: randomBytes(32) })).toEqual([
    expect.stringMatching(/^wrong: The database belongs to another/u),
  ])
  expect(await lines(undefined)).toEqual([expect.stringMatching(/^wrong: The file secret-key is missing in DATA_DIR/u)])
})

test('`asakai check` finds out whether the secret key decrypts the key pair for push messages', async () => {
  const { config, database, member } = await team()
  const { secretKey } = config
  const lines = (key: Buffer, PUBLIC_URL = 'https://asakai.example.com') =>
    linesOf(
      pushCheck,
      { PUBLIC_URL },
      { ...ofDatabase(database), keys: { secretKey: key, previousSecretKey: undefined } },
    )
  expect(await lines(secretKey, 'http://asakai.example.com')).toEqual([expect.stringMatching(/^off: Browsers allow/u)])
  expect(await lines(secretKey)).toEqual([expect.stringMatching(/^ok: The key pair will be created when/u)])
  expect((await (await member()).get('/notifications/push')).status).toBe(200)
  expect(await lines(secretKey)).toEqual(['ok: The key pair can be decrypted.'])
  expect(await lines(randomBytes(32))).toEqual([
    expect.stringMatching(/^wrong: The key pair is encrypted with another/u),
  ])
})
