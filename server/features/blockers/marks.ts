/** The marks of a line: lines with other marks are other blockers, however alike (E3.02). */
export type Marks = {
  /** The line without case, width, punctuation, filler words and a count of days at its end. */
  text: string
  /** Its numbers and single letters in order, and how often it says no. */
  key: string
  /** Its words without filler words. Each kanji is a word; hiragana are none. */
  words: ReadonlySet<string>
  /** Those words that begin with a capital letter, and perhaps name somebody. */
  capitalised: ReadonlySet<string>
}

const count = String.raw`[\p{N}一二三四五六七八九十]+`
const day = String.raw`(?:${count}\s*(?:営業)?日目|第\s*${count}\s*[天日]|(?:day|tag|jour|giorno|päev)\s*${count}|${count}\.\s*(?:tag|päev))`
/** A count of days at the end of a line, in brackets or behind punctuation: it says how old a blocker is. */
const daysAtEnd = new RegExp(
  String.raw`(?:(?<![\s、,])[\s、,]*[([【]\s*${day}\s*[)\]】]|(?<!\s)\s*[、,;:–—-]\s*${day})[\s.。!]*$`,
  'iu',
)

/** Only so many characters at the end are searched, so that long lines stay cheap. No count of days is longer. */
const longestDays = 30

/** These words change no meaning when they are added, left out or exchanged. */
const fillers = new Set(
  `the an of for from to in on at with by is are was were be been has have we our my still again yet now just also please
  der die das den dem des ein eine einen einem einer noch immer weiterhin wieder von vom zu zum zur im am für auf mit ist sind war wir
  le la les un une des du de au aux encore toujours est sont nous pour avec
  il lo gli uno una di del della dello ancora sempre sono per con
  on ikka veel endiselt`.split(/\s+/u),
)
const fillersWithoutSpaces =
  /まだ|いまだ|未だ|依然(?:として)?|引き続き|相変わらず|仍然|[还還仍](?=[没沒未不无無在是])/gu

/** Articles, conjunctions and the like, unless they are capital letters. */
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

const wordsIn =
  /[\p{Script=Han}々]|[\p{Script=Katakana}ー]+|(?:(?![\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー])[\p{L}\p{M}\p{N}])+/gu
const numbers = /\p{N}+|[一二三四五六七八九十百零〇]+/gu

/** Returns the marks by which two lines are compared. */
export function marksOf(line: string): Marks {
  const whole = line.normalize('NFKC').trim()
  const unaged = whole.slice(0, -longestDays) + whole.slice(-longestDays).replace(daysAtEnd, '')
  const apart = (unaged.trim() || whole)
    .replace(/can['’]t(?!\p{L})/giu, 'can not')
    .replace(endsWithNot, ' not')
    .replace(fillersWithoutSpaces, '')
  const nes = apart.toLowerCase().match(ne)?.length ?? 0
  const plain = apart.replace(elisions, ' ')
  const lower = plain.toLowerCase()
  const spelled = plain.match(wordsIn) ?? []
  const letters = spelled.filter((word) => /^\p{Script=Latin}$/u.test(word) && !isWord(word, plain))
  const no = Math.max(lower.match(saysNo)?.length ?? 0, nes)
  const words = lower.match(wordsIn)?.map((word) => word.replace(/(?<=.)ー$/u, '')) ?? []
  return {
    text:
      lower
        .split(/[^\p{L}\p{M}\p{N}#+]+/u)
        .filter((part) => part !== '' && !fillers.has(part))
        .join(' ') || lower,
    key: [(lower.match(numbers) ?? []).join(' '), letters.join(' ').toLowerCase(), no].join('|'),
    words: new Set(words.filter((word) => !fillers.has(word))),
    capitalised: new Set(spelled.filter((word) => /^\p{Lu}/u.test(word)).map((word) => word.toLowerCase())),
  }
}

/** Whether the letter is an article, a pronoun or the like, and not the name of something. */
const isWord = (letter: string, line: string) =>
  letter === 'I' || (letter === 'A' && line.startsWith('A ')) || lettersThatAreWords.has(letter)
