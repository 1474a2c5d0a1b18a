import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { requireSameKey } from '#server/access/keys/key-fingerprint.ts'
import { signUpForm } from '#server/access/email-address/sign-up-domains.ts'
import { buildApp } from './app.ts'
import { addressOf, type Config, isEveryAddress, readConfig } from '#server/config/config.ts'
import { openDatabase } from './db/database.ts'
import { startAfterAnother } from './db/embedded/after-another.ts'
import { requireZone } from '#server/db/fragments/known-zone.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { probePreparedStatements, requireLimits } from '#server/db/driver/pooler.ts'
import { warnOfExemptRole } from '#server/db/schema/role.ts'
import { warnOfNewerDatabase } from '#server/db/schema/state.ts'
import { ConfigError } from '#server/config/environment.ts'
import { closeResources, opened } from '#server/process/opened.ts'
import { operatorCommand } from '#server/config/operator-command.ts'
import { operatorMessage } from '#server/process/operator-message.ts'
import { startJobs } from './jobs/runner.ts'
import { startSlackSocket } from './jobs/slack-socket.ts'

const closingMost = 9_000 // milliseconds; supervisors kill a process after ten seconds
const requestsMost = 3_500 // milliseconds of `closingMost` for running requests
const statementsMost = 500 // milliseconds for abandoned statements
const answerMost = 8_000 // milliseconds for a statement, because browsers give up after ten seconds
const sameSignal = 1_000 // milliseconds within which npm, a shell and a supervisor forward the same signal
const wrongSettings = 78 // EX_CONFIG of sysexits.h, so that a supervisor does not restart (deploy/systemd)
const webRoot = fileURLToPath(new URL('../dist', import.meta.url))
const say = (line: string) => console.log(line)

const interruption = new AbortController()

let closing: Promise<void> | undefined
/** Closes everything once, in order: first running requests, then the database. */
const close = () => (closing ??= closeAll())
async function closeAll() {
  const late = setTimeout(() => {
    console.error('Asakai did not stop in time.')
    process.exit(1)
  }, closingMost)
  late.unref()
  interruption.abort()
  await closeResources()
  // A running startup stops at its next step, but may have opened more resources before that.
  await starting.catch(() => {})
  await closeResources()
}

/** Answers requests for a while during the shutdown, so that proxies notice it. */
let drain = async () => {}
const hurry = new AbortController()
let ending: Promise<void> | undefined
let askedAt = 0

/**
 * Begins the shutdown. A closed terminal sends SIGHUP. Supervisors can send several signals at once; a later one skips
 * the draining.
 */
function end(signal: NodeJS.Signals) {
  if (!ending) {
    say('Stopping …')
    askedAt = performance.now()
  } else if (performance.now() - askedAt > sameSignal) hurry.abort()
  ending ??= (signal === 'SIGTERM' ? drain() : Promise.resolve())
    .then(close)
    .then(() => process.exit(process.exitCode ?? 0))
}
const ends = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
for (const signal of ends) process.on(signal, end)
// The channel to cli/supervise.mjs closes when the supervisor is killed.
process.on('disconnect', () => end('SIGTERM'))

let hasSettings = false
const starting = start()
try {
  await starting
} catch (error) {
  // Failures caused by the shutdown are not reported.
  if (!ending) {
    console.error(operatorMessage(error))
    await close()
    process.exit(hasSettings ? 1 : wrongSettings)
  }
}

async function start() {
  const config = readConfig(process.env)
  hasSettings = true
  if (signUpForm(config) === 'unavailable')
    say(
      'SIGNUP_DOMAINS without SMTP_URL: addresses cannot be proven, so people join by Google, GitHub or invitation alone.',
    )
  const connection = await database(config)
  await migrate(connection)
  const onIdleError = (error: Error) => {
    if (!ending && !closing) console.error(`A connection to the database was lost: ${error.message}`)
  }
  const pool = openDatabase(connection, onIdleError, answerMost)
  opened.push(() => Promise.race([pool.destroy(), wait(statementsMost)]))
  if (config.databaseUrl) {
    await requireLimits(pool, say)
    await probePreparedStatements(pool, say)
    await warnOfExemptRole(pool, say)
  }
  await warnOfNewerDatabase(pool, say)
  await requireZone(pool, config.timeZone)
  await requireSameKey(pool, config)
  if (config.trustProxy === true)
    say('TRUST_PROXY=true believes any caller who they say they are; name the addresses of your proxies instead.')
  const app = await buildApp({
    config,
    database: pool,
    now: () => new Date(),
    ...(existsSync(webRoot) ? { webRoot } : {}),
  })
  opened.push(() => closeServer(app))
  const jobs = startJobs(app.services, app.log)
  opened.push(jobs.stop)
  const slack = startSlackSocket(app.services, app.log)
  opened.push(slack.stop)
  await listen(app, config)
  drain = async () => {
    if (config.drainSeconds === 0) return
    app.drain()
    say(`Still answering for ${config.drainSeconds} s …`)
    await wait(config.drainSeconds * 1_000, undefined, { signal: hurry.signal }).catch(() => {})
  }
  if (ending) return
  say(`Asakai is ready at ${address(app, config)}`)
  process.send?.('ready')
  if (isEveryAddress(config.host) && new URL(config.publicUrl).hostname === 'localhost')
    say('Others open another address than this one: set PUBLIC_URL to it, since links in emails begin with it.')
}

/** @throws ConfigError if the server cannot listen on this host and port */
async function listen(app: FastifyInstance, { host, port }: Config) {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new ConfigError(
        `Port ${port} is taken by another program. Set PORT to a free one, such as PORT=3001 ${operatorCommand('start')}.`,
      )
    if (code === 'EACCES')
      throw new ConfigError(`Port ${port} may not be opened by this account. Set PORT to one above 1023.`)
    throw new ConfigError(
      `HOST is ${host}, which is not an address of this machine (${code}). Set HOST to one of its addresses, or to 0.0.0.0 for all.`,
    )
  }
}

/** Finishes the requests that have arrived. Waits a few seconds for incomplete requests, such as slow uploads. */
async function closeServer(app: FastifyInstance) {
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  const late = setTimeout(() => app.server.closeAllConnections(), requestsMost)
  await app.close().finally(() => {
    clearInterval(idle)
    clearTimeout(late)
  })
}

async function database({ databaseUrl, dataDir }: Config) {
  if (databaseUrl) return { connectionString: databaseUrl }
  const embedded = await startAfterAnother(dataDir, say, interruption.signal)
  opened.push(embedded.stop)
  return embedded.connection
}

/** Port 0 lets the system choose the port, so the address is known only after listening. */
function address(app: FastifyInstance, { host, publicUrl, port }: Config): string {
  const bound = app.server.address()
  return port === 0 && bound && typeof bound === 'object' ? addressOf(host, bound.port) : publicUrl
}
