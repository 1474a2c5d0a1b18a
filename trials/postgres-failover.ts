// Stops the primary of an external PostgreSQL while 24 members write. Its streaming replica is promoted by hand and
// gets the address. The server must not need a restart, and every acknowledged write must exist once.
import { join } from 'node:path'
import { startPostgres, startReplica } from './testing/outside-postgres.ts'
import { conclude, inFolder } from './testing/trial.ts'
import { writeThrough } from './testing/write-through.ts'

const failovers = 3

await inFolder('failover', async (folder) => {
  let primary = await startPostgres(join(folder, 'postgres-0'))
  const recoveries: number[] = [] // seconds
  const { said, conclusions } = await writeThrough(folder, primary.port, async ({ line, writers }) => {
    for (let failover = 1; failover <= failovers; failover++) {
      const replica = await startReplica(join(folder, `postgres-${failover}`), primary)
      await writers.written(3)
      const startedAt = performance.now()
      await primary.stop('immediate')
      await replica.promote()
      line.lead(replica.port)
      await writers.written()
      recoveries.push((performance.now() - startedAt) / 1_000)
      primary = replica
    }
    return recoveries
  })
  await primary.stop('fast')
  conclude(
    `${failovers} failovers, ${said}; everybody wrote again after ${recoveries.map((seconds) => seconds.toFixed(1)).join(', ')} s`,
    conclusions,
  )
})
