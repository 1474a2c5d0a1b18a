// Kills the server twice (kill -9) during an import of 3,000 reports. The import must continue and write every report
// once.
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportedReports, ReportImport } from '#contract/import.ts'
import { startServer, stopServer } from '../bench/server.ts'
import { signUp } from '../e2e/members.ts'
import { conclude, inFolder } from './testing/trial.ts'

const kills = 2
const reports = 3_000
const timeoutMs = 4 * 60_000 // milliseconds for the last server, which takes the import over only after a minute

await inFolder('imports', async (folder) => {
  const environment = { DATA_DIR: join(folder, 'data'), PORT: '0' }
  let server = await startServer(environment)
  const { tokens } = await signUp({}, server.address)
  const authorization = `Bearer ${tokens.access_token}`
  const read = async <Answer>(path: string): Promise<Answer> =>
    (await fetch(`${server.address}/api${path}`, { headers: { authorization } })).json() as Promise<Answer>
  const rows = Array.from({ length: reports }, (_, index) => {
    const day = new Date(Date.UTC(2026, 0, 1) - index * 86_400_000).toISOString().slice(0, 10)
    return `${day},done ${index},${'plan '.repeat(60)}${index},"VPN ${index % 7}\nDB ${index % 5}"`
  })
  const sent = fetch(`${server.address}/api/import`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/csv' },
    body: ['date,yesterday,today,blockers', ...rows].join('\n'),
  })
  const answer = sent.then(async (response) => (await response.json()) as ImportedReports).catch(() => undefined)
  const filedAt: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const until = performance.now() + timeoutMs
    for (;;) {
      const [one] = await read<ReportImport[]>('/import')
      if (one && one.filed > (filedAt.at(-1) ?? 0) && one.state === 'going_on') {
        filedAt.push(one.filed)
        break
      }
      if (one?.state === 'done' || performance.now() > until) break
      await wait(50)
    }
    server.process.kill('SIGKILL')
    await once(server.process, 'exit')
    server = await startServer(environment)
  }
  await answer
  const until = performance.now() + timeoutMs
  let [one] = await read<ReportImport[]>('/import')
  while (one?.state === 'going_on' && performance.now() < until) {
    await wait(1_000)
    ;[one] = await read<ReportImport[]>('/import')
  }
  const { entries: exported } = await read<{ entries: { date: string }[] }>('/export?format=json')
  const days = new Set(exported.map(({ date }) => date))
  await stopServer(server)
  conclude(
    `${kills} kills after ${filedAt.join(', ')} of ${reports} reports: ${exported.length} reports on ${days.size} days, ` +
      `the import is ${one?.state}`,
    {
      'the import ends by itself': one?.state === 'done',
      'every report is there': days.size === reports,
      'no report is there twice': exported.length === reports,
      'the server was killed while it filed': filedAt.length > 0,
    },
  )
})
