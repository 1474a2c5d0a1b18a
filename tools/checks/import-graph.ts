// Reads the imports between the files of this repository.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/**
 * An import. `to`: a file of this repository, `node_modules/<package>` or `node:<module>`; undefined if the imported
 * file does not exist. `isType`: only types are imported.
 */
export type Import = { from: string; written: string; to: string | undefined; line: number; isType: boolean }

export const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const installed = { ...manifest.dependencies, ...manifest.devDependencies }

export const files = globSync([
  '*.ts',
  '{contract,server,web,e2e,firefox,webkit,shots,bench,demo,trials,cli,tools}/**/*.{ts,tsx,mjs}',
]).map((file) => file.replaceAll('\\', '/'))

/** Returns each import once, in the order of the source. */
export function importsOf(from: string): Import[] {
  const source = readFileSync(from, 'utf8')
  const { module, errors } = parseSync(from, source)
  if (errors.length > 0) throw new Error(`${from} does not parse: ${errors[0]!.message}`)
  const requests = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      request: moduleRequest,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest, isType }) => ({ request: moduleRequest, isType })),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({ request: moduleRequest, isType: false })),
  ]
  const found = new Map<string, Import>()
  for (const { request, isType } of requests) {
    if (request == null) continue
    const { start, end } = request
    const written = /^['"](.+)['"]$/u.exec(source.slice(start, end))?.[1]
    if (written === undefined) continue // a computed dynamic import names no file
    const to = resolve(from, written)
    const key = to ?? written
    const known = found.get(key)
    if (known) known.isType &&= isType
    else found.set(key, { from, written, to, line: source.slice(0, start).split('\n').length, isType })
  }
  return [...found.values()]
}

function resolve(from: string, written: string): string | undefined {
  const path = written.split('?', 1)[0]!
  if (path.startsWith('.')) return fileAt(join(dirname(from), path))
  for (const [alias, target] of Object.entries(manifest.imports)) {
    const start = alias.replace('*', '')
    if (path.startsWith(start)) return fileAt(join(target.replace('*', ''), path.slice(start.length)))
  }
  if (isBuiltin(path)) return `node:${path.replace('node:', '')}`
  const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/')
  return name in installed ? `node_modules/${name}` : undefined
}

function fileAt(path: string) {
  return existsSync(path) ? path.replaceAll('\\', '/') : undefined
}
