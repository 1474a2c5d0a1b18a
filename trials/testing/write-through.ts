import { join } from 'node:path'
import { startServer, stopServer } from '../../bench/server.ts'
import { openLine } from './line.ts'
import { openWriters } from './writers.ts'

const members = 24
const most = 30 // seconds until all members write again

type Parts = { line: Awaited<ReturnType<typeof openLine>>; writers: Awaited<ReturnType<typeof openWriters>> }

/**
 * Lets members write to a server during failures. The server reaches PostgreSQL through a line that can fail.
 * @param port the port of PostgreSQL
 * @param happen causes the failures, and returns for each the seconds until all members wrote again
 * @returns the figures and the promises of the trial
 */
export async function writeThrough(folder: string, port: number, happen: (parts: Parts) => Promise<number[]>) {
  const line = await openLine(port)
  const server = await startServer({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://asakai@127.0.0.1:${line.port}/asakai`,
    SECRET_KEY: 'a key of the trial, of more than thirty-two bytes',
    PORT: '0',
  })
  const writers = await openWriters(members, () => server.address)
  writers.start()
  const recoveries = await happen({ line, writers })
  await writers.stop()
  const { acknowledged, lost, doubled } = await writers.compare()
  const { unanswered, unexpected } = writers.figures()
  const lived = server.process.exitCode === null && server.process.signalCode === null
  await stopServer(server)
  line.close()
  return {
    said:
      `${members} writers: ${acknowledged} writes acknowledged, ${lost} lost, ${doubled} doubled, ` +
      `${unanswered} requests repeated`,
    conclusions: {
      'every acknowledged write is there': lost === 0 && acknowledged > 0,
      'none is there twice': doubled === 0,
      'the server was never started again': lived,
      [`everybody wrote again within ${most} s`]: Math.max(...recoveries) <= most,
      [`no other answers than 201 and 503, but ${JSON.stringify(unexpected)}`]: Object.keys(unexpected).length === 0,
    },
  }
}
