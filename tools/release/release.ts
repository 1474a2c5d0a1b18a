// node tools/launch.mjs release: writes all files of a release. These are the npm package, the archives with Node for
// machines without a network, the compose files, the list of packages, the hashes, and the release notes. The same sources
// give the same bytes. With `--machine=arm64` it writes the archive of that machine only.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fetchPackages } from './foreign.ts'
import { addMachine, type Machine, nodeHashes } from './machine.ts'
import { serverPackages, release, version, writeManifest } from './manifest.ts'
import { notesOf } from './notes.ts'
import { copyPackages, packagesOf } from './packages.ts'
import { composed, copyProduct } from './product.ts'

const target = 'release'
const { machine: only } = parseArgs({ options: { machine: { type: 'string' } } }).values
const machines = (Object.keys(nodeHashes) as Machine[]).filter((each) => only === undefined || each === only)
if (machines.length === 0) throw new Error(`--machine must be one of ${Object.keys(nodeHashes).join(', ')}.`)

rmSync(target, { recursive: true, force: true })
mkdirSync(target)
const packages = packagesOf(serverPackages)
run(process.execPath, ['tools/release/sbom.mjs', join(target, 'sbom.json')])
writeFileSync(join(target, 'NOTES.md'), notesOf(readFileSync('CHANGELOG.md', 'utf8'), version))

const product = join(target, release)
copyProduct(product, { dist: 'dist' })
writeManifest(product, packages)
run('npm', ['pack', `./${product}`, '--ignore-scripts', '--loglevel=error', `--pack-destination=${target}`])
rmSync(product, { recursive: true })
for (const file of composed) copyFileSync(file, join(target, file))
const made = [`${release}.tgz`, ...composed, 'sbom.json', 'NOTES.md']

if (process.platform === 'linux') for (const machine of machines) made.unshift(await archive(machine))
else console.log('The archives with Node are made on Linux alone.')

const hashed = made.map((file) => {
  const content = readFileSync(join(target, file))
  return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`
})
writeFileSync(join(target, 'SHA256SUMS'), hashed.join(''))
for (const file of made)
  console.log(`${(statSync(join(target, file)).size / 1e6).toFixed(1).padStart(6)} MB  ${target}/${file}`)

async function archive(machine: Machine): Promise<string> {
  const name = `${release}-linux-${machine}`
  const folder = join(target, name)
  copyProduct(folder, { dist: 'dist' })
  writeManifest(folder, packages)
  if (machine === process.arch) {
    copyPackages(folder, packages, machine)
    addMachine(folder, machine)
  } else {
    const place = join(target, 'fetched')
    const fetched = await fetchPackages(place, packages, machine)
    copyPackages(folder, packages, machine, fetched.packages)
    addMachine(folder, machine, fetched.node)
    rmSync(place, { recursive: true })
  }
  // Gives every file the same owner, and the date that npm gives the files of a package.
  const sameForAll = ['--sort=name', '--mtime=1985-10-26T08:15:00Z', '--owner=0', '--group=0', '--numeric-owner']
  const options = [...sameForAll, '--mode=u=rwX,go=rX', '--format=ustar', '--use-compress-program=gzip -9n']
  const file = `${name}.tar.gz`
  run('tar', [...options, '-cf', join(target, file), '-C', target, name])
  rmSync(folder, { recursive: true })
  return file
}

function run(command: string, words: string[]) {
  execFileSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
}
