import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { defaultSettings } from '#contract/users.ts'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import { readProviders } from '#server/config/providers.ts'
import { type Database, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { insertLogin } from '#server/db/accounts/logins.ts'
import { readerOf } from '#server/config/environment.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import { afterwards } from './afterwards.ts'
import { client, type Client } from './client.ts'
import { testDatabase } from './database.ts'

/** The password of every test member. */
export const password = 'correct horse battery'
/** Precomputed with `hashPassword`, because argon2 is slow by design. */
const passwordHash = '$argon2id$v=19$m=65536,t=3,p=1$ymLql2Mm5QE1iYfGPF/Blw$Xel/Lm38Gs01IfLc0l+C2NcCVUcCOH9sQEVQ/MqFaNs'

type Options = Partial<Config> & {
  /** The start of the clock, by default the current time. A test advances the clock by `clock.now = …`. */
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
  updatesUrl: undefined,
  providers: readProviders(readerOf({})),
  tracing: undefined,
}

/** Returns a random address, so that the failed attempts of one test do not count in another. */
export const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/**
 * Starts the real app, and resets its clock to `now`. Tests of a file with the same settings share an app and its clock
 * until it listens or is closed.
 * @param options `database`: by default the one of this file
 */
export async function startApp(options: Options = {}) {
  const { now, database: own, ...settings } = options
  if (own) return startOwnApp(options)
  const asked = JSON.stringify(settings)
  const known = await apps.get(asked)
  const isFree = known && !known.app.server.listening
  const started = isFree ? known : await apps.set(asked, startOwnApp(options)).get(asked)!
  if (!isFree) started.app.addHook('onClose', () => void apps.delete(asked))
  started.clock.now = now ?? new Date()
  return started
}

const apps = new Map<string, ReturnType<typeof startOwnApp>>()

/** Starts a separate app, for tests that add routes or need a second one. */
export async function startOwnApp({ now, database: own, ...settings }: Options = {}) {
  const clock = { now: now ?? new Date() }
  const parts = { config: { ...config, ...settings }, database: own ?? (await sharedDatabase()) }
  const app = await buildApp({ ...parts, now: () => clock.now })
  afterwards(() => app.close())
  return { app, clock, ...parts, visitor: (address = newAddress()) => client(app, address) }
}

/** Creates a team in this file's database. Its members call the real app and are signed in without a password. */
export async function team(options: Options = {}) {
  const { app, clock, config: own, database, visitor } = await startApp(options)
  const teamId = newId()
  await database
    .insertInto('teams')
    .values({ id: teamId, name: '開発チーム', time_zone: options.timeZone ?? config.timeZone })
    .execute()

  async function member(familyName = '早川', person: Person = {}): Promise<Member> {
    const user = await insertMember(database, teamId, { family_name: familyName, ...person })
    const tokens = await startSession(app.services, { teamId, userId: user.id }, 'password')
    return { ...client(app, newAddress(), { authorization: `Bearer ${tokens.access_token}` }), user, tokens }
  }
  return { app, clock, config: own, database, teamId, member, visitor }
}

/** Creates a team that is older than the other teams of its server, which makes it the operator's own team. */
export async function firstTeam(options: Options = {}) {
  const here = await team(options)
  await makeFirst(here)
  return here
}

/** Makes a team older than the others of its server. */
export const makeFirst = ({ database, teamId }: { database: Database; teamId: string }) =>
  withEveryTeamTransaction(database, (db) =>
    sql`
      update teams set created_at = (select min(created_at) from teams) - interval '1 second'
      where id = ${teamId}`.execute(db),
  )

let database: Promise<Database> | undefined
const sharedDatabase = () => (database ??= testDatabase())

async function insertMember(database: Database, teamId: string, { language, ...person }: Person) {
  const id = newId()
  const email = person.email ?? `${id.slice(-12)}@example.com`
  const email_key = email.toLowerCase()
  await withTeamTransaction(database, { teamId }, async (db) => {
    await insertLogin(db, { teamId, userId: id }, email_key)
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
        email_key,
        ...(language ? { settings: JSON.stringify({ ...defaultSettings, language }) } : {}),
      })
      .execute()
    await db.insertInto('credentials').values({ team_id: teamId, user_id: id, password_hash: passwordHash }).execute()
  })
  return { id, email }
}
