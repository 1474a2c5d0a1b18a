// node tools/launch.mjs release: writes the npm package, the archive with Node for machines without a network, the list
// of their packages, their hashes, and the release notes. The same sources give the same bytes.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addMachine } from './machine.ts'
import { needed, release, version, writeManifest } from './manifest.ts'
import { notesOf } from './notes.ts'
import { copyPackages, packagesOf } from './packages.ts'
import { copyProduct } from './product.ts'

const target = 'release'
const machine = `${release}-${process.platform}-${process.arch}`
const folder = join(target, machine)
const [npmPackage, archive] = [`${release}.tgz`, `${machine}.tar.gz`]

rmSync(target, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const packages = packagesOf(needed)
run(process.execPath, ['tools/release/sbom.mjs', join(target, 'sbom.json')])
writeFileSync(join(target, 'NOTES.md'), notesOf(readFileSync('CHANGELOG.md', 'utf8'), version))

copyProduct(folder, { dist: 'dist' })
writeManifest(folder, packages)
run('npm', ['pack', `./${folder}`, '--ignore-scripts', '--loglevel=error', `--pack-destination=${target}`])
const made = [npmPackage, 'sbom.json', 'NOTES.md']

if (process.platform === 'linux') {
  copyPackages(folder, packages)
  addMachine(folder)
  // npm's fixed date for every file, too.
  const sameForAll = ['--sort=name', '--mtime=1985-10-26T08:15:00Z', '--owner=0', '--group=0', '--numeric-owner']
  const options = [...sameForAll, '--mode=u=rwX,go=rX', '--format=ustar', '--use-compress-program=gzip -9n']
  run('tar', [...options, '-cf', join(target, archive), '-C', target, machine])
  made.unshift(archive)
} else console.log('The archive with Node is made on Linux alone.')
rmSync(folder, { recursive: true })

const hashed = made.map((file) => {
  const content = readFileSync(join(target, file))
  return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`
})
writeFileSync(join(target, 'SHA256SUMS'), hashed.join(''))
for (const file of made)
  console.log(`${(statSync(join(target, file)).size / 1e6).toFixed(1).padStart(6)} MB  ${target}/${file}`)

function run(command: string, words: string[]) {
  execFileSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
}
