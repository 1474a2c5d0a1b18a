// node tools/launch.mjs trials: runs every trial of trials/, one after another. Each trial prints its figures, and the
// last line counts the trials. `node tools/launch.mjs trials kill restart` runs only the trials with one of these words
// in their names. Plain JavaScript for Node 20, because it runs in the process of launch.mjs.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { environment, indent, runCommand } from '../run-command.mjs'
import { root } from '../install.mjs'

const most = 15 * 60_000 // milliseconds for one trial

const trials = readdirSync(join(root, 'trials'))
  .filter((file) => file.endsWith('.ts'))
  .sort()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((word) => !trials.some((file) => basename(file, '.ts').includes(word)))
let [passed, failed] = [0, 0]

try {
  if (unknown.length > 0) throw new Error(`Unknown trial ${unknown.join(', ')}. There are: ${trials.join(', ')}.`)
  for (const file of trials) {
    const name = basename(file, '.ts')
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
    const begin = performance.now()
    const { ok, output } = await runTrial(file)
    const duration = ((performance.now() - begin) / 1_000).toFixed(0)
    if (ok) passed++
    else failed++
    const lines = output.trim().split('\n')
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${ok ? lines.at(-1) : 'see below'} (${duration} s)`)
    if (!ok) console.log(indent(lines.join('\n')))
  }
} catch (error) {
  failed++
  console.error(error.message)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0

/** Runs a trial in a folder for its files, and always removes the folder afterwards. */
async function runTrial(file) {
  const folder = mkdtempSync(join(tmpdir(), 'asakai-trial-'))
  chmodSync(folder, 0o711) // if root runs this, PostgreSQL runs as another user, who must be able to enter the folder
  try {
    return await runCommand(['node', join('trials', file)], { ...environment, TMPDIR: folder }, most)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
  }
}
