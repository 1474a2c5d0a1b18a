// Fails on an import that the layers do not allow, that leads nowhere, that closes a circle, or that the server needs
// without having it installed in production. Run with: node scripts/check-imports.ts
import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, dirname } from 'node:path'
import { parseSync } from 'vite'
import { brokenRules, importRules } from './import-rules.ts'

type Import = { from: string; to: string; line: number }

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const installed = { ...manifest.dependencies, ...manifest.devDependencies }
const files = globSync(['*.ts', '{contract,server,web,e2e,bench,trials,scripts}/**/*.{ts,tsx,mjs}']).map((file) =>
  file.replaceAll('\\', '/'),
)
const failures: string[] = []

const imports = files.flatMap(importsOf)
for (const each of imports) checkRules(each)
for (const circle of circles())
  failures.push(`${circle.join(' -> ')}\n    no-circles: Move what both need to a file of its own.`)

for (const failure of failures) console.error(failure)
console.log(
  failures.length
    ? `${failures.length} imports against the rules`
    : `${imports.length} imports of ${files.length} files keep ${importRules.length} rules`,
)
process.exitCode = failures.length ? 1 : 0

function importsOf(from: string): Import[] {
  const source = readFileSync(from, 'utf8')
  const { module, errors } = parseSync(from, source)
  if (errors.length > 0) throw new Error(`${from} does not parse: ${errors[0]!.message}`)
  const requests = [
    ...module.staticImports.map((each) => each.moduleRequest),
    ...module.staticExports.flatMap((each) => each.entries.map((entry) => entry.moduleRequest)),
    ...module.dynamicImports.map((each) => each.moduleRequest),
  ].filter((request) => request != null)
  const found = new Map<string, Import>()
  for (const { start, end } of requests) {
    const written = /^['"](.+)['"]$/u.exec(source.slice(start, end))?.[1]
    if (written === undefined) continue // a computed dynamic import names no file
    const line = source.slice(0, start).split('\n').length
    const to = resolve(from, written)
    if (to === undefined)
      failures.push(`${from}:${line} imports ${written}\n    leads-nowhere: No such file or installed package.`)
    else if (!found.has(to)) found.set(to, { from, to, line })
  }
  return [...found.values()]
}

/** A file of this repository, `node_modules/<package>`, `node:<module>`; undefined where there is none. */
function resolve(from: string, written: string): string | undefined {
  const path = written.replace(/\?.*$/u, '')
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

function checkRules({ from, to, line }: Import) {
  for (const { name, advice } of brokenRules(from, to))
    failures.push(`${from}:${line} imports ${to}\n    ${name}: ${advice}`)
  const shipped = from.startsWith('server/') && !/\/testing\/|\.test\.ts$/u.test(from)
  const name = to.replace(/^node_modules\//u, '')
  if (shipped && name !== to && !(name in manifest.dependencies))
    failures.push(
      `${from}:${line} imports ${to}\n    server-needs-dependencies: Move ${name} from devDependencies to dependencies.`,
    )
}

/** Every circle once, as the files along it, the first repeated at the end. */
function circles(): string[][] {
  const graph = Map.groupBy(imports, (each) => each.from)
  const state = new Map<string, 'open' | 'done'>()
  const found: string[][] = []
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') return void found.push([...path.slice(path.indexOf(file)), file])
    state.set(file, 'open')
    for (const { to } of graph.get(file) ?? []) visit(to, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  return found
}
