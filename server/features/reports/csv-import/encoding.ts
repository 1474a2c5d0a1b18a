const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** A text, and the number of unreadable characters in it. Each is U+FFFD. */
export type Decoded = { text: string; unreadable: number }

/**
 * Decodes a file in UTF-8, UTF-16 with a byte order mark, Shift_JIS or Windows-1252 (E4.02). A file that was cut within
 * a character, or has a few broken bytes, keeps its encoding (E4.13).
 * @returns undefined if no encoding gives plausible text: a wrong guess would lose letters
 */
export function decode(file: Uint8Array): Decoded | undefined {
  const mark = marks.find(({ bytes }) => bytes.every((byte, index) => file[index] === byte))
  const decoded = mark ? leniently(mark.encoding, file) : unmarked(file)
  const isPlausible = decoded && decoded.unreadable * 50 <= decoded.text.length + 50
  return !isPlausible || decoded.text.includes('\0') ? undefined : decoded
}

function unmarked(file: Uint8Array): Decoded | undefined {
  const utf8 = leniently('utf-8', file)
  if (utf8.unreadable === 0) return utf8
  // Files in other encodings hardly ever contain a byte sequence that is a letter in UTF-8.
  const letters = count(utf8.text, /[^\p{ASCII}\uFFFD]/gu)
  const isCut = utf8.unreadable === 1 && utf8.text.endsWith('\uFFFD')
  if (letters >= (isCut ? 1 : 4 * utf8.unreadable)) return utf8
  if (letters >= utf8.unreadable) return undefined
  return isCut && !endsAsWord(file, utf8.text) ? utf8 : (legacy(file) ?? (isCut ? utf8 : undefined))
}

/**
 * Returns whether a file that is ASCII except for its last byte may be Windows-1252, for example with the é of "café"
 * at the end. The same byte could also be the first of a cut UTF-8 character.
 */
function endsAsWord(file: Uint8Array, text: string): boolean {
  const isOneByte = file.length === text.length
  const last = file.at(-1)!
  return isOneByte && last >= 0xdf && last !== 0xe2 && /[a-z]\uFFFD$/iu.test(text)
}

function legacy(file: Uint8Array): Decoded | undefined {
  const japanese = leniently('shift_jis', file)
  const isCut = japanese.unreadable === 1 && japanese.text.endsWith('\uFFFD')
  if ((japanese.unreadable === 0 || isCut) && isJapanese(japanese.text)) return japanese
  const western = leniently('windows-1252', file)
  return isWestern(western.text) ? western : undefined
}

/** Decodes a text, with U+FFFD in place of unreadable bytes. The file itself may contain U+FFFD, too. */
function leniently(encoding: string, file: Uint8Array): Decoded {
  const text = strictly(encoding, file)
  if (text !== undefined) return { text, unreadable: 0 }
  const read = new TextDecoder(encoding).decode(file)
  return { text: read, unreadable: count(read, /\uFFFD/gu) }
}

function strictly(encoding: string, file: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    return undefined
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const controls = /(?![\t\n\r])\p{Cc}/u
const privateUse = /\p{Private_Use}/u

/**
 * Full-width kana, Japanese punctuation, and pairs of the 2,965 common kanji. Latin letters of a Windows-1252 file that
 * are decoded as Shift_JIS never give these.
 */
const written = /[\u3041-\u30FF]|[、。「」・〜（）！？]|\p{Script=Han}{2}/gu
/**
 * Half-width katakana or a single kanji beside a Latin letter. Accented letters of a Windows-1252 file that are decoded
 * as Shift_JIS give these.
 */
const besideLatin =
  /(?<=[a-z])[\uFF61-\uFF9F]|[\uFF61-\uFF9F](?=[a-z])|(?<=[a-z])\p{Script=Han}(?=[a-z ,.;:"\n\r])|(?<![\p{Script=Han}\u3041-\u30FF])\p{Script=Han}(?=[a-z])|[\u0400-\u04FF]/giu

function isJapanese(text: string): boolean {
  if (controls.test(text) || privateUse.test(text)) return false
  const common = count(text, written)
  return common > 0 && common > 2 * (count(text, besideLatin) + rareKanji(text))
}

/**
 * Kanji whose first byte in Shift_JIS is E0 to EA, which is an accented letter in Windows-1252. In normal text, one of
 * a thousand characters is such a kanji.
 */
const rare = new Set<string>()
for (let lead = 0xe0; lead <= 0xea; lead += 1)
  for (let trail = 0x40; trail <= 0xfc; trail += 1) {
    const kanji = strictly('shift_jis', Uint8Array.of(lead, trail))
    if (kanji?.length === 1) rare.add(kanji)
  }

function rareKanji(text: string): number {
  let found = 0
  for (const character of text) if (rare.has(character)) found += 1
  return found
}

const small = 'ßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿšžœ'
const large = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŠŽŒŸ'
const accented = small + large
/**
 * Characters that do not occur inside words. A file in another encoding that is decoded as Windows-1252 has many of
 * them.
 */
const signs = 'ƒˆ˜‰†‡¤¥¦§¨©ª¬\u00AD®¯±²³´µ¶·¸¹º¼½¾×÷ÐÞðþ•™€£¢°¿¡'
const opening = '‚„‹«“‘'
const odd = new RegExp(
  [
    `[${signs}](?=[${accented}${signs}${opening}])`,
    `(?<=[${accented}])[${signs}]`,
    `(?<=[A-Za-z${accented}])[‚„‹«“”›»•†‡ƒ˜ˆ](?=[A-Za-z${accented}])`,
    `(?<=[a-z${small}])[${large}]`,
    `[${large}](?=[${small}][${large}])`,
    `[${opening}…–—](?=[${signs}])`,
    `[‚„‹](?![A-Za-z0-9${accented}])`,
    `[ƒÐÞðþ]`,
  ].join('|'),
  'gu',
)
const accentedRuns = new RegExp(`[${accented}]{3,}`, 'gu')
/** The accented letters of German, Estonian, French, Italian, Spanish, Portuguese and the Nordic languages. */
const alphabets = ['äöüß', 'äöõüšž', 'àâæçéèêëîïôœùûüÿ', 'àèéìíîòóùú', 'áéíñóúü', 'àáâãçéêíóôõú', 'åäöæøé']

function isWestern(text: string): boolean {
  if (controls.test(text)) return false
  const letters = count(text, /[^\p{ASCII}]/gu)
  const runs = text.match(accentedRuns)?.filter((run) => !isOfOneAlphabet(run)) ?? []
  const wrong = count(text, odd) + runs.reduce((sum, run) => sum + run.length, 0)
  return wrong * 50 <= letters
}

const isOfOneAlphabet = (run: string) =>
  run.length <= 7 &&
  alphabets.some((alphabet) => Array.from(run.toLowerCase()).every((letter) => alphabet.includes(letter)))
