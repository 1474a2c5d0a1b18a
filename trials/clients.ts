// Generates a second client from the running server's openapi.json, with orval, which needs the internet and is
// installed for this trial only. The client must compile as strictly as our own code, sign in, write a report and read
// the day.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { startServer, stopServer } from '../bench/server.ts'
import { dateOf, signUp } from '../e2e/members.ts'
import { freePort } from '../server/testing/free-port.ts'
import { conclude, inFolder } from './testing/trial.ts'

const generator = 'orval@8.38.0'

/** A program that a developer could write with only the description. */
const program = `
import { getDailyReports, postAuthLogin, postDailyReports } from './client'

export async function standUp(username: string, password: string, report_date: string): Promise<string[]> {
  const signedIn = await postAuthLogin({ username, password })
  if (signedIn.status !== 200) throw new Error(signedIn.data.message)
  const own = { headers: { authorization: 'Bearer ' + signedIn.data.access_token } }
  const plan = { report_date, yesterday_work: '設計', today_plan: '実装', issues: '' }
  const written = await postDailyReports(plan, own)
  if (written.status !== 201) throw new Error(written.data.message)
  const day = await getDailyReports({ report_date }, own)
  if (day.status !== 200) throw new Error(day.data.message)
  return day.data.reports.map(({ today_plan }) => today_plan)
}
`
const strict = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes']
const forBundlers = ['--target', 'es2023', '--module', 'preserve', '--moduleResolution', 'bundler', '--ignoreConfig']

await inFolder('clients', async (folder) => {
  const run = promisify(execFile)
  const port = await freePort()
  const server = await startServer({
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  try {
    await writeFile(join(folder, 'openapi.json'), await (await fetch(`${server.address}/api/openapi.json`)).text())
    const options = {
      input: 'openapi.json',
      output: { target: 'client.ts', client: 'fetch', baseUrl: `${server.address}/api` },
    }
    await writeFile(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify({ asakai: options })}`)
    await writeFile(join(folder, 'package.json'), '{}')
    await writeFile(join(folder, 'stand-up.ts'), program)
    await run('npm', ['install', '--no-audit', '--no-fund', generator], { cwd: folder })
    await run(join(folder, 'node_modules/.bin/orval'), [], { cwd: folder })

    const entry = join(folder, 'stand-up.ts')
    const compiling = run('node_modules/.bin/tsc', [...strict, ...forBundlers, '--types', '', entry])
    const errors = await compiling.then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
    await build({ root: folder, configFile: false, logLevel: 'error', build: { ssr: entry, outDir: 'made' } })
    const { standUp } = (await import(pathToFileURL(join(folder, 'made/stand-up.mjs')).href)) as {
      standUp: (username: string, password: string, day: string) => Promise<string[]>
    }
    const member = await signUp({}, server.address)
    const plans = await standUp(member.email, member.password, dateOf())
    if (errors) console.error(errors)
    conclude(`clients: ${generator} made one that wrote and read ${plans.length} report`, {
      'the client compiles': errors === '',
      'it reads what it wrote': plans.join() === '実装',
    })
  } finally {
    await stopServer(server)
  }
})
