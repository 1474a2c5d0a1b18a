// Runs a feature's tests with each mutant of its `sql.ts`, and tells which of them they do not notice; fails below 90 %.
// `npm run mutate` runs it. The file on the disk stays as it is: Vite serves the mutant in its place.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Plugin } from 'vite'
import { createVitest } from 'vitest/node'
import { mutantsOf } from './sql-mutants.ts'

const of = (...features: string[]) => features.map((feature) => `server/features/${feature}/`)

/** Where the tests of statements are that another folder's operations use. */
const testedIn: Record<string, string[]> = {
  connections: of('connections', 'trackers', 'leaving'),
  credentials: of('credentials', 'passwords', 'account-tabs'),
  grants: of('connections', 'trackers', 'passwords'),
  'mail-links': of('passwords', 'not-me', 'users', 'registration'),
  notifications: of('notifications', 'deliveries'),
  operator: ['scripts/admin.test.ts'],
  'owner-notices': of('passwords', 'not-me', 'users'),
  'sign-in': of('sign-in', 'google-sign-in', 'github-sign-in'),
  slack: of('slack', 'slack-people', 'leaving'),
  undelivered: of('deliveries', 'reminders'),
}

const { values, positionals: files } = parseArgs({
  options: { every: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const every = Number(values.every)

const root = process.cwd()
let mutant: { path: string; text: string } | undefined

const servesMutant: Plugin = {
  name: 'serves-mutant',
  enforce: 'pre',
  load: (id) => (mutant && id.split('?')[0] === mutant.path ? mutant.text : undefined),
}

const vitest = await createVitest(
  'test',
  {
    config: false,
    root,
    watch: false,
    bail: 1,
    reporters: [{}],
    onConsoleLog: () => false,
    globalSetup: ['server/testing/global-setup.ts'], // once for all mutants
    include: ['{server,scripts}/**/*.test.ts'],
    exclude: ['**/policy.test.ts'],
    maxWorkers: '100%',
    testTimeout: 120_000, // milliseconds: what a busy machine fails would count as killed
    hookTimeout: 120_000,
  },
  { plugins: [servesMutant] },
)

let [number, killed, survived] = [0, 0, 0]
for (const file of files) {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const feature = dirname(file).split('/').at(-1)!
  const tests = await vitest.globTestSpecifications((testedIn[feature] ?? of(feature)).map((each) => join(root, each)))
  if (tests.length === 0) throw new Error(`${file} has no tests.`)

  const pass = async (changed: string) => {
    mutant = { path, text: changed }
    vitest.invalidateFile(path)
    vitest.state.filesMap.clear()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests)
    return unhandledErrors.length === 0 && testModules.every((each) => each.ok())
  }

  if (!(await pass(text))) {
    const failed = tests.flatMap(({ testModule }) => testModule?.errors() ?? [])
    throw new Error(`The tests of ${file} fail without a mutant.`, { cause: failed })
  }
  for (const { line, was, is, text: changed } of mutantsOf(text)) {
    if (number++ % every !== 0) continue
    if (await pass(changed)) {
      survived++
      console.log(`${file}:${line} survived\n- ${was}\n+ ${is}\n`)
    } else killed++
  }
  console.log(`${file}: ${killed} of ${killed + survived} killed so far`)
}
await vitest.close()

const score = (100 * killed) / (killed + survived)
console.log(`${killed} of ${killed + survived} mutants of SQL killed, ${score.toFixed(1)} %`)
process.exitCode = score < 90 ? 1 : 0
