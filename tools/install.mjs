// Plain JavaScript for Node 20, because it runs before the Node that package.json pins is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const stampFile = `${root}node_modules/.asakai-installed`

/** The Node that package.json pins; the `node` package contains its binary. */
export const pinnedNode = `${root}node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`

/**
 * Installs the packages of package-lock.json, unless they are already installed.
 * @throws {Error} with a sentence that says what to do
 */
export function install() {
  const lockfile = readFileSync(`${root}package-lock.json`, 'utf8')
  const stamp = createHash('sha256').update(lockfile).update(`${process.platform}-${process.arch}`).digest('hex')
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
    if (!isComplete(JSON.parse(lockfile).packages)) {
      console.log('Installing dependencies (about a minute the first time) …')
      npmCi()
    }
    checkNode()
    writeFileSync(stampFile, stamp)
  }
  if (!existsSync(pinnedNode)) checkNode()
}

/** Returns whether another `npm ci` (for example of an image build) has installed everything for this platform. */
function isComplete(wanted) {
  const listed = `${root}node_modules/.package-lock.json` // npm writes this file last, after a complete installation
  if (!existsSync(listed)) return false
  const installed = JSON.parse(readFileSync(listed, 'utf8')).packages
  // A package for one platform has `os` or `cpu`. Ignores packages for one C library, because detecting the library
  // takes long.
  const isForHere = ({ os, cpu, libc }) =>
    (os || cpu) && !libc && (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || installed[path]?.version === entry.version || (entry.optional && !isForHere(entry)),
  )
}

function npmCi() {
  // NODE_ENV=production would skip the packages that build the pages.
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error, stdout, stderr } = spawnSync('npm', options, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32', // npm is npm.cmd on Windows
  })
  if (status === 0) return
  const reason = error ? String(error) : `${stdout}${stderr}`.trim()
  throw new Error(`npm ci did not succeed:\n${reason}\nCheck the connection to the npm registry, then run this again.`)
}

function checkNode() {
  const wanted = JSON.parse(readFileSync(`${root}package.json`, 'utf8')).devDependencies.node
  const { stdout, error } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  if (!error && stdout.trim() === `v${wanted}`) return
  throw new Error(
    `Node ${wanted} is not in node_modules: npm did not run its install script.\n` +
      'Allow install scripts (npm config delete ignore-scripts), delete node_modules, then run this again.',
  )
}
