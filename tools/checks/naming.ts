import { parseSync } from 'vite'

/** A name that the code does not use, and the word of the same row. */
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

/** Returns the names in a file: its identifiers, and the folders and the file of its path. */
function namesIn(file: string, source: string): Set<string> {
  const names = new Set(file.split('/').map((part) => part.split('.')[0]!))
  collect(parseSync(file, source).program, names)
  return names
}

function collect(node: unknown, names: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  const { type, name } = node as { type?: unknown; name?: unknown }
  if (typeof name === 'string' && /^(?:JSX)?Identifier$/u.test(String(type))) names.add(name)
  for (const child of Object.values(node)) collect(child, names)
}

/** Returns one line for each dropped name in a file. */
export function droppedNamesIn(file: string, source: string, dropped: readonly DroppedName[]): string[] {
  // Parsing 2,000 files takes seconds, so skip those whose text has none of the names.
  const text = `${file}\n${source}`.toLowerCase()
  const candidates = dropped.filter(({ name }) => text.includes(name.toLowerCase()))
  if (candidates.length === 0) return []
  const names = [...namesIn(file, source)]
  return candidates.flatMap((candidate) =>
    names
      .filter((name) => drops(candidate, name))
      .map((name) => `${file} has ‘${name}’: docs/naming.md has ${candidate.instead}`),
  )
}
