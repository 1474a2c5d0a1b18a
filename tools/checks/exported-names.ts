import { parseSync } from 'vite'

/**
 * Returns each name that several files export, with those files. A component counts by its own name, also as a default
 * export. A re-export does not count.
 * @param sources the text of each file by its path
 */
export function namesExportedTwice(sources: ReadonlyMap<string, string>): [name: string, files: string[]][] {
  const filesOf = new Map<string, Set<string>>()
  for (const [file, source] of sources)
    for (const { entries } of parseSync(file, source).module.staticExports)
      for (const { exportName, localName, moduleRequest } of entries) {
        const name = exportName.name ?? localName.name
        if (moduleRequest || name == null) continue
        filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file))
      }
  return [...filesOf].flatMap(([name, files]) => (files.size > 1 ? [[name, [...files].toSorted()]] : []))
}
