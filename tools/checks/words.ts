import { type Language, languages } from '#contract/languages.ts'

/** A word or punctuation mark that a language does not use, with its replacement. */
export type Variant = { language: Language; pattern: RegExp; but: string; except: string[] }

/**
 * Reads the tables below 'Not these' in docs/glossary.md: one for each language, with patterns in code spans and the
 * keys that may keep them.
 */
export function readVariants(glossary: string): Variant[] {
  const variants: Variant[] = []
  let language: Language | undefined
  for (const line of glossary.slice(glossary.indexOf('\n## Not these\n')).split('\n')) {
    if (line.startsWith('### ')) language = languages.find((name) => name === line.slice(4))
    const [, not = '', but = '', except = ''] = line.split(/(?<!\\)\|/u)
    if (!language) continue
    for (const pattern of spans(not))
      variants.push({ language, pattern: new RegExp(pattern, 'u'), but: but.trim(), except: spans(except) })
  }
  if (variants.length === 0) throw new Error('docs/glossary.md has no tables below ‘Not these’.')
  return variants
}

const spans = (cell: string) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, span]) => span!.replaceAll('\\|', '|'))

/** Returns the variants in the texts of a language, and exceptions that are no longer needed. */
export function variantsIn(language: Language, texts: ReadonlyMap<string, string>, variants: Variant[]): string[] {
  const found: string[] = []
  for (const { pattern, but, except, ...variant } of variants) {
    if (variant.language !== language) continue
    for (const [key, text] of texts) {
      const [said] = pattern.exec(text) ?? []
      if (said !== undefined && !except.includes(key)) found.push(`${key} says '${said}': docs/glossary.md has ${but}`)
    }
    for (const key of except)
      if (!texts.has(key)) found.push(`docs/glossary.md lets ${key} say ${pattern.source}, but it is in no catalogue`)
  }
  return found
}
