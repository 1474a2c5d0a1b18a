// npm test: installs what is missing, then every check and every test. All of them run, whatever fails; the last line
// counts them. `npm test -- vitest lint` runs only the steps whose names begin so, `npm test -- --changed [ref]` every check
// and those tests that the changes since a commit or branch, without one `main`, can break.
// Plain JavaScript for Node 20, as install.mjs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, findFirefox } from './browser.mjs'
import { build } from './build.mjs'
import { environment as usual, indent, runCommand } from './commands.mjs'
import { install } from './install.mjs'

const results = mkdtempSync(join(tmpdir(), 'asakai-test-results-'))
const vitestResults = join(results, 'vitest.json')
const playwrightResults = join(results, 'playwright.json')

const total = { passed: 0, failed: 0, skipped: 0 }

/** What runs side by side: command lines. */
const checks = [
  { name: 'lint and types', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'imports', command: ['node', 'scripts/check-imports.ts'] },
  { name: 'dead code', command: ['knip', '--treat-config-hints-as-errors'] },
  { name: 'catalogues', command: ['node', 'scripts/check-catalogues.ts'] },
  { name: 'references', command: ['node', 'scripts/check-references.ts'] },
]

/**
 * What runs after that, one by one: a command line, or a function that throws; `count` reads how many tests it was. A `whole`
 * one takes no list of files; what is `absent` here says so and counts for nothing.
 */
const suites = [
  {
    name: 'vitest: rules, server and components',
    command: ['vitest', 'run', '--reporter=minimal', '--reporter=json', `--outputFile.json=${vitestResults}`],
    count: () => {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readJson(vitestResults)
      return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
    },
  },
  { name: 'build', run: build },
  { name: 'first load', command: ['node', 'bench/first-load.ts'], tell: true },
  {
    name: 'playwright: the product in a browser',
    command: ['playwright', 'test', '--reporter=dot,json'],
    count: countPlaywright,
  },
  {
    name: 'firefox: the main jobs in a stock Firefox',
    command: ['playwright', 'test', '--config=firefox', '--reporter=dot,json'],
    count: countPlaywright,
    whole: true,
    absent: () => !findFirefox() && 'not installed here; FIREFOX_PATH can say where it is',
  },
]

const environment = { ...usual, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightResults }

try {
  install()
  const browser = await findBrowser().catch((error) => console.error(error.message))
  if (browser) environment.CHROMIUM_PATH = browser
  await runAll(process.argv.slice(2))
} catch (error) {
  total.failed++
  console.error(error.message)
} finally {
  rmSync(results, { recursive: true, force: true })
}
console.log(words(total))
process.exitCode = total.failed ? 1 : 0

async function runAll(options) {
  const isChanged = options[0] === '--changed'
  const isWanted = ({ name }) => isChanged || options.length === 0 || options.some((word) => name.startsWith(word))
  await Promise.all(checks.filter(isWanted).map(runStep))
  const tests = isChanged ? await testsOfChange(options.slice(1)) : {}
  for (const suite of suites.filter(isWanted)) {
    const files = tests[suite.command?.[0]]
    if (files?.length === 0) continue
    const absent = suite.absent?.()
    if (absent) console.log(`none   ${suite.name}: ${absent}`)
    else await runStep(files && !suite.whole ? { ...suite, command: [...suite.command, ...files] } : suite)
  }
}

/** @returns {Promise<{ vitest: string[], playwright: string[] }>} files */
async function testsOfChange(ref) {
  const { ok, output } = await runCommand(['node', 'scripts/changed-tests.ts', ...ref], environment)
  if (!ok) throw new Error(output)
  return JSON.parse(output)
}

async function runStep(step) {
  const begin = performance.now()
  const { ok, output } = step.command ? await runCommand(step.command, environment) : runFunction(step.run)
  const counts = countsOf(step, ok)
  for (const kind of Object.keys(total)) total[kind] += counts[kind]
  const duration = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${step.name}${step.count ? `, ${words(counts)}` : ''} (${duration} s)`)
  if (!ok || step.tell) console.log(indent(output.trim()))
  if (!ok) for (const page of failedPages(output)) console.log(indent(page))
}

/** What the pages of the first tests that failed in a browser showed, as Playwright has put them in words. */
function failedPages(output) {
  const files = new Set([...output.matchAll(/Error Context: (\S+\.md)/gu)].map(([, file]) => file))
  return [...files].slice(0, 3).flatMap((file) => {
    const [, page] = readFileSync(file, 'utf8').split('# Page snapshot')
    return page ? [`${file}\n${page.split('\n# ')[0].trim()}`] : []
  })
}

/** A check counts one; so does a run of tests that broke before, beside or after its tests. */
function countsOf(step, ok) {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    if (step.count) counts = step.count()
    else if (ok) counts.passed = 1
  } catch {
    // No results were written; the output says why.
  }
  if (!ok && counts.failed === 0) counts.failed = 1
  return counts
}

function countPlaywright() {
  const { expected, unexpected, flaky, skipped } = readJson(playwrightResults).stats
  rmSync(playwrightResults) // a run that writes none has no tests
  return { passed: expected, failed: unexpected + flaky, skipped }
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
