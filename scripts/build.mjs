// Plain JavaScript for Node 20, as install.mjs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root } from './install.mjs'

/** Everything that the built pages depend on; in `scripts` are the plugins of the build. */
const sources = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'web',
  'contract',
  'locales',
  'docs/members',
  'scripts',
]
/** What is built, and where: the demo has pages of its own, so that the product's know nothing of it. */
const folders = { product: 'dist', demo: 'dist-demo' }

/**
 * Builds the pages into their folder, unless they are there and their sources are the same.
 * @param {keyof typeof folders} kind
 * @throws {Error} with what Vite said
 */
export function build(kind = 'product') {
  const stampFile = join(root, folders[kind], '.sources')
  const stamp = hashOf(sources)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Building the pages …')
  const mode = kind === 'demo' ? ['--mode', 'demo', '--outDir', folders.demo] : []
  const command = ['node_modules/vite/bin/vite.js', 'build', ...mode]
  const { status, error, stdout, stderr } = spawnSync(pinnedNode, command, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  })
  if (status !== 0) throw new Error(`The pages could not be built:\n${error ?? `${stdout}${stderr}`.trim()}`)
  writeFileSync(stampFile, stamp)
}

/** Of names and contents, tests aside: 500 small files take some 10 ms. */
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
