// Selects the packages of a release: the packages of package-lock.json that a server needs. Copies only the files that
// the server reads on a machine.
import { cpSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Machine } from './machine.ts'

type Names = Record<string, string>
export type Package = {
  version: string
  dev?: boolean
  devOptional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }

/**
 * Returns the packages with these names and all that they depend on, by path as in package-lock.json. Omits optional
 * peers that no package requires.
 */
export function packagesOf(names: string[]): Map<string, Package> {
  const found = new Map<string, Package>()
  const add = (from: string, name: string) => {
    const path = pathOf(from, name)
    if (path === undefined || found.has(path)) return
    const entry = packages[path]!
    found.set(path, entry)
    const peers = Object.keys(entry.peerDependencies ?? {})
    const wanted = peers.filter((peer) => !entry.peerDependenciesMeta?.[peer]?.optional)
    for (const next of [entry.dependencies, entry.optionalDependencies])
      for (const each of Object.keys(next ?? {})) add(path, each)
    for (const peer of wanted) add(path, peer)
  }
  for (const name of names) add('', name)
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Returns where Node finds a package for `from`: inside `from`, or inside or beside a folder around `from`. */
function pathOf(from: string, name: string): string | undefined {
  const path = join(from, 'node_modules', name)
  if (packages[path]) return path
  return from === '' ? undefined : pathOf(from.slice(0, Math.max(from.lastIndexOf('node_modules/') - 1, 0)), name)
}

/** Returns whether a package is for a Linux with this processor and the C library of our own Node. */
const isFor = (machine: Machine, { os, cpu, libc }: Package) =>
  (!os || os.includes('linux')) && (!cpu || cpu.includes(machine)) && (!libc || libc.includes('glibc'))

/** Files that a server never reads: types, a package's own sources, documents and tests. Licences are no such files. */
const neverRead =
  /\.(?:[cm]?ts|map|flow|a|tsbuildinfo|test\.[cm]?js)$|(?<!licen[cs]e|notice|copying)\.(?:md|markdown)$|^(?:tests?|docs|examples?|benchmarks?|\.github)$/iu

/** Files that a server never reads, by package: builds for browsers, sources, and files for the package's own tools. */
const neverReadOf: Record<string, string[]> = {
  '@opentelemetry/semantic-conventions': [
    'experimental_attributes',
    'experimental_events',
    'experimental_metrics',
    'index-incubating',
  ].flatMap((name) => [`dist/${name}.cjs`, `dist/${name}.mjs`]),
  'date-holidays': ['dist', 'scripts', 'node_modules'],
  hono: ['dist/cjs', 'dist/helper/testing', 'dist/types'],
  moment: ['dist', 'min', 'src', 'ts3.1-typings'],
  zod: ['src'],
}
/** Packages that a server never loads: types, and packages for tools, such as lodash for building `date-holidays`. */
const neverLoaded = /^node_modules\/(?:@types\/.*|csstype|lodash|date-holidays\/node_modules\/.*)$/u

/**
 * Copies the files that a server on this machine reads into `folder`.
 * @param from the folder with the `node_modules` of that machine
 */
export function copyPackages(folder: string, found: Map<string, Package>, machine: Machine, from = '.') {
  for (const [path, entry] of found) {
    if (!isFor(machine, entry) || neverLoaded.test(path)) continue
    const dropped = neverReadOf[path.slice('node_modules/'.length)] ?? []
    const isRead = (place: string) => {
      const inside = relative(join(from, path), place)
      return !neverRead.test(inside) && !inside.startsWith('node_modules') && !dropped.includes(inside)
    }
    cpSync(join(from, path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter: isRead })
  }
}
