// npm run bench: runs the benchmarks of bench/ one after another, then prints a table of goals, values and verdicts.
// `npm run bench -- limit grow` runs only these two. Use a quiet machine. Plain JavaScript for Node 20, because it runs
// in the process of launch.mjs.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { environment } from './run-command.mjs'
import { pinnedNode, root } from './install.mjs'

const benches = [
  'first-load',
  'browser',
  'markdown',
  'start',
  'streams',
  'live',
  'day',
  'import',
  'dashboard',
  'search',
  'mix',
  'grow',
  'limit',
  'processes',
]
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !benches.includes(name))
const figures = []

try {
  if (unknown.length > 0) throw new Error(`Unknown benchmark ${unknown.join(', ')}. There are: ${benches.join(', ')}.`)
  for (const name of wanted.length > 0 ? benches.filter((name) => wanted.includes(name)) : benches) {
    console.log(`\n${name}`)
    const before = figures.length
    const code = await run(name)
    if (code !== 0 && figures.slice(before).every(({ holds }) => holds))
      figures.push({ name, goal: 'to end in order', value: `ended with ${code}`, holds: false })
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

console.log('\n| what | goal | figure | verdict |\n|---|---|---|---|')
for (const { name, goal, value, holds } of figures)
  console.log(`| ${name} | ${goal} | ${value} | ${holds ? 'held' : 'MISSED'} |`)
if (figures.some(({ holds }) => !holds)) process.exitCode = 1

function run(name) {
  return new Promise((resolve) => {
    const child = fork(join(root, 'bench', `${name}.ts`), { cwd: root, env: environment, execPath: pinnedNode })
    child.on('message', (line) => figures.push(line))
    child.on('error', (error) => resolve(String(error)))
    child.on('exit', (code, signal) => resolve(code ?? signal))
  })
}
