import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { AlreadyRunning, startEmbedded } from './db/embedded/embedded.ts'
import { migrate } from './db/migrate.ts'
import { warnOfExemptRole } from './db/role.ts'

const closingMost = 9_000 // milliseconds; a supervisor kills after ten seconds
const webRoot = fileURLToPath(new URL('../dist', import.meta.url))
const say = (line: string) => console.log(line)

/** What still has to be closed, the last opened first. */
const opened: (() => Promise<unknown>)[] = []

let closing: Promise<void> | undefined
/** In order, and once, however often it is asked for: requests are answered, then the database ends. */
const close = () => (closing ??= closeAll())
async function closeAll() {
  const late = setTimeout(() => {
    console.error('Asakai did not stop in time.')
    process.exit(1)
  }, closingMost)
  late.unref()
  for (const end of opened.reverse()) await end().catch((error: unknown) => console.error(error))
}

/** The last one comes when the terminal is closed. */
const ends = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
for (const signal of ends)
  process.on(signal, () => {
    if (!closing) say('Stopping …')
    void close().then(() => process.exit(process.exitCode ?? 0))
  })

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(explain(error))
  await close()
  process.exit(1)
}

async function start(config: Config) {
  const connection = await database(config)
  await migrate(connection)
  const pool = openDatabase(connection, (error) =>
    console.error(`A connection to the database was lost: ${error.message}`),
  )
  opened.push(() => pool.destroy())
  if (config.databaseUrl) await warnOfExemptRole(pool, say)
  const app = await buildApp({
    config,
    database: pool,
    now: () => new Date(),
    ...(existsSync(webRoot) ? { webRoot } : {}),
  })
  opened.push(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  say(`Asakai is ready at ${address(app, config)}`)
}

async function database({ databaseUrl, dataDir }: Config) {
  if (databaseUrl) return { connectionString: databaseUrl }
  const embedded = await startEmbedded(dataDir, say)
  opened.push(embedded.stop)
  return embedded.connection
}

/** Port 0 takes any free one, so the address is only known now. */
function address(app: FastifyInstance, { host, publicUrl, port }: Config): string {
  const bound = app.server.address()
  return port === 0 && bound && typeof bound === 'object' ? `http://${host}:${bound.port}` : publicUrl
}

/** One line that says what to do, for what an operator can mend; everything else with its trace. */
function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message
  if (error instanceof AlreadyRunning)
    return 'Asakai is already running on this DATA_DIR. Stop it first, or set another DATA_DIR.'
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Set PORT to a free one, such as PORT=3001 npm start.`
  if (code === 'EACCES' && port) return `Port ${port} may not be opened by this account. Set PORT to one above 1023.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code?.startsWith('28') || code === '3D000')
    return `DATABASE_URL cannot be connected to: ${message}`
  return error
}
