// The demo's server: the product on a database of its own in the system's temporary folder, filled with a team, and
// deleted at the end. Of the environment it reads PORT and HOST alone, so that it knows neither data nor services of anybody;
// it runs no jobs, so that nothing is sent.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { ConfigError } from '#server/environment.ts'
import { closeOpened, opened } from '#server/opened.ts'
import { operatorMessage } from '#server/operator-message.ts'
import { demoRoutes } from './routes.ts'
import { seed } from './seed.ts'

/** Another than the product's: what a browser keeps of the one, such as drafts, is none of the other's. */
const usualPort = 3_100
const portsTried = 20
const webRoot = fileURLToPath(new URL('../dist-demo', import.meta.url))
const say = (line: string) => console.log(line)

const interruption = new AbortController()

let closing: Promise<void> | undefined
const close = () => (closing ??= closeAll())
async function closeAll() {
  interruption.abort()
  await starting.catch(() => {})
  await closeOpened()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!closing) say('Stopping, and deleting the demo …')
    void close().then(() => process.exit(process.exitCode ?? 0))
  })

const starting = start()
try {
  await starting
} catch (error) {
  // What fails because the demo ends meanwhile is no news.
  if (!closing) {
    console.error(operatorMessage(error))
    process.exitCode = 1
  }
  await close()
  process.exit()
}

async function start() {
  const { HOST, PORT } = process.env
  const folder = await mkdtemp(join(tmpdir(), 'asakai-demo-'))
  opened.push(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711) // root's PostgreSQL runs as another account
  const dataDir = join(folder, 'data')
  const host = HOST || 'localhost'
  const config = readConfig({ HOST: host, PORT: PORT || (await freePort(host)), DATA_DIR: dataDir, SIGNUP: 'join' })
  if (!(await isFree(host, config.port)))
    throw new ConfigError(`Port ${config.port} is taken by another program. Leave PORT out, and a free one is found.`)
  const embedded = await startEmbedded(dataDir, say, interruption.signal)
  opened.push(
    () => rm(dirname(embedded.folder), { recursive: true, force: true }), // elsewhere, where a temporary folder is closed
    embedded.stop,
  )
  await migrate(embedded.connection)
  const database = openDatabase(embedded.connection, (error) => {
    if (!closing) console.error(error)
  })
  opened.push(() => database.destroy())
  say('Writing three months of reports …')
  await seed(database, { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, now: new Date() })
  const app = await buildApp({ config, database, now: () => new Date(), webRoot, demo: demoRoutes })
  opened.push(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  await app.listen({ host: config.host, port: config.port })
  if (closing) return
  say(`The demo is ready at ${config.publicUrl}`)
  say('Ctrl-C ends it and deletes all that was written in it.')
}

/** The demo's usual port, else one of the next. */
async function freePort(host: string): Promise<string> {
  for (let port = usualPort; port < usualPort + portsTried; port++) if (await isFree(host, port)) return String(port)
  throw new ConfigError(
    `The ports from ${usualPort} on are taken. Set PORT to a free one, such as PORT=3200 npm run demo.`,
  )
}

function isFree(host: string, port: number) {
  return new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
