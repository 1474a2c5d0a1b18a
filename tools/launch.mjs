// Runs a command of package.json: installs and builds what is missing, then runs the command on the Node that package.json pins.
// Plain JavaScript for Node 20, like install.mjs.
import { spawnSync } from 'node:child_process'
import { build } from './build/build.mjs'
import { install, pinnedNode, root } from './install.mjs'
import { run } from '../cli/run.mjs'
import { starters } from '../cli/starters.mjs'

/**
 * The file that each command runs, and the parts that it needs built. A server replaces this process. `ownData` marks a
 * server that creates its own database and deletes it at the end.
 * @type {Record<string, { script?: string, server?: string, builds?: Parameters<typeof build>[0][], restarts?: boolean,
 * ownData?: boolean, node?: string[], words?: string[] }>}
 */
const commands = {
  // Runs compiled JavaScript, because Node would keep its type stripper in memory (28 MB).
  start: { server: '.cache/server/server/main.js', builds: ['product', 'server'], restarts: true },
  dev: { server: 'tools/dev/dev.ts' },
  demo: { server: 'demo/main.ts', builds: ['demo'], ownData: true },
  admin: { script: 'cli/admin.ts' },
  backup: { script: 'cli/backup.ts' },
  check: { script: 'cli/check.ts' },
  distribute: { script: 'cli/distribute.ts' },
  migrate: { script: 'cli/migrate.ts' },
  release: { script: 'tools/release/release.ts', builds: ['product'], node: ['--disable-warning=ExperimentalWarning'] },
  restore: { script: 'cli/restore.ts' },
  'rotate-secrets': { script: 'cli/rotate-secrets.ts' },
  shots: { script: 'node_modules/@playwright/test/cli.js', words: ['test', '--config=shots'], builds: ['product'] },
}

const startedBy = starters()
const [name, ...given] = process.argv.slice(2)
const { script, server, builds = [], restarts = false, ownData = false, node = [], words = [] } = commands[name]
try {
  if (ownData) refuseData()
  install()
  for (const part of builds) build(part)
  if (server) {
    process.chdir(root)
    run(pinnedNode, server, startedBy, { restarts })
  } else {
    const { status } = spawnSync(pinnedNode, [...node, script, ...words, ...given], { cwd: root, stdio: 'inherit' })
    process.exitCode = status ?? 1
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

function refuseData() {
  const setting = ['DATABASE_URL', 'DATA_DIR'].find((each) => process.env[each])
  if (setting)
    throw new Error(
      `${setting} is set, and the demo works on no data but its own: it makes a database of its own and deletes it at the end. Unset ${setting}, or run npm start to work on that data.`,
    )
}
