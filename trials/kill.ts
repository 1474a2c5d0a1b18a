// Kills the server, its PostgreSQL and both, fifty times in turn (kill -9), while 32 members write. The next start must
// need no help, and every acknowledged write must exist once.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer, stopServer } from '../bench/server.ts'
import { conclude, inFolder } from './testing/trial.ts'
import { openWriters } from './testing/writers.ts'

const kills = 50
const members = 32

await inFolder('kill', async (folder) => {
  const environment = { DATA_DIR: join(folder, 'data'), PORT: '0' }
  let server = await startServer(environment)
  const writers = await openWriters(members, () => server.address)
  writers.start()
  let slowest = 0 // seconds from the kill until all members write again
  for (let kill = 0; kill < kills; kill++) {
    await wait(300 + ((kill * 137) % 600)) // milliseconds; each kill hits the writers at another point
    const startedAt = performance.now()
    if (kill % 3 !== 0) process.kill(await postmaster(folder), 'SIGKILL')
    if (kill % 3 !== 1) {
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
      server = await startServer(environment)
    }
    await writers.written()
    slowest = Math.max(slowest, (performance.now() - startedAt) / 1_000)
  }
  await writers.stop()
  const { acknowledged, lost, doubled } = await writers.compare()
  const { unanswered, unexpected } = writers.figures()
  await stopServer(server)
  conclude(
    `${kills} kills, ${members} writers: ${acknowledged} writes acknowledged, ${lost} lost, ${doubled} doubled, ` +
      `${unanswered} requests repeated; everybody wrote again after ${slowest.toFixed(1)} s at most`,
    {
      'every acknowledged write is there': lost === 0 && acknowledged > kills * members,
      'none is there twice': doubled === 0,
      [`no other answers than 201 and 503, but ${JSON.stringify(unexpected)}`]: Object.keys(unexpected).length === 0,
    },
  )
})

async function postmaster(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8'), 10)
}
