// Restarts and crashes an external PostgreSQL, ends its connections, and cuts, stalls and silently drops the network to
// it, while 24 members write. The server must not need a restart, and every acknowledged write must exist once.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from './testing/outside-postgres.ts'
import { conclude, inFolder } from './testing/trial.ts'
import { writeThrough } from './testing/write-through.ts'

const rounds = 2

await inFolder('outages', async (folder) => {
  const postgres = await startPostgres(join(folder, 'postgres'))
  const recoveries = new Map<string, number>() // seconds
  const { said, conclusions } = await writeThrough(folder, postgres.port, async ({ line, writers }) => {
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

    for (let round = 0; round < rounds; round++)
      for (const [name, happen] of Object.entries(outages)) {
        await writers.written()
        await happen()
        recoveries.set(name, Math.max(recoveries.get(name) ?? 0, await writers.written()))
      }
    return [...recoveries.values()]
  })
  await postgres.stop('fast')
  conclude(
    `${rounds * recoveries.size} outages, ${said}; seconds until everybody wrote again: ` +
      [...recoveries].map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`).join(', '),
    conclusions,
  )
})
