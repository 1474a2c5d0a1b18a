// Selects Asakai's own files of a release: the server and its commands as JavaScript, texts, migrations, built pages,
// documents.
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { commandNames } from '../../cli/command-names.mjs'
import { importsOf } from '../checks/import-graph.ts'

const launcher = 'cli/asakai.mjs'
const alone = [
  launcher,
  ...['command-names', 'run', 'supervise', 'starters', 'end-with-starters'].map((name) => `cli/${name}.mjs`),
] // plain JavaScript already
const migrations = 'server/db/schema/migrations' // read at run time, so no import names these files
const folders = ['docs', 'deploy']
const documents = ['README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CODE_OF_CONDUCT.md']
/** Files that are published beside the archives. */
export const composed = ['compose.yaml', 'compose.embedded.yaml']
/** Files that a release contains unchanged. */
export const copied = [...alone, ...folders, ...documents]

/** Copies the product into `folder`, which has no packages yet. Without `dist` only the API is served. */
export function copyProduct(folder: string, { dist }: { dist: string | undefined }) {
  compile(folder, ['server/main.ts', ...commandNames.map((name) => `cli/${name}.ts`)])
  for (const path of copied) copy(folder, path)
  chmodSync(join(folder, launcher), 0o755)
  if (dist) cpSync(dist, join(folder, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.sources') })
}

/**
 * Compiles these files of the server to JavaScript in `folder`, with everything that they import from the repository.
 */
export function compile(folder: string, files: string[]) {
  for (const file of reached(files)) {
    if (!file.endsWith('.ts')) copy(folder, file)
    else write(join(folder, inJavaScript(file)), javaScriptOf(file))
  }
  copy(folder, migrations)
}

/** Returns these files of the repository and all that they import of it. */
function reached(files: string[]): Set<string> {
  const found = new Set(files)
  for (const file of found) {
    if (!file.endsWith('.ts')) continue
    for (const { to } of importsOf(file)) if (to && !/^node(?:_modules\/|:)/u.test(to)) found.add(to)
  }
  return found
}

const inJavaScript = (name: string) => name.replace(/\.ts$/u, '.js')

/** Removes the types. Every statement stays on its line, so that stack traces match the source. */
function javaScriptOf(file: string): string {
  let text = stripTypeScriptTypes(readFileSync(file, 'utf8'))
  for (const { written } of importsOf(file)) text = text.replaceAll(`'${written}'`, `'${inJavaScript(written)}'`)
  return text
}

const copy = (folder: string, path: string) => cpSync(path, join(folder, path), { recursive: true })

function write(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
