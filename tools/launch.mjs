// Runs a command of this clone: installs and builds what is missing, then runs the command on the Node that package.json
// pins. package.json has scripts for the usual commands; run the others with `node tools/launch.mjs NAME`. Plain
// JavaScript for Node 20, because it runs before the pinned Node is installed.
import { spawnSync } from 'node:child_process'
import { commandNames } from '../cli/command-names.mjs'
import { run } from '../cli/run.mjs'
import { starters } from '../cli/starters.mjs'
import { build } from './build/build.mjs'
import { install, pinnedNode, root } from './install.mjs'

/**
 * The file that each command runs, and the parts that it needs built. A `server` replaces this process. A `module` is
 * plain JavaScript and runs in this process. `ownData` marks a server that creates its own database and deletes it at
 * the end.
 * @type {Record<string, { script?: string, server?: string, module?: string, builds?: Parameters<typeof build>[0][],
 * restarts?: boolean, ownData?: boolean, node?: string[], words?: string[] }>}
 */
const commands = {
  // Runs compiled JavaScript, because Node would keep its type stripper in memory (28 MB).
  start: { server: '.cache/server/server/main.js', builds: ['product', 'server'], restarts: true },
  demo: { server: 'demo/main.ts', builds: ['demo'], ownData: true },
  dev: { server: 'tools/dev/dev.ts' },
  ...Object.fromEntries(commandNames.map((name) => [name, { script: `cli/${name}.ts` }])),
  test: { module: './test/test.mjs' },
  trials: { module: './test/trials.mjs', builds: ['product'] },
  'cluster-tests': { module: './test/cluster-tests.mjs' },
  mutate: { module: './mutate.mjs' },
  bench: { module: './bench.mjs', builds: ['product'] },
  release: {
    script: 'tools/release/release.ts',
    builds: ['product'],
    node: ['--disable-warning=ExperimentalWarning'],
  },
  sbom: { module: './release/sbom.mjs' },
  shots: { script: 'node_modules/@playwright/test/cli.js', words: ['test', '--config=shots'], builds: ['product'] },
}

const startedBy = starters()
const [name = ''] = process.argv.splice(2, 1)
if (Object.hasOwn(commands, name)) await launch(commands[name])
else fail(`Unknown command ${name || '(none)'}. Usage: node tools/launch.mjs [${Object.keys(commands).join(' | ')}]`)

/** @param {(typeof commands)[string]} command */
async function launch({
  script,
  server,
  module,
  builds = [],
  restarts = false,
  ownData = false,
  node = [],
  words = [],
}) {
  try {
    if (ownData) refuseData()
    install()
    for (const part of builds) build(part)
  } catch (error) {
    return fail(error.message)
  }
  if (module) return import(module)
  process.chdir(root)
  if (server) return run(pinnedNode, server, startedBy, { restarts })
  const { status } = spawnSync(pinnedNode, [...node, script, ...words, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

function refuseData() {
  const setting = ['DATABASE_URL', 'DATA_DIR'].find((each) => process.env[each])
  if (setting)
    throw new Error(
      `${setting} is set, and the demo works on no data but its own: it makes a database of its own and deletes it at the end. Unset ${setting}, or run npm start to work on that data.`,
    )
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence)
  process.exitCode = 1
}
