// node tools/launch.mjs mutate: changes one expression at a time in the policies, and lists the changes that no test
// detects (docs/mutation.md). Installs Stryker at the first run, because `npm start` installs all packages of package.json,
// and teams do not need its 64 MB. Plain JavaScript for Node 20, because it runs in the process of launch.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from './run-command.mjs'
import { pinnedNode, root } from './install.mjs'

const version = '10.1.1'
const folder = join(root, '.cache', `stryker-${version}`)
const stryker = join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')

if (!existsSync(stryker)) {
  // Stryker's runner uses the project's vitest, two folders above, so npm must not install another.
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
  run('npm', ['install', '--prefix', folder, '--legacy-peer-deps', '--no-audit', '--no-fund', ...packages])
}
const files = process.argv.slice(2)
run(pinnedNode, [stryker, 'run', 'stryker.config.json', ...(files.length > 0 ? ['--mutate', files.join(',')] : [])])

function run(command, options) {
  const shell = process.platform === 'win32' && command === 'npm'
  const { status } = spawnSync(command, options, { cwd: root, env: environment, stdio: 'inherit', shell })
  if (status !== 0) process.exit(1)
}
