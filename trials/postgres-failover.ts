// The primary of an outside PostgreSQL dies while 24 members write; its streaming replica is promoted by hand and the
// address led there: the server is never started again, and every acknowledged write is there once.
import { join } from 'node:path'
import { startServer, stopServer } from '../bench/server.ts'
import { openLine } from './testing/line.ts'
import { startPostgres, startReplica } from './testing/outside-postgres.ts'
import { conclude, inFolder } from './testing/trial.ts'
import { openWriters } from './testing/writers.ts'

const members = 24
const failovers = 3
const most = 30 // seconds until everybody writes again

await inFolder('failover', async (folder) => {
  let primary = await startPostgres(join(folder, 'postgres-0'))
  const line = await openLine(primary.port)
  const server = await startServer({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://asakai@127.0.0.1:${line.port}/asakai`,
    SECRET_KEY: 'a key of the trial, of more than thirty-two bytes',
    PORT: '0',
  })
  const writers = await openWriters(members, () => server.address)
  writers.start()
  const recoveries: number[] = [] // seconds
  for (let failover = 1; failover <= failovers; failover++) {
    const replica = await startReplica(join(folder, `postgres-${failover}`), primary)
    await writers.written(3)
    const begun = performance.now()
    await primary.stop('immediate')
    await replica.promote()
    line.lead(replica.port)
    await writers.written()
    recoveries.push((performance.now() - begun) / 1_000)
    primary = replica
  }
  await writers.stop()
  const { acknowledged, lost, doubled } = await writers.compare()
  const { unanswered, unexpected } = writers.figures()
  const lived = server.process.exitCode === null && server.process.signalCode === null
  await stopServer(server)
  line.close()
  await primary.stop('fast')
  conclude(
    `${failovers} failovers, ${members} writers: ${acknowledged} writes acknowledged, ${lost} lost, ${doubled} doubled, ` +
      `${unanswered} requests repeated; everybody wrote again after ${recoveries.map((seconds) => seconds.toFixed(1)).join(', ')} s`,
    {
      'every acknowledged write is there': lost === 0 && acknowledged > 0,
      'none is there twice': doubled === 0,
      'the server was never started again': lived,
      [`everybody wrote again within ${most} s`]: Math.max(...recoveries) <= most,
      [`no other answers than 201 and 503, but ${JSON.stringify(unexpected)}`]: Object.keys(unexpected).length === 0,
    },
  )
})
