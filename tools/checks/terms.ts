import { type Language, languages } from '#contract/languages.ts'
import { cellsOf, patternOf, sectionOf, spans } from './words.ts'

/** A word of the glossary with its pattern in each language, and the keys whose texts may use another word. */
export type Term = { name: string; patterns: Record<Language, RegExp>; except: string[] }

/**
 * Reads the table 'Checked words' in docs/glossary.md. Its head names the languages; a row has a name, one pattern in a
 * code span for each language, and the keys of exceptions.
 */
export function readTerms(glossary: string): Term[] {
  const rows = sectionOf(glossary, 'Checked words')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf)
  const [head = [], , ...body] = rows
  const columns = head.map((cell) => cell.trim())
  if (body.length === 0) throw new Error('docs/glossary.md has no table below ‘Checked words’.')
  return body.map((cells) => {
    const pattern = (language: Language) => patternOf(spans(cells[columns.indexOf(language)] ?? '')[0] ?? '$^')
    const patterns = Object.fromEntries(languages.map((language) => [language, pattern(language)]))
    return { name: cells[0]!.trim(), patterns: patterns as Term['patterns'], except: spans(cells.at(-1)!) }
  })
}

type Catalogues = Record<Language, ReadonlyMap<string, string>>

/** Returns the texts that lack a term in their language although the English text has it, and needless exceptions. */
export function termsMissing(catalogues: Catalogues, terms: readonly Term[]): string[] {
  return terms.flatMap(({ name, patterns, except }) => {
    const lacking = [...catalogues.en]
      .filter(([, text]) => patterns.en.test(text))
      .flatMap(([key]) =>
        languages
          .filter((language) => !patterns[language].test(catalogues[language].get(key) ?? ''))
          .map((language) => ({ key, language })),
      )
    const needed = new Set(lacking.flatMap(({ key, language }) => [key, `${language}:${key}`]))
    return [
      ...lacking
        .filter(({ key, language }) => !except.includes(key) && !except.includes(`${language}:${key}`))
        .map(({ key, language }) => `${language}: ${key} lacks the glossary's word for '${name}'`),
      ...except
        .filter((key) => !needed.has(key))
        .map((key) => `docs/glossary.md excepts ${key} from '${name}', which has no need of it`),
    ]
  })
}
