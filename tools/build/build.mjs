// Plain JavaScript for Node 20, because it runs in the process of launch.mjs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root } from '../install.mjs'

const vite = ['node_modules/vite/bin/vite.js', 'build']
/** The sources of the pages; `tools` has the plugins of the build. */
const pages = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'web',
  'contract',
  'locales',
  'docs/members',
  'tools',
]
/** The parts that can be built. The demo has separate pages, so that the pages of the product contain nothing of the demo. */
const parts = {
  product: { what: 'the pages', folder: 'dist', sources: pages, command: vite },
  demo: {
    what: 'the pages',
    folder: 'dist-demo',
    sources: pages,
    command: [...vite, '--mode', 'demo', '--outDir', 'dist-demo'],
  },
  server: {
    what: 'the server',
    folder: '.cache/server',
    sources: ['package.json', 'server', 'contract', 'locales', 'tools'],
    command: ['tools/build/compile-server.ts', '.cache/server'],
  },
}

/**
 * Builds a part into its folder, unless it is up to date.
 * @param {keyof typeof parts} part
 * @throws {Error} with the output of the build
 */
export function build(part = 'product') {
  const { what, folder, sources, command } = parts[part]
  const stampFile = join(root, folder, '.sources')
  const stamp = hashOf(sources)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  refuseFolder(root)
  console.log(`Building ${what} …`)
  const { status, error, stdout, stderr } = spawnSync(pinnedNode, command, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  })
  if (status !== 0) throw new Error(`Building ${what} did not succeed:\n${error ?? `${stdout}${stderr}`.trim()}`)
  writeFileSync(stampFile, stamp)
}

/**
 * Rejects a folder with #, ? or * in its path, because Vite would cut the path there.
 * @param {string} folder
 * @throws {Error} with a sentence that says what to do
 */
export function refuseFolder(folder) {
  const sign = /[#?*]/.exec(folder)?.[0]
  if (sign)
    throw new Error(
      `Asakai cannot be built in ${folder}: the name of a folder has "${sign}" in it. Rename that folder, then run this again.`,
    )
}

/** Hashes the names and contents of all files except tests. 500 small files take some 10 ms. */
function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const place = join(root, path)
    if (statSync(place).isDirectory()) for (const name of readdirSync(place).sort()) add(join(path, name))
    else if (!/\.test\.tsx?$/.test(path)) hash.update(path).update('\0').update(readFileSync(place)).update('\0')
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}
