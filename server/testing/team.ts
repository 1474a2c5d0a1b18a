import { randomBytes, randomInt } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { defaultSettings } from '#contract/users.ts'
import { hashPassword } from '#server/access/passwords.ts'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { readProviders } from '#server/config-providers.ts'
import { type Database, inTeam } from '#server/db/database.ts'
import { readerOf } from '#server/environment.ts'
import { afterwards } from './afterwards.ts'
import { client, type Client } from './client.ts'
import { testDatabase } from './database.ts'

/** The password of every member made here. */
export const password = 'correct horse battery'

type Options = Partial<Config> & {
  /** Moves with `clock.now = …`; starts at this machine's. */
  now?: Date
  database?: Database
}
type Person = { first_name?: string; family_name?: string; preferred_name?: string; email?: string; language?: string }
export type Member = Client & {
  user: { id: string; email: string }
  tokens: { access_token: string; refresh_token: string }
}

const config: Config = {
  port: 0,
  host: 'localhost',
  publicUrl: 'http://localhost:3000',
  dataDir: '/nowhere',
  databaseUrl: undefined,
  secretKey: randomBytes(32),
  signUp: 'join',
  signUpDomains: [],
  timeZone: 'Asia/Tokyo',
  mail: undefined,
  drainSeconds: 0,
  trustProxy: false,
  metricsToken: undefined,
  apiDocs: true,
  logLevel: 'silent',
  previousSecretKey: undefined,
  backups: undefined,
  providers: readProviders(readerOf({})),
}

/** An address of its own, so that what one test does wrong is not counted against another. */
export const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** The real app; `now` is what its clock says. @param database this file's, unless a test needs one that is empty */
export async function startApp({ now, database, ...own }: Options = {}) {
  const clock = { now: now ?? new Date() }
  const parts = { config: { ...config, ...own }, database: database ?? (await sharedDatabase()), now: () => clock.now }
  const app = await buildApp(parts)
  afterwards(() => app.close())
  return {
    app,
    clock,
    config: parts.config,
    database: parts.database,
    visitor: (address = newAddress()) => client(app, address),
  }
}

/** A team of its own in this file's database, with members who speak to the real app, signed in. */
export async function team(options: Options = {}) {
  const { app, clock, config: own, database, visitor } = await startApp(options)
  const teamId = newId()
  await database
    .insertInto('teams')
    .values({ id: teamId, name: '開発チーム', time_zone: options.timeZone ?? config.timeZone })
    .execute()

  async function member(familyName = '早川', person: Person = {}): Promise<Member> {
    const user = await insertMember(database, teamId, { family_name: familyName, ...person })
    const address = newAddress()
    const { body } = await client(app, address).post('/auth/login', { username: user.email, password })
    return { ...client(app, address, { authorization: `Bearer ${body.access_token}` }), user, tokens: body }
  }
  return { app, clock, config: own, database, teamId, member, visitor }
}

let database: Promise<Database> | undefined
const sharedDatabase = () => (database ??= testDatabase())

let passwordHash: Promise<string> | undefined

async function insertMember(database: Database, teamId: string, { language, ...person }: Person) {
  const id = newId()
  const email = person.email ?? `${id.slice(-12)}@example.com`
  passwordHash ??= hashPassword(password)
  const hash = await passwordHash
  await inTeam(database, { teamId }, async (db) => {
    await db
      .insertInto('users')
      .values({
        first_name: '直樹',
        family_name: '早川',
        preferred_name: '',
        ...person,
        team_id: teamId,
        id,
        email,
        email_key: email.toLowerCase(),
        ...(language ? { settings: JSON.stringify({ ...defaultSettings, language }) } : {}),
      })
      .execute()
    await db.insertInto('credentials').values({ team_id: teamId, user_id: id, password_hash: hash }).execute()
  })
  return { id, email }
}
