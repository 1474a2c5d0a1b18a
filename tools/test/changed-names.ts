// Finds which exported names of a file a change affects, so that a change of one schema in contract/ does not run every
// test.
import { parseSync } from 'vite'

/** Returns the text of each declaration at the top level by its name. Undefined if a statement declares no name. */
export function declarationsIn(file: string, source: string): Map<string, string> | undefined {
  const found = new Map<string, string>()
  for (const statement of parseSync(file, source).program.body) {
    if (statement.type === 'ImportDeclaration') continue
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (!declaration) return undefined
    const declared = declaration.type === 'VariableDeclaration' ? declaration.declarations : [declaration]
    for (const each of declared) {
      if (!('id' in each) || each.id?.type !== 'Identifier') return undefined
      const text = source.slice(each.start, each.end)
      found.set(each.id.name, `${found.get(each.id.name) ?? ''}\n${text}`) // a schema and its type share a name
    }
  }
  return found
}

const mentions = (text: string, name: string) => new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'u').test(text)

/** Adds the names whose declarations mention one of `names`, directly or not. */
export function withUsers(declarations: ReadonlyMap<string, string>, names: Iterable<string>): Set<string> {
  const all = new Set(names)
  for (const name of all)
    for (const [user, text] of declarations) if (!all.has(user) && mentions(text, name)) all.add(user)
  return all
}

/**
 * Returns the names with declarations that differ between two versions of a file, and the names that use them.
 * @returns undefined if names cannot describe the difference
 */
export function changedNames(file: string, before: string, after: string): Set<string> | undefined {
  const [old, now] = [declarationsIn(file, before), declarationsIn(file, after)]
  if (!old || !now) return undefined
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
  return withUsers(now, names)
}

/** Returns the keys of `export const NAME = { key: …, }` that differ, one key a line. Undefined for other declarations. */
export function changedKeys(name: string, before: string, after: string): string[] | undefined {
  const [old, now] = [keysOf(name, before), keysOf(name, after)]
  if (!old || !now) return undefined
  return [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key))
}

function keysOf(name: string, source: string): Map<string, string> | undefined {
  const start = source.indexOf(`export const ${name} = {\n`)
  if (start < 0) return undefined
  const body = source.slice(start, source.indexOf('\n}', start)).split('\n').slice(1)
  const entries = body.map((line) => /^ {2}(\w+): ([^,]+),/u.exec(line))
  return entries.every(Boolean) ? new Map(entries.map((entry) => [entry![1]!, entry![2]!])) : undefined
}

/**
 * Returns the imports of some of `names` from `isFrom`, each with its local name. A namespace has the name `*`. Imports of
 * types alone do not count.
 */
export function importedAs(
  file: string,
  source: string,
  isFrom: (written: string) => boolean,
  names: ReadonlySet<string>,
): { name: string; local: string }[] {
  return parseSync(file, source).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    isFrom(moduleRequest.value)
      ? entries
          .filter(({ isType, importName }) => !isType && (importName.kind !== 'Name' || names.has(importName.name!)))
          .map(({ importName, localName }) => ({ name: importName.name ?? '*', local: localName.value }))
      : [],
  )
}
