// Restarts two servers behind HAProxy (with the file of deploy/) in turn, four times each, while 24 members write. No
// request may fail.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../server/testing/free-port.ts'
import { type RunningServer, startServer, stopServer } from '../bench/server.ts'
import { startProxy } from './testing/haproxy.ts'
import { startPostgres } from './testing/outside-postgres.ts'
import { settingsOn } from './testing/settings.ts'
import { conclude, inFolder } from './testing/trial.ts'
import { openWriters } from './testing/writers.ts'

const members = 24
const restarts = 4

await inFolder('rolling', async (folder) => {
  const postgres = await startPostgres(join(folder, 'postgres'))
  const ports = [await freePort(), await freePort()]
  const start = (port: number) =>
    startServer({
      DATA_DIR: join(folder, 'data'),
      ...settingsOn(postgres),
      PORT: String(port),
    })
  const servers = await Promise.all(ports.map(start))
  const entry = await freePort()
  const proxy = await startProxy(folder, entry, ports)
  const writers = await openWriters(members, () => `http://127.0.0.1:${entry}`)
  writers.start()
  let slowest = 0 // seconds from the signal until the process has ended
  for (let restart = 0; restart < restarts; restart++)
    for (const [index, port] of ports.entries()) {
      await writers.written()
      const startedAt = performance.now()
      await stopServer(servers[index]!)
      slowest = Math.max(slowest, (performance.now() - startedAt) / 1_000)
      servers[index] = await start(port)
      await wait(3_000) // until HAProxy has checked the new server twice
    }
  await writers.stop()
  const { acknowledged, lost, doubled } = await writers.compare()
  const { unanswered, unexpected } = writers.figures()
  proxy.kill('SIGTERM')
  await Promise.all(servers.map((server: RunningServer) => stopServer(server)))
  await postgres.stop('fast')
  conclude(
    `2 servers, ${restarts} restarts each, ${members} writers: ${acknowledged} reports acknowledged, ${unanswered} requests failed, ` +
      `${lost} lost, ${doubled} doubled; a server ended ${slowest.toFixed(1)} s after the signal at most`,
    {
      'no request failed': unanswered === 0,
      'every acknowledged report is there': lost === 0 && acknowledged > 0,
      'none is there twice': doubled === 0,
      [`no other answers than 201, but ${JSON.stringify(unexpected)}`]: Object.keys(unexpected).length === 0,
    },
  )
})
