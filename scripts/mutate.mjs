// npm run mutate: changes one thing at a time in the modules that decide, and tells which changes no test notices. It fails
// below 90 %. `npm run mutate -- web/features/reports/day.ts` takes only that module.
// Stryker is installed when it is first needed: `npm start` installs whatever package.json names, and no team needs its 64 MB.
// Plain JavaScript for Node 20, as install.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from './commands.mjs'
import { install, pinnedNode, root } from './install.mjs'

const version = '10.1.1'
const folder = join(root, '.cache', `stryker-${version}`)
const stryker = join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')

const modules = process.argv.slice(2)

install()
let ok = true
if (!existsSync(stryker)) {
  // Its runner finds the project's own vitest, two folders above: npm must not bring another.
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
  run('npm', ['install', '--prefix', folder, '--legacy-peer-deps', '--no-audit', '--no-fund', ...packages])
}
run(pinnedNode, [stryker, 'run', 'stryker.config.json', ...(modules.length > 0 ? ['--mutate', modules.join(',')] : [])])
process.exitCode = ok ? 0 : 1

function run(command, options) {
  const shell = process.platform === 'win32' && command === 'npm'
  ok = spawnSync(command, options, { cwd: root, env: environment, stdio: 'inherit', shell }).status === 0 && ok
}
