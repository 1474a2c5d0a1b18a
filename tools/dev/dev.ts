// Serves the pages with Vite, which forwards calls to a server that Node restarts whenever one of its files changes
// (tools/dev/dev-server.ts). The database and the sessions survive restarts, and are deleted at the end.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer } from 'vite'
import { urlOf } from '../../bench/server.ts'
import { openDemoDatabase } from '../../demo/database.ts'
import { runUntilEnded } from '../../demo/run-until-ended.ts'
import { opened } from '#server/process/opened.ts'
import { freePort } from '#server/testing/free-port.ts'

const mostWait = 10_000 // milliseconds for the server to restart, as long as a page waits for a response
const say = (line: string) => console.log(line)

await runUntilEnded(async (interruption) => {
  const { HOST, PORT, ...environment } = process.env
  const port = await freePort()
  const server = { target: `http://127.0.0.1:${port}`, bypass: () => untilListening(port) }
  const { connection } = await openDemoDatabase(say, interruption)
  const pages = await createServer({
    mode: 'demo',
    clearScreen: false,
    server: { host: HOST || 'localhost', port: Number(PORT) || 5_173, proxy: { '/api': server } },
  })
  opened.push(() => pages.close())
  await pages.listen()
  const address = pages.resolvedUrls!.local[0]!.replace(/\/$/u, '')
  const watch = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'tools/dev/dev-server.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...environment,
      DATABASE_URL: urlOf(connection),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
      SECRET_KEY: randomBytes(32).toString('hex'),
    },
  })
  process.once('exit', () => watch.kill('SIGTERM')) // ends the server however this process ends
  const ended = once(watch, 'exit')
  opened.push(() => {
    watch.kill('SIGTERM')
    return ended
  })
  await untilListening(port)
  if (interruption.aborted) return
  say(`Asakai is ready at ${address} and follows what you change. Ctrl-C ends it and deletes what was written in it.`)
}, 'Stopping …')

/** Delays calls while the server restarts; if it does not come back, Vite reports the failure. */
async function untilListening(port: number) {
  const late = performance.now() + mostWait
  while (!(await listens(port)) && performance.now() < late) await wait(50)
}

function listens(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
