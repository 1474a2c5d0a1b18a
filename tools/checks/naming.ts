import { parseSync } from 'vite'

/** A name that the code must not use. `isWord`: also as a word of a longer name. `instead`: the word to use. */
export type DroppedName = { name: string; isWord: boolean; instead: string }

/** Reads the tables of docs/naming.md. A name with stars is dropped as a word of a longer name too. */
export function readDroppedNames(page: string): DroppedName[] {
  return page.split('\n').flatMap((line) => {
    const [, concept, instead = '', dropped = ''] = line.split('|').map((cell) => cell.trim())
    if (concept === undefined || concept === 'concept' || concept.startsWith('-')) return []
    return [...dropped.matchAll(/`(?<star>\*?)(?<name>[^`*]+)\*?`/gu)].map(({ groups }) => ({
      name: groups!['name']!,
      isWord: groups!['star'] !== '',
      instead: instead.replaceAll('`', ''),
    }))
  })
}

/** Returns the words of a name: `useErrand_of` has `use`, `errand` and `of`. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/u)

const drops = ({ name, isWord }: DroppedName, found: string): boolean =>
  isWord ? wordsOf(found).includes(name) : found === name

/** Returns the names in a file: its identifiers, those of its SQL, and the folders and the file of its path. */
function namesIn(file: string, source: string): Set<string> {
  const names = new Set(file.split('/').map((part) => part.split('.')[0]!))
  if (file.endsWith('.sql')) collectFromSql(source, names)
  else collect(parseSync(file, source).program, names)
  return names
}

type Node = { type?: unknown; name?: unknown; tag?: unknown; quasi?: { quasis: { value: { raw: string } }[] } }

function collect(node: unknown, names: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  const { type, name, tag, quasi } = node as Node
  if (typeof name === 'string' && /^(?:JSX)?Identifier$/u.test(String(type))) names.add(name)
  // Joins the parts of the template first, because a text in quotes may contain a value.
  if (quasi && (tag as Node).name === 'sql') collectFromSql(quasi.quasis.map(({ value }) => value.raw).join('$'), names)
  for (const child of Object.values(node)) collect(child, names)
}

/** Collects the names of a statement, without those in its comments and texts. */
function collectFromSql(statement: string, names: Set<string>): void {
  const code = statement.replaceAll(/--.*|'[^']*'/gu, ' ')
  for (const [name] of code.matchAll(/\p{L}\w*/gu)) names.add(name)
}

/** Returns whether the text may have the name. Parsing all files takes long, so this skips most of them. */
const mayHave = (text: string, { name, isWord }: DroppedName): boolean => {
  const capital = name[0]!.toUpperCase() + name.slice(1)
  // `includes` is much faster than a pattern, and excludes most names.
  if (!text.includes(name) && !(isWord && text.includes(capital))) return false
  const pattern = isWord ? `(?<![a-z])${name}(?![a-z])|${capital}(?![a-z])` : `(?<![\\w$])${name}(?![\\w$])`
  return new RegExp(pattern, 'u').test(text)
}

/** Returns one line for each dropped name in a file. */
export function droppedNamesIn(file: string, source: string, dropped: readonly DroppedName[]): string[] {
  const text = `${file}\n${source}`
  const candidates = dropped.filter((candidate) => mayHave(text, candidate))
  if (candidates.length === 0) return []
  const names = [...namesIn(file, source)]
  return candidates.flatMap((candidate) =>
    names
      .filter((name) => drops(candidate, name))
      .map((name) => `${file} has ‘${name}’: docs/naming.md has ${candidate.instead}`),
  )
}
