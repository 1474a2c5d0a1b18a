// npm test: runs every check and every test, even if one fails. At the end it lists each failed test with its error, and
// the counts. `npm test -- vitest lint` runs only the steps whose names begin with these words, and
// `npm test -- --except vitest lint` all others. `npm test -- playwright e2e/team.spec.ts` runs one file of a step.
// `npm test -- --changed [ref]` runs every check, and the tests that the changes since a commit or branch (default
// `main`) can break. Plain JavaScript for Node 20, because it runs in the process of launch.mjs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, findFirefox, findWebKit } from './browser.mjs'
import { build } from '../build/build.mjs'
import { environment as usual, indent, runCommand } from '../run-command.mjs'
import { failedPlaywright, failedVitest } from './failed-tests.mjs'
import { root } from '../install.mjs'
import { wantedSteps } from './wanted-steps.mjs'

const results = mkdtempSync(join(tmpdir(), 'asakai-test-results-'))
const vitestResults = join(results, 'vitest.json')
const playwrightResults = join(results, 'playwright.json')

/** The folder for the whole output of each failed step. The printed output is short. */
const outputs = join(root, '.cache', 'test-output')

/** The most lines that are printed of a failed step's output, if its results name no failed test. */
const maxOutputLines = 100

/** The most lines that are printed of the description of one page. */
const maxPageLines = 60

const total = { passed: 0, failed: 0, skipped: 0 }

/** @type {import('./failed-tests.mjs').Failure[]} */
const failures = []

/** Command lines that run in parallel. */
const checks = [
  { name: 'lint and types', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'imports', command: ['node', 'tools/checks/check-imports.ts'] },
  { name: 'dead code', command: ['knip', '--treat-config-hints-as-errors'] },
  { name: 'catalogues', command: ['node', 'tools/checks/check-catalogues.ts'] },
  { name: 'references', command: ['node', 'tools/checks/check-references.ts'] },
]

/**
 * The steps after the checks, which run one by one. A step is a command line, or a function that throws.
 * - `read` returns the number of tests and the failed tests.
 * - `whole`: the step runs all of its files even with `--changed`.
 * - `absent` returns why this machine cannot run the step. The step then does not count.
 */
const suites = [
  {
    name: 'vitest: rules, server and components',
    command: ['vitest', 'run', '--reporter=minimal', '--reporter=json', `--outputFile.json=${vitestResults}`],
    read: readVitest,
  },
  { name: 'build', run: build },
  { name: 'first load', command: ['node', 'bench/first-load.ts'], showsOutput: true },
  {
    name: 'playwright: the product in a browser',
    command: ['playwright', 'test', '--reporter=dot,json'],
    read: readPlaywright,
  },
  {
    name: 'firefox: the main jobs in a stock Firefox',
    command: ['playwright', 'test', '--config=firefox', '--reporter=dot,json'],
    read: readPlaywright,
    whole: true,
    absent: () => !findFirefox() && 'not installed here; FIREFOX_PATH can say where it is',
  },
  {
    name: 'webkit: the main jobs in the engine of Safari',
    command: ['playwright', 'test', '--config=webkit', '--reporter=dot,json'],
    read: readPlaywright,
    whole: true,
    absent: () => !findWebKit() && 'not installed here (Debian: webkit2gtk-driver, xvfb)',
  },
]

const environment = { ...usual, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightResults }

try {
  const browser = await findBrowser().catch((error) => console.error(error.message))
  if (browser) environment.CHROMIUM_PATH = browser
  await runAll(process.argv.slice(2))
} catch (error) {
  total.failed++
  console.error(error.message)
} finally {
  rmSync(results, { recursive: true, force: true })
}
if (failures.length > 0) console.log('\nFailed tests:')
for (const { test, error } of failures) console.log(`- ${test}\n${indent(error)}`)
console.log(words(total))
process.exitCode = total.failed ? 1 : 0

async function runAll(options) {
  const isChanged = options[0] === '--changed'
  const wanted = wantedSteps(isChanged ? [] : options, [...checks, ...suites])
  const isWanted = ({ name }) => wanted.has(name)
  await Promise.all(checks.filter(isWanted).map(runStep))
  const tests = isChanged ? await testsOfChange(options.slice(1)) : {}
  for (const suite of suites.filter(isWanted)) {
    const files = tests[suite.command?.[0]]
    if (files?.length === 0) continue
    const absent = suite.absent?.()
    if (absent) console.log(`none   ${suite.name}: ${absent}`)
    else await runStep(limitTo((!suite.whole && files) || wanted.get(suite.name), suite))
  }
}

/** @returns {Promise<{ vitest: string[], playwright: string[] }>} files */
async function testsOfChange(ref) {
  const { ok, output } = await runCommand(['node', 'tools/test/changed-tests.ts', ...ref], environment)
  if (!ok) throw new Error(output)
  return JSON.parse(output)
}

/** @returns the step for these files only, or for all files if there are none */
function limitTo(files, step) {
  return files.length > 0 ? { ...step, command: [...step.command, ...files] } : step
}

async function runStep(step) {
  const begin = performance.now()
  const { ok, output } = step.command ? await runCommand(step.command, environment) : runFunction(step.run)
  const { counts, failed } = resultsOf(step, ok)
  for (const kind of Object.keys(total)) total[kind] += counts[kind]
  if (!ok && failed.length === 0) failed.push({ test: step.name, error: lastLines(output, 10) })
  failures.push(...failed)
  const duration = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${step.name}${step.read ? `, ${words(counts)}` : ''} (${duration} s)`)
  if (step.showsOutput) console.log(indent(output.trim()))
  else if (!ok) console.log(indent(explain(step, failed, output)))
}

/** @returns the reason why a step failed, unless the list of failed tests at the end shows it */
function explain({ name }, failed, output) {
  mkdirSync(outputs, { recursive: true })
  const file = join(outputs, `${name.split(':')[0].replaceAll(' ', '-')}.txt`)
  writeFileSync(file, output)
  const outside = output.search(/^.*Unhandled Error/mu)
  const isNamed = failed.some(({ test }) => test !== name)
  const rest = outside >= 0 ? output.slice(outside) : isNamed ? '' : output
  return [lastLines(rest, maxOutputLines), ...describedPages(failed), `The whole output: ${file}`].join('\n')
}

/** Leaves out the log of the servers that tests start: a JSON object a line. */
function lastLines(output, count) {
  const lines = output
    .replace(/^\{"level":.*\n/gmu, '')
    .trim()
    .split('\n')
  return lines.slice(-count).join('\n')
}

/** @returns the pages of the first failed browser tests, as Playwright described them */
function describedPages(failed) {
  const files = failed.flatMap(({ page }) => page ?? [])
  return files.slice(0, 3).flatMap((file) => {
    const [, page] = readFileSync(file, 'utf8').split('# Page snapshot')
    const lines = page?.split('\n# ')[0].trim().split('\n').slice(0, maxPageLines)
    return lines ? [[file, lines.join('\n')].join('\n')] : []
  })
}

/** Counts a check as one test. Counts one failure if a test run broke outside of its tests. */
function resultsOf({ read }, ok) {
  let results = { counts: { passed: 0, failed: 0, skipped: 0 }, failed: [] }
  try {
    if (read) results = read()
    else if (ok) results.counts.passed = 1
  } catch {
    // No results were written; the output has the reason.
  }
  if (!ok && results.counts.failed === 0) results.counts.failed = 1
  return results
}

function readVitest() {
  const results = readJson(vitestResults)
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = results
  const counts = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  return { counts, failed: failedVitest(results) }
}

function readPlaywright() {
  const results = readJson(playwrightResults)
  rmSync(playwrightResults) // otherwise the next run could report these results as its own
  const { expected, unexpected, flaky, skipped } = results.stats
  return { counts: { passed: expected, failed: unexpected + flaky, skipped }, failed: failedPlaywright(results) }
}

function runFunction(run) {
  try {
    run()
    return { ok: true, output: '' }
  } catch (error) {
    return { ok: false, output: error.message }
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function words({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}
