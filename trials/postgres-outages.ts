// An outside PostgreSQL is restarted, crashes, ends connections, and the network to it is cut, hangs and forgets, while
// 24 members write: the server is never started again, and every acknowledged write is there once.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer, stopServer } from '../bench/server.ts'
import { openLine } from './testing/line.ts'
import { startPostgres } from './testing/outside-postgres.ts'
import { conclude, inFolder } from './testing/trial.ts'
import { openWriters } from './testing/writers.ts'

const members = 24
const rounds = 2
const most = 30 // seconds until everybody writes again

await inFolder('outages', async (folder) => {
  const postgres = await startPostgres(join(folder, 'postgres'))
  const line = await openLine(postgres.port)
  const server = await startServer({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://asakai@127.0.0.1:${line.port}/asakai`,
    SECRET_KEY: 'a key of the trial, of more than thirty-two bytes',
    PORT: '0',
  })
  const outages: Record<string, () => unknown> = {
    'restarted fast': async () => {
      await postgres.stop('fast')
      await postgres.start()
    },
    'restarted immediately': async () => {
      await postgres.stop('immediate')
      await postgres.start()
    },
    'away for 15 s': async () => {
      await postgres.stop('fast')
      await wait(15_000)
      await postgres.start()
    },
    'backends terminated': () =>
      postgres.ask("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'asakai'"),
    'connections cut': () => line.cut(),
    'nothing comes through for 20 s': async () => {
      line.stall()
      await wait(20_000)
      line.resume()
    },
    'connections forgotten': () => line.forget(),
  }

  const writers = await openWriters(members, () => server.address)
  writers.start()
  const recoveries = new Map<string, number>()
  for (let round = 0; round < rounds; round++)
    for (const [name, happen] of Object.entries(outages)) {
      await writers.written()
      await happen()
      recoveries.set(name, Math.max(recoveries.get(name) ?? 0, await writers.written()))
    }
  await writers.stop()
  const { acknowledged, lost, doubled } = await writers.compare()
  const { unanswered, unexpected } = writers.figures()
  const lived = server.process.exitCode === null && server.process.signalCode === null
  await stopServer(server)
  line.close()
  await postgres.stop('fast')
  conclude(
    `${rounds * recoveries.size} outages, ${members} writers: ${acknowledged} writes acknowledged, ${lost} lost, ${doubled} doubled, ` +
      `${unanswered} requests repeated; seconds until everybody wrote again: ` +
      [...recoveries].map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`).join(', '),
    {
      'every acknowledged write is there': lost === 0 && acknowledged > 0,
      'none is there twice': doubled === 0,
      'the server was never started again': lived,
      [`everybody wrote again within ${most} s`]: Math.max(...recoveries.values()) <= most,
      [`no other answers than 201 and 503, but ${JSON.stringify(unexpected)}`]: Object.keys(unexpected).length === 0,
    },
  )
})
