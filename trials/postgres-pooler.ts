// Puts PgBouncer between server and PostgreSQL, with the handbook's settings: transaction mode, and fewer connections
// than the server has. PgBouncer is restarted and killed, and its database crashes, while 24 members write. The server
// must not need a restart, and every acknowledged write must exist once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { startPostgres } from './testing/outside-postgres.ts'
import { startPooler } from './testing/pgbouncer.ts'
import { conclude, inFolder } from './testing/trial.ts'
import { writeThrough } from './testing/write-through.ts'

const rounds = 2
const handbook = readFileSync('docs/operators/en-growing.md', 'utf8').split('## A pooler in between')[1]!
const block = (language: string) => handbook.split('```' + language + '\n')[1]!.split('```')[0]!

await inFolder('pooler', async (folder) => {
  const postgres = await startPostgres(join(folder, 'postgres'))
  for (const statement of block('sql').trim().split('\n')) await postgres.ask(statement)
  const port = await freePort()
  const pooler = await startPooler(folder, block('ini'), { port, postgres: postgres.port })
  const recoveries: number[] = [] // seconds
  const { said, conclusions } = await writeThrough(folder, port, async ({ writers }) => {
    const outages = [() => pooler.restart('SIGINT'), () => pooler.restart('SIGKILL'), crash]
    async function crash() {
      await postgres.stop('immediate')
      await postgres.start()
    }
    for (const happen of Array.from({ length: rounds }, () => outages).flat()) {
      await writers.written(3)
      await happen()
      recoveries.push(await writers.written())
    }
    return recoveries
  })
  await pooler.stop('SIGINT')
  await postgres.stop('fast')
  conclude(
    `${recoveries.length} outages behind ${pooler.version}, ${said}; everybody wrote again after ${Math.max(...recoveries).toFixed(1)} s at most`,
    conclusions,
  )
})
