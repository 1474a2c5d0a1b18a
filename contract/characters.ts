import { normalized } from './normalized.ts'

/** Counts code points, like the database. `length` counts an emoji as two. */
export const charactersIn = (text: string): number => Array.from(text).length

/**
 * Returns whether a text has a visible character. White space, control characters, format characters and the empty
 * Braille cell (U+2800) are invisible.
 */
export const isVisible = (text: string): boolean => /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text)

/** Control characters, and those that change the text direction. */
const hidden = String.raw`[\p{Cc}\p{Bidi_Control}]`

/** Separators of lines and fields that JavaScript does not count as white space. */
const separators = String.raw`[\u001C-\u001F\u0085]`

const marksMost = 5 // marks in a row, after NFC; Vietnamese, IPA and Burmese need fewer
const marks = String.raw`[\p{Mn}\p{Me}]`

/**
 * Returns whether a text has no control characters (such as line breaks), no characters that change the text direction,
 * and no stack of marks on one letter.
 */
export const isPlain = (text: string): boolean => !new RegExp(`${hidden}|${marks}{${marksMost + 1}}`, 'u').test(text)

/** Invisible characters. Those that change the text direction are refused instead (`isPlain`). */
const invisible = String.raw`[[\p{DI}\u2800\uFFF9-\uFFFB]--\p{Bidi_Control}]`

/**
 * Arabic letters that join others. `arabicJoining` are those that join the next letter: only after these, a zero-width
 * non-joiner changes the appearance.
 */
const arabic = String.raw`[[\p{Script=Arabic}&&\p{L}]--\u0621]`
const arabicJoining = String.raw`[${arabic}--[\u0622-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2-\u06D5\u06EE\u06EF]]`
/** The signs that remove a consonant's vowel in scripts of India and Sri Lanka. */
const virama = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]`

/** Sequences in which an otherwise invisible character changes the appearance. */
const shown = [
  String.raw`\p{RGI_Emoji}`,
  String.raw`(?<=${arabicJoining}\p{Mn}{0,2})\u200C(?=${arabic})`,
  String.raw`(?<=${virama})[\u200C\u200D](?=\p{L})`,
  String.raw`(?<=\u0D4D)\u200D`, // a Malayalam chillu at the end of a word
  String.raw`(?<=[\u09B0\u0CB0])\u200D(?=[\u09CD\u0CCD])`, // Bengali and Kannada ra
].join('|')
const shownOrInvisible = new RegExp(`(${shown})|${invisible}`, 'gv')

/** Returns the text in NFC, without invisible characters, trimmed and with single spaces. */
export const inOneLine = (text: string): string =>
  normalized(normalized(text, 'NFC').replaceAll(shownOrInvisible, '$1'), 'NFC').replaceAll(/\s+/gu, ' ').trim()

/**
 * Shortens and cleans a text from another service, so that it can be a name: one line of at most `longest` characters,
 * without the characters that `isPlain` refuses. The result may be empty.
 */
export function asName(text: string, longest: number): string {
  const name = readable(text.slice(0, 10 * longest)) // cuts first, because processing a long text would be slow
  // Cleans again, because the cut may split an emoji or leave a space at the end.
  return readable(name.slice(0, longest)).slice(0, longest)
}

const readable = (text: string): string =>
  inOneLine(
    normalized(
      text
        .replaceAll(new RegExp(separators, 'gu'), ' ')
        .replaceAll(new RegExp(String.raw`[${hidden}--\s]`, 'gv'), '')
        .replaceAll(/\p{Cs}/gu, ''),
      'NFC',
    ).replaceAll(new RegExp(`(${marks}{${marksMost}})${marks}+`, 'gu'), '$1'),
  )
