// Draws flame graphs of the server's processor time into `.cache/flames` while it repeats one call: reading a day and
// saving a report. Run with: node bench/flame.ts [seconds]
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawFlame, type Profile } from './draw-flame.ts'
import { startFilled } from './filled.ts'
import { load } from './load.ts'
import { start, stopServer, urlOf } from './server.ts'
import { nodeOptions } from '../cli/supervise.mjs'

const seconds = Number(process.argv[2] ?? 10)
const folder = join('.cache', 'flames')
const pictures = { 'a day of 100 reports': 'reading-a-day', 'saving a report': 'saving-a-report' }

const { connection, config, calls, token, stop } = await startFilled({ teams: 10, members: 100, days: 250 })
const server = await start([...nodeOptions, '--inspect=127.0.0.1:0', 'server/main.ts'], {
  LOG_LEVEL: 'silent',
  DATABASE_URL: urlOf(connection),
  SECRET_KEY: config.secretKey.toString(),
  PORT: '0',
})
const socket = new WebSocket(server.output.map((line) => /ws:\S+/u.exec(line)?.[0]).find(Boolean)!)
const inspector = await commandsOf(socket)
await inspector('Profiler.enable')
await mkdir(folder, { recursive: true })
for (const [name, file] of Object.entries(pictures)) {
  const call = calls.find((one) => one.name === name)!
  const ask = (forSeconds: number) => load(server.address, call, token, forSeconds, 16)
  await ask(2) // warms up until V8 has optimised the code
  await inspector('Profiler.start')
  await ask(seconds)
  const { profile } = (await inspector('Profiler.stop')) as { profile: Profile }
  await writeFile(join(folder, `${file}.svg`), drawFlame(profile, name))
}
socket.close() // otherwise the server would wait for the debugger when it stops
await stopServer(server)
await stop()
process.exit()

/** @returns a function that sends a command of the DevTools protocol and waits for its result */
async function commandsOf(socket: WebSocket) {
  await once(socket, 'open')
  let last = 0
  return async (method: string): Promise<unknown> => {
    const id = ++last
    socket.send(JSON.stringify({ id, method }))
    for (;;) {
      const [message] = (await once(socket, 'message')) as [MessageEvent<string>]
      const answer = JSON.parse(message.data) as { id?: number; result: unknown }
      if (answer.id === id) return answer.result
    }
  }
}
