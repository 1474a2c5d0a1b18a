// Starts the demo's server: the product on a database in the system's temporary folder, filled with a team, and deleted
// at the end. It reads only PORT and HOST from the environment, so that it cannot reach anyone's data or services.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#server/config/config.ts'
import { ConfigError } from '#server/config/environment.ts'
import { openDemoDatabase } from './database.ts'
import { runUntilEnded } from './run-until-ended.ts'
import { serveDemo } from './serve.ts'

/** The first port to try. It differs from the product's port, so that both do not share browser storage, such as drafts. */
const usualPort = 3_100
const portsTried = 20
const webRoot = fileURLToPath(new URL('../dist-demo', import.meta.url))
const say = (line: string) => console.log(line)

await runUntilEnded(async (interruption) => {
  const { HOST, PORT } = process.env
  const host = HOST || 'localhost'
  const config = readConfig({
    HOST: host,
    PORT: PORT || (await freePort(host)),
    SECRET_KEY: randomBytes(32).toString('hex'),
    SIGNUP: 'join',
  })
  if (!(await isFree(host, config.port)))
    throw new ConfigError(`Port ${config.port} is taken by another program. Leave PORT out, and a free one is found.`)
  const { database } = await openDemoDatabase(say, interruption)
  await serveDemo({ config, database, webRoot })
  if (interruption.aborted) return
  say(`The demo is ready at ${config.publicUrl}`)
  say('Ctrl-C ends it and deletes all that was written in it.')
}, 'Stopping, and deleting the demo …')

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
