import { setImmediate } from 'node:timers/promises'
import { lineMark } from '#contract/report-fields.ts'
import { spanMark } from '#contract/span-marks.ts'
import type { SearchPart, SearchResult } from '#contract/search.ts'
import { fold } from '#contract/fold.ts'
import { beginsWord, hitsIn } from '#contract/found-words.ts'

/**
 * Returns every two neighbouring UTF-16 units as one number of 32 bits. The numbers differ between teams, which share
 * one index: frequent pairs of one team must not slow down the searches of others.
 */
export function gramsOf(texts: readonly string[], teamId: string): number[] {
  const seed = Number.parseInt(teamId.slice(-8), 16)
  const grams = new Set<number>()
  for (const text of texts)
    for (let at = 1; at < text.length; at += 1)
      grams.add(((text.charCodeAt(at - 1) << 16) | text.charCodeAt(at)) ^ seed)
  return [...grams].toSorted((one, other) => one - other)
}

const withoutSpans = (line: string) =>
  line.replaceAll(spanMark, (all, code?: string, bold?: string, name?: string) => code ?? bold ?? name ?? all)

/**
 * Returns the text as pages show it, without the marks of code, bold and links. If the typed text differs, returns that
 * as well.
 */
function formsOf(text: string): string[] {
  const shown = text.split('\n').map(withoutSpans).join('\n')
  return shown === text ? [text] : [shown, text]
}

/** Returns the numbers by which the index finds the texts. The numbers cover the shown text and the typed text. */
export const gramsOfTexts = (texts: readonly string[], teamId: string): number[] =>
  gramsOf(texts.flatMap(formsOf).map(fold), teamId)

/**
 * The most pairs to look up. More pairs hardly narrow a search. PostgreSQL looks for each pair in up to 500 texts,
 * which takes 0.1 s for the longest texts.
 */
const gramsMost = 16

/** Returns the grams to look up in the index. */
export const gramsOfWords = (words: readonly string[], teamId: string): number[] =>
  gramsOf(words, teamId).slice(0, gramsMost)

/**
 * Returns whether each of the words is in one of the texts. Lets other requests run after a long text, because folding
 * one may take 10 ms.
 */
export async function holdsAll(texts: readonly string[], words: readonly string[]): Promise<boolean> {
  const missing = new Set(words)
  for (const text of texts)
    for (const form of formsOf(text)) {
      const folded = fold(form)
      for (const word of missing) if (folded.includes(word)) missing.delete(word)
      if (missing.size === 0) return true
      if (form.length > longText) await setImmediate()
    }
  return false
}

const longText = 2_000 // characters

const snippetMost = 160 // characters
const before = 40 // characters of the snippet before the first word that was found
/**
 * The most characters of a line in which words are marked. Folding a longer line would keep the event loop busy
 * (E6.01).
 */
const lookedAt = 3_000
const linesIn = (forms: readonly string[]) => forms.flatMap((form) => form.split(/\r\n|[\n\r\u2028\u2029]/u))
const phraseEnd = /[\s、。,.;:!?！？・…]/u

type Words = { texts: readonly string[]; parts: readonly SearchPart[] }
type Snippet = { snippet: SearchResult['snippet']; part: SearchPart }

/**
 * Returns the line that contains most of the searched words, and the part of the text that the line is in. Prefers a
 * line in which words begin with the searched words. Marks the words, and shortens a long line at phrases.
 */
export function snippetOf({ texts, parts }: Words, words: readonly string[]): Snippet {
  const lines = texts.flatMap((text, index) =>
    linesIn(formsOf(text)).map((written) => {
      const line = written.replace(lineMark, '')
      const folded = fold(line.slice(0, lookedAt))
      const found = words.filter((word) => folded.includes(word))
      const begun = found.filter((word) => beginsWord(folded, word))
      return { line, part: parts[index]!, found: found.length, begun: begun.length }
    }),
  )
  const best = lines.toSorted((one, other) => other.found - one.found || other.begun - one.begun)[0]!
  const hits = hitsIn(best.line.slice(0, lookedAt), words)
  const { from, until } = windowOf(best.line, hits[0]?.from ?? 0)
  const snippet: SearchResult['snippet'] = []
  const say = (text: string, hit: boolean) => text && snippet.push({ text, hit })
  let at = from
  if (from > 0) say('…', false)
  for (const hit of hits.filter((each) => each.from >= from && each.until <= until)) {
    say(best.line.slice(at, hit.from), false)
    say(best.line.slice(hit.from, hit.until), true)
    at = hit.until
  }
  say(best.line.slice(at, until), false)
  if (until < best.line.length) say('…', false)
  return { snippet, part: best.part }
}

/** Returns the part of a long line around the match. If phrases begin or end nearby, the part begins and ends there. */
function windowOf(line: string, place: number): { from: number; until: number } {
  if (line.length <= snippetMost) return { from: 0, until: line.length }
  const earliest = Math.max(0, place - before)
  const lead = earliest === 0 ? 0 : line.slice(earliest, place).search(phraseEnd) + 1
  const from = wholeCharacter(line, earliest + lead)
  const latest = Math.min(line.length, from + snippetMost)
  const tail = line.slice(latest - before, latest)
  const end = latest === line.length ? -1 : tail.split('').findLastIndex((character) => phraseEnd.test(character))
  return {
    from,
    until: wholeCharacter(line, end > 0 && latest - before + end > place ? latest - before + end : latest),
  }
}

/** Returns the index, or the one before it if the index is in the middle of a surrogate pair. */
const wholeCharacter = (text: string, at: number) => (/[\udc00-\udfff]/u.test(text.charAt(at)) ? at - 1 : at)
