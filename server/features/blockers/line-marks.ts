import { normalized } from '#contract/normalized.ts'
import type { Parts } from './exchanged-words.ts'

/**
 * The properties by which two lines are compared. Lines with different keys are different blockers, however alike their
 * texts are (E3.02).
 */
export type Marks = {
  /** The line without case, width, punctuation, filler words and the blocker's age at its end. */
  text: string
  /** The line's numbers with their signs and its single letters, in order, and its number of negations. */
  key: string
  /** The line's words without filler words. Each kanji counts as a word, hiragana do not. */
  words: ReadonlySet<string>
  /** The words of each clause in order, without filler words. */
  clauses: readonly (readonly string[])[]
  /** The words of each clause in order, with whole runs of kanji and names in hiragana. */
  parts: Parts
  /** Three sets: names in hiragana (before a particle or さん), words of direction such as "from", and emoji. */
  aside: readonly ReadonlySet<string>[]
  /** The words that begin with a capital letter, and so may be names. */
  capitalised: ReadonlySet<string>
}

const count = String.raw`[\p{N}一二三四五六七八九十]+`
const day = String.raw`(?:${count}\s*(?:営業)?日目|第\s*${count}\s*[天日]|(?:day|tag|jour|giorno|päev)\s*${count}|${count}\.\s*(?:tag|päev))`
const since = String.raw`(?:${count}\s*(?:営業)?(?:日間?|週間)前(?:から|より)|(?:since|seit|depuis|da|alates)\s+${count}\s*(?:days?|weeks?|tag(?:en)?|wochen?|jours?|semaines?|giorn[oi]|settiman[ae]|päeva))`
const age = String.raw`(?:${day}|${since}|for\s+${count}\s*(?:days?|weeks?))`
const ageApart = String.raw`(?:${count}\s*(?:営業)?日目|${since})`
const goesOn = String.raw`[([【]\s*(?:継続中?|continued|ongoing|fortsetzung|suite|continua|继续|持续|繼續|持續|jätkub)\s*[)\]】]`
/**
 * The blocker's age, such as "day 3", or a note such as "(continued)", at the end of a line. An age is in brackets, or
 * after punctuation or a space.
 */
const ageAtEnd = new RegExp(
  String.raw`(?:(?<![\s、,])[\s、,]*(?:[([【]\s*${age}\s*[)\]】]|${goesOn})|(?<!\s)\s*[、,;:–—-]\s*(?:${day}|${since})|(?<!\s)\s+${ageApart})[\s.。!]*$`,
  'iu',
)

/**
 * The number of characters at the end of a line that are searched for an age. At the beginning, twice as many are
 * searched for an item number or a note such as "(continued)". Longer lines thus cost no more.
 */
const longestAge = 30

/** The item number of a list. `1.` counts only in a numbered list: it may also begin a date or an ordinal number. */
const listMark = /^\s*(?:[①-⑳❶-❿⓵-⓾](?![のがはをにでとも])|[(（]\p{Nd}{1,2}[)）]|\p{Nd}{1,2}[)）])\s*(?=\S)/u
const listMarkWithPoint =
  /^\s*\p{Nd}{1,2}[.．](?:\s+|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]))(?!\s|(?:jan|feb|mär|mar|apr|mai|jun|jul|aug|sep|okt|nov|dez|dets|veeb)\p{L}*)(?=\S)/iu
const goesOnAtBegin = new RegExp(String.raw`^\s*${goesOn}\s*(?=\S)`, 'iu')

/** Returns whether the lines are a numbered list with points: one begins with `1.`. */
export const isNumbered = (lines: readonly string[]): boolean => lines.some((line) => /^\s*[1１][.．]/u.test(line))

/** Returns the line without its item number, its age and the words that say that the blocker continues. */
function bareOf(line: string, isInList: boolean): string {
  const unmarked = (text: string) => {
    const rest = text.replace(listMark, '')
    return isInList ? rest.replace(listMarkWithPoint, '') : rest
  }
  const whole = normalized(line, 'NFKC').trim()
  const begin = normalized(unmarked(line.slice(0, 2 * longestAge)), 'NFKC').replace(goesOnAtBegin, '')
  let bare = normalized(unmarked(begin) + line.slice(2 * longestAge), 'NFKC').trim()
  for (let times = 0; times < 2; times += 1)
    bare = bare.slice(0, -longestAge) + bare.slice(-longestAge).replace(ageAtEnd, '')
  return bare.trim() || whole
}

/** Words that do not change the meaning of a line if they are added, left out or exchanged. */
const fillers = new Set(
  `the an of for from to in on at with by is are was were be been has have we our my still again yet now just also please
  der die das den dem des ein eine einen einem einer noch immer weiterhin wieder von vom zu zum zur im am für auf mit ist sind war wir
  le la les un une des du de au aux encore toujours est sont nous pour avec
  il lo gli uno una di del della dello ancora sempre sono per con
  on ikka veel endiselt`.split(/\s+/u),
)
/** Words that join clauses as a comma does. */
const conjunctions = new Set('and or und oder et ou e ed o ja ning või'.split(' '))
const fillersWithoutSpaces =
  /まだ|いまだ|未だ|依然(?:として)?|引き続き|相変わらず|仍然|[还還仍](?=[没沒未不无無在是])/gu

/** Single letters that are articles, conjunctions or the like. In capitals they may be names. */
const lettersThatAreWords = new Set(['a', 'e', 'i', 'o', 'y', 'à', 'è', 'é'])

const elisions = /(?<!\p{L})[cdjlmnqst]['’](?=\p{L})|(?<=\p{L})['’](?:s|m|d|re|ve|ll)(?!\p{L})/giu
const endsWithNot = /(?:(?<=\p{L})n['’]|(?<=can)no)t(?!\p{L})/giu

const saysNo = new RegExp(
  [
    String.raw`(?<!\p{L})(?:not|no|never|none|nothing|nobody|cannot|without|neither|nor|non|(?:ca|do|wo|does|did|is|are|was|were|has|have|had|could|should|would)nt)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:nicht|nichts|nie|niemals|niemand|ohne|weder|kein(?:e[mnrs]?)?)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:pas|jamais|rien|sans|aucune?)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:mai|nulla|niente|senza|nessun[oa]?)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:ei|pole|mitte|ära|ilma|puudub|puuduvad)(?!\p{L})`,
    'ない|なく|なかっ|なけれ|ません|なし|無し|(?<![まはみき必])ず(?![れっつるから])',
    '不(?!具合)|[没沒无無别勿]|未(?!来|満)|非(?!常)',
  ].join('|'),
  'gu',
)
const ne = /(?<!\p{L})(?:ne(?!\p{L})|n['’](?=\p{L}))/gu

/**
 * Prepositions of direction, mapped to one form. Two lines with different directions are different blockers: in "a file
 * for Anna" and "a file from Anna", different people wait.
 */
const directions = new Map(
  `from to for von vom=von zu zum=zu zur=zu für de du=de à au=à aux=à pour da dal=da dalla=da per al alla=al`
    .split(' ')
    .map((pair) => pair.split('='))
    .map(([word = '', form = word]) => [word, form]),
)
const directionsInJapanese =
  /(?<=[\p{Script=Han}\p{Script=Katakana}ー\p{Script=Latin}\p{N}]\s?|さん|くん)(?:から|へ|に|まで|より)/gu
const hiraganaNames =
  /(?<!\p{Script=Hiragana})\p{Script=Hiragana}{2,20}?(?=さん|くん|ちゃん)|(?<!\p{Script=Hiragana})\p{Script=Hiragana}{3,20}?(?=[のがを](?!\p{Script=Hiragana}))/gu
const emoji = /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gu
/** Signs that belong to a name or number, as in C++, C#, +5 and -5. */
const signs = /(?<=\p{L})(?:\++|#)|(?<![\p{L}\p{N}])[+−-](?=\p{N})/gu
/**
 * A clause ends at a punctuation mark before a space, or at one after a Chinese or Japanese character. The point in
 * v1.2 ends no clause.
 */
const clauseEnds = /[.,;:!?](?=\s|$)|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[.,;:!?]|[。、]/u

const wordsIn =
  /[\p{Script=Han}々]|[\p{Script=Katakana}ー]+|(?:(?![\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー])[\p{L}\p{M}\p{N}])+/gu
const kanjiRuns = /[\p{Script=Han}々]{2,}/gu
const numbers = /\p{N}+|[一二三四五六七八九十百零〇]+/gu

/** Returns the marks by which two lines are compared. `isInList`: ignore a number with a point at the beginning. */
export function marksOf(line: string, isInList = false): Marks {
  const apart = bareOf(line, isInList)
    .replace(/can['’]t(?!\p{L})/giu, 'can not')
    .replace(endsWithNot, ' not')
    .replace(fillersWithoutSpaces, '')
  const nes = apart.toLowerCase().match(ne)?.length ?? 0
  const plain = apart.replace(elisions, ' ')
  const lower = plain.toLowerCase()
  const spelled = plain.match(wordsIn) ?? []
  const letters = spelled.filter((word) => /^\p{Script=Latin}$/u.test(word) && !isWord(word, plain))
  const no = Math.max(lower.match(saysNo)?.length ?? 0, nes)
  const clauseTexts = lower.split(clauseEnds)
  const clauses = clauseTexts.map(contentWords)
  return {
    text:
      lower
        .split(/[^\p{L}\p{M}\p{N}#+]+/u)
        .filter((part) => part !== '' && !fillers.has(part))
        .join(' ') || lower,
    key: [lower.match(numbers), letters.map((letter) => letter.toLowerCase()), lower.match(signs), no]
      .map((part) => (Array.isArray(part) ? part.join(' ') : String(part ?? '')))
      .join('|'),
    words: new Set(clauses.flat()),
    clauses,
    parts: clauseTexts.map(partsIn),
    aside: [lower.match(hiraganaNames) ?? [], directionsIn(lower), apart.match(emoji) ?? []].map((all) => new Set(all)),
    capitalised: new Set(spelled.filter((word) => /^\p{Lu}/u.test(word)).map((word) => word.toLowerCase())),
  }
}

const contentWords = (clause: string) =>
  (clause.match(wordsIn) ?? []).map((word) => word.replace(/(?<=.)ー$/u, '')).filter((word) => !fillers.has(word))

/** Returns the words, runs of kanji and names of a clause by position. */
const partsIn = (clause: string) =>
  [wordsIn, kanjiRuns, hiraganaNames]
    .flatMap((parts) => Array.from(clause.matchAll(parts)))
    .toSorted((one, other) => one.index - other.index)
    .map(([part]) => part.replace(/(?<=.)ー$/u, ''))
    .filter((part) => !fillers.has(part) && !conjunctions.has(part))

const directionsIn = (line: string) => [
  ...(line.match(/\p{L}+/gu) ?? []).flatMap((word) => directions.get(word) ?? []),
  ...(line.match(directionsInJapanese) ?? []).map((word) => (word === 'へ' ? 'に' : word)),
]

/** Returns whether the letter is a word, such as an article or a pronoun, and not a name. */
const isWord = (letter: string, line: string) =>
  letter === 'I' || (letter === 'A' && line.startsWith('A ')) || lettersThatAreWords.has(letter)
