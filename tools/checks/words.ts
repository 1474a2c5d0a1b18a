import { type Language, languages } from '#contract/languages.ts'
import { branchesOf } from './branches.ts'

/** A word or punctuation mark that a language does not use, with its replacement. */
export type Variant = { language: Language; pattern: RegExp; but: string; except: string[] }

/**
 * Reads the tables below 'Not these' in docs/glossary.md: one for each language, with patterns in code spans and the
 * keys that may keep them.
 */
export function readVariants(glossary: string): Variant[] {
  const variants: Variant[] = []
  let language: Language | undefined
  for (const line of sectionOf(glossary, 'Not these').split('\n')) {
    if (line.startsWith('### ')) language = languages.find((name) => name === line.slice(4))
    const [not = '', but = '', except = ''] = cellsOf(line)
    if (!language) continue
    for (const pattern of spans(not))
      variants.push({ language, pattern: patternOf(pattern), but: but.trim(), except: spans(except) })
  }
  if (variants.length === 0) throw new Error('docs/glossary.md has no tables below ‘Not these’.')
  return variants
}

/** Returns the lines below a heading of the second level, up to the next one. */
export function sectionOf(page: string, heading: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  return section.split('\n## ')[0]!
}

/** Returns the cells of a table's row. A row begins with `|`, and `\|` does not end a cell. */
export const cellsOf = (line: string) => line.split(/(?<!\\)\|/u).slice(1, -1)

export const spans = (cell: string) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, span]) => span!.replaceAll('\\|', '|'))

const wordBoundary = '(?:(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_])|(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_]))'

/** Compiles a pattern of the glossary. In JavaScript, `\b` knows only ASCII letters; here it knows ü and Ö, too. */
export const patternOf = (source: string) => new RegExp(source.replaceAll(/(?<!\\)\\b/gu, wordBoundary), 'u')

/** Returns the variants in the texts of a language, and exceptions that are no longer needed. */
export function variantsIn(language: Language, texts: ReadonlyMap<string, string>, variants: Variant[]): string[] {
  const found: string[] = []
  const sentences = [...texts].map(([key, text]) => ({ key, branches: branchesOf(text) }))
  for (const { pattern, but, except, ...variant } of variants) {
    if (variant.language !== language) continue
    for (const { key, branches } of sentences) {
      if (except.includes(key)) continue
      const said = branches.map((branch) => pattern.exec(branch)?.[0]).find((match) => match !== undefined)
      if (said !== undefined) found.push(`${key} says '${said}': docs/glossary.md has ${but}`)
    }
    for (const key of except)
      if (!texts.has(key)) found.push(`docs/glossary.md lets ${key} say ${pattern.source}, but it is in no catalogue`)
  }
  return found
}
