import { normalized } from '#contract/normalized.ts'
import { charactersIn } from '#contract/characters.ts'

/** Ignores case and width, because neither makes a password less common. */
const folded = (text: string) => normalized(text, 'NFKC').toLowerCase()

let commonest: Promise<ReadonlySet<string>> | undefined
/** Loads the list of common passwords when it is first needed, because it takes several megabytes of memory. */
const loadCommonest = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(folded).filter((password) => charactersIn(password) >= wordLeast))
}
const wordLeast = 4 // characters
const shortUnit = 4 // characters
const addedLeast = 6 // characters besides known words; fewer do not make a password uncommon
const lettersNeeded = 12 // characters; a shorter password must contain a letter
const runs = ['abcdefghijklmnopqrstuvwxyz', '1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
  .map((row) => row.repeat(3))
  .flatMap((row) => [row, row.split('').toReversed().join('')])
const productNames = ['asakai', 'あさかい', 'アサカイ']

/** The letters that digits and signs usually replace. */
const replaced: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '!': 'i',
}
/** @param one the letter that `1` and `|` replace */
const withLetters = (text: string, one: 'i' | 'l') =>
  text.replaceAll(/[^\p{L}]/gu, (sign) => (/[1|]/u.test(sign) ? one : (replaced[sign] ?? sign)))
const readMost = 64 // characters
/** How many signs before the first letter, and after the last one, may stand for letters: `$ecre7` is `secret`. */
const nearWord = 3

/** Returns the index of the first letter, and the index after the last letter. */
function lettersOf(text: string): { start: number; end: number } {
  const letters = Array.from(text.matchAll(/\p{L}/gu))
  const last = letters.at(-1)
  return { start: letters[0]?.index ?? 0, end: last ? last.index + last[0].length : 0 }
}

/**
 * Returns the words that a text may be based on. Drops signs at both ends, and replaces signs by the letters they
 * resemble.
 */
function wordsIn(text: string): string[] {
  const { start, end } = lettersOf(text)
  const cuts = Array.from({ length: nearWord + 1 }, (_none, left) => left)
  const parts = cuts.flatMap((left) => cuts.map((right) => text.slice(Math.max(0, start - left), end + right)))
  const readings = [text, ...parts].flatMap((part) => [part, withLetters(part, 'i'), withLetters(part, 'l')])
  return [...new Set(readings)].filter((word) => charactersIn(word) >= wordLeast)
}

/**
 * Returns whether a password is easy to guess: it is in zxcvbn's list, repeats a few characters, follows the alphabet
 * or a row of the keyboard, is short and has no letter, or is made from the owner's data. Digits and signs around such
 * a password, or in place of its letters, do not help.
 * @param about the owner's names and email, and the team's name
 */
export async function isCommon(password: string, about: readonly string[]): Promise<boolean> {
  const known = await (commonest ??= loadCommonest())
  const text = folded(password)
  const isKnown = (word: string) => known.has(word) || known.has(unitOf(word)) || runs.some((run) => run.includes(word))
  const letters = text.replaceAll(/[^\p{L}]/gu, '') // such as `password` for `pass-word 1`
  // A longer password is more than a word with a few signs, and trying all its readings would take long.
  const words = charactersIn(text) > readMost ? [text] : wordsIn(text)
  return (
    charactersIn(unitOf(text)) <= shortUnit ||
    new Set(text).size <= 2 ||
    (charactersIn(text) < lettersNeeded && !/\p{L}/u.test(text)) ||
    words.some(isKnown) ||
    (charactersIn(letters) >= addedLeast && isKnown(letters)) ||
    words.some((word) => isMadeOf(word, [...productNames, ...about], isKnown))
  )
}

/** Returns the repeating unit, such as `abc` of `abcabc`, or the text itself. */
const unitOf = (text: string) => text.slice(0, (text + text).indexOf(text, 1))

function isMadeOf(text: string, about: readonly string[], isKnown: (word: string) => boolean): boolean {
  const words = about
    .flatMap((each) => folded(each).split(/[^\p{Letter}\p{Number}]+/u))
    .filter((word) => word.length >= (/^[\x20-\x7e]*$/u.test(word) ? 3 : 2))
    .sort((one, other) => other.length - one.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  const { start, end } = lettersOf(rest)
  const own = rest.slice(start, end)
  return rest !== text && (charactersIn(own) < addedLeast || isKnown(own))
}
