// Runs a feature's tests with each mutant of its `sql.ts`, and tells which of them they do not notice; fails below 90 %.
// `npm run mutate` runs it. The file on the disk stays as it is: Vite serves one that passes each call on to the mutant
// (`sql-mutant-entry.ts`). What makes it fast: a process runs one mutant after another with the server's modules loaded
// once, and of the tests only those that reach the statement, until the first that fails.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Plugin } from 'vite'
import { createVitest } from 'vitest/node'
import { placeOf } from './sql-mutant-entry.ts'
import { type Mutant, mutantsOf } from './sql-mutants.ts'

const of = (...features: string[]) => features.map((feature) => `server/features/${feature}/`)

/** Where the tests of statements are that another folder's operations use. */
const testedIn: Record<string, string[]> = {
  beginning: of('beginning', 'mcp'),
  blockers: of('blockers', 'leaving', 'week'),
  'chat-posts': of('chat-posts', 'slack-replies', 'digests'),
  connections: of('connections', 'trackers', 'leaving'),
  credentials: of('credentials', 'passwords', 'account-tabs'),
  grants: of('grants', 'connections', 'trackers', 'passwords'),
  'mail-links': of('mail-links', 'passwords', 'not-me', 'users', 'registration'),
  mentions: of('mentions', 'comments', 'deliveries'),
  'month-notices': of('months', 'deliveries'),
  months: of('months', 'deliveries'),
  notifications: of('notifications', 'deliveries', 'chat-posts'),
  'owner-notices': of('passwords', 'not-me', 'users'),
  reports: of('reports', 'reads', 'reactions', 'comments', 'blockers', 'months'),
  'sign-in': of('sign-in', 'google-sign-in', 'github-sign-in'),
  slack: of('slack', 'slack-people', 'leaving'),
  'slack-trouble': of('slack-channel', 'slack-replies'),
  undelivered: of('undelivered', 'deliveries', 'reminders'),
  'webhook-messages': of('outgoing-webhooks'),
}

const { values, positionals: files } = parseArgs({
  options: { every: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const every = Number(values.every)
const root = process.cwd()
let number = 0
const modules = files.map((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const mutants = mutantsOf(text).filter(() => number++ % every === 0)
  return { file, path: join(root, file), text, mutants, left: mutants, late: 0 }
})
type Module = (typeof modules)[number]

/** A file of tests, with a mutant or without. @property only the places of the tests that are run; absent: all */
type Run = { test: string; module?: Module; mutant?: Mutant; only?: string[] }
const runs: Run[] = [] // by the number in their query

const servesMutants: Plugin = {
  name: 'serves-mutants',
  enforce: 'pre',
  load(id) {
    const [path, kind, at] = id.split(/\?(entry|mutant|original)=/u)
    const run = runs[Number(at)]
    if (kind === 'entry') return entry(run!, Number(at))
    if (kind === 'mutant') return run!.mutant!.text
    const module = modules.find((each) => each.path === path)
    return module && (kind === 'original' ? module.text : dispatcher(module))
  },
}

/** Passes each call on, to the mutant where it is this module's; what is no function has nothing to call. */
function dispatcher({ file, path, text }: Module) {
  const names = [...text.matchAll(/^export (?:async )?(?:const|function) (\w+)/gmu)].map(([, name]) => name)
  return [
    `import * as original from '${path}?original='`,
    `const passing = (name) => (...all) => globalThis.mutant.call('${file}', name, original, all)`,
    ...names.map(
      (name) => `export const ${name} = typeof original.${name} === 'function' ? passing('${name}') : original.${name}`,
    ),
  ].join('\n')
}

const entry = ({ test, module, mutant, only }: Run, at: number) => `
  import { begin } from '${root}/scripts/sql-mutant-entry.ts'
  begin(${JSON.stringify({ file: module?.file, only, mocks: mocks(test) })}${mutant ? `, await import('${module!.path}?mutant=${at}')` : ''})
  await import('${test}')`

const mocks = (test: string) => readFileSync(test, 'utf8').includes('vi.mock(')

const vitest = await createVitest(
  'test',
  {
    config: false,
    root,
    watch: false,
    isolate: false,
    fsModuleCache: false, // mutants have no files
    reporters: [{}],
    onConsoleLog: () => false,
    globalSetup: ['server/testing/global-setup.ts'],
    include: ['{server,scripts}/**/*.test.ts'],
    exclude: ['**/policy.test.ts'],
    maxWorkers: '100%',
    // Milliseconds: what a busy machine fails would count as killed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
  { plugins: [servesMutants] },
)

/** In the order of what is asked for. */
async function outcomes(asked: readonly Run[]) {
  if (asked.length === 0) return []
  const specifications = asked.map((run) =>
    vitest.projects[0]!.createSpecification(`${run.test}?entry=${runs.push(run) - 1}`),
  )
  const { testModules } = await vitest.runTestSpecifications(specifications)
  return asked.map((run, at) => {
    const outcome = testModules.find(({ moduleId }) => moduleId === specifications[at]!.moduleId)!
    const tests = [...outcome.children.allTests()]
    const errors = [...outcome.errors(), ...tests.flatMap((each) => each.result().errors ?? [])]
    return { run, tests, isOk: outcome.ok(), errors: errors.map(({ message }) => message) }
  })
}

const testsOf = async ({ file }: Module) => {
  const feature = dirname(file).split('/').at(-1)!
  const folders = (testedIn[feature] ?? of(feature)).map((each) => join(root, each))
  return (await vitest.globTestSpecifications(folders)).map(({ moduleId }) => moduleId)
}
const tested = await Promise.all(modules.map(async (module) => ({ module, tests: await testsOf(module) })))

const all = [...new Set(tested.flatMap(({ tests }) => tests))]
const unchanged = await outcomes(all.map((test) => ({ test })))
for (const { run, isOk, errors } of unchanged)
  if (!isOk) console.log(`Left out, as it fails without a mutant: ${run.test}`, errors)

/** The places of the tests that call the statement; of all that call any, where others in the module may share it. */
function reaching(test: string, { file, text }: Module, { line }: Mutant): string[] {
  const [, exported, name] = text
    .split('\n', line)
    .map((each) => /^(export )?(?:async )?(?:const|function) (\w+)/u.exec(each))
    .findLast((each) => each)!
  const isAlone = exported && text.match(new RegExp(`\\b${name}\\b`, 'gu'))!.length === 1
  const counts = (call: string) => (isAlone ? call === `${file} ${name}` : call.startsWith(`${file} `))
  const { tests, isOk } = unchanged.find(({ run }) => run.test === test)!
  if (!isOk) return []
  const isBetween = tests.some((each) => each.meta().between?.some(counts))
  return tests.filter((each) => isBetween || each.meta().reached?.some(counts)).map(placeOf)
}

const key = (only: readonly string[] = []) => only.join(' ')

for (let round = 0; tested.some(({ tests }) => round < tests.length); round++) {
  const asked = tested.flatMap(({ module, tests }) => {
    const test = tests[round]
    if (test === undefined) return []
    const mutants = module.left
      .map((mutant) => ({ test, module, mutant, only: reaching(test, module, mutant) }))
      .filter(({ only }) => only.length > 0)
    // Without a mutant too: tests that need others before them would fail with every mutant.
    const selections = new Map(mutants.map(({ only }) => [key(only), only]))
    const unmutated: Run[] = [...selections.values()].map((only) => ({ test, module, only }))
    return unmutated.concat(mutants)
  })
  const failing = (await outcomes(asked)).filter(({ isOk }) => !isOk)
  const dependent = new Set(failing.filter(({ run }) => !run.mutant).map(({ run }) => run.test + key(run.only)))
  if (dependent.size > 0) console.log('Left out, as they fail without a mutant where others are not run:', dependent)
  for (const { run, errors } of failing) {
    if (!run.mutant || dependent.has(run.test + key(run.only))) continue
    run.module!.left = run.module!.left.filter((each) => each !== run.mutant)
    if (errors.some((message) => / timed out in \d+ms/u.test(message))) run.module!.late++
  }
}
await vitest.close()

const sum = (of: (module: Module) => number) => modules.reduce((total, module) => total + of(module), 0)
for (const { file, mutants, left, late } of modules) {
  for (const { line, was, is } of left) console.log(`${file}:${line} survived\n- ${was}\n+ ${is}\n`)
  console.log(`${file}: ${mutants.length - left.length} of ${mutants.length} killed, ${late} of these by a time limit`)
}
const [total, killed] = [sum(({ mutants }) => mutants.length), sum(({ mutants, left }) => mutants.length - left.length)]
console.log(`${killed} of ${total} mutants of SQL killed, ${((100 * killed) / total).toFixed(1)} %`)
process.exitCode = killed / total < 0.9 ? 1 : 0
