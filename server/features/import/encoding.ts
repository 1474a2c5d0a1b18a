const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/**
 * Returns the text of a file in UTF-8, UTF-16 with its mark, Shift_JIS or Windows-1252 (E4.02).
 * Returns undefined if none of them gives plausible text: a wrong guess would lose letters.
 */
export function decode(file: Uint8Array): string | undefined {
  const mark = marks.find(({ bytes }) => bytes.every((byte, index) => file[index] === byte))
  const text = mark ? strictly(mark.encoding, file) : (strictly('utf-8', file) ?? legacy(file))
  return text?.includes('\0') ? undefined : text
}

function legacy(file: Uint8Array): string | undefined {
  if (isDamagedUtf8(file)) return undefined
  const japanese = strictly('shift_jis', file)
  if (japanese !== undefined && isJapanese(japanese)) return japanese
  const western = strictly('windows-1252', file)!
  return isWestern(western) ? western : undefined
}

function strictly(encoding: string, file: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    return undefined
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Returns whether most of the file is UTF-8. The other encodings read such a file without an error, as mojibake. */
function isDamagedUtf8(file: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(file)
  const readable = count(text, /[^\p{ASCII}\uFFFD]/gu)
  return readable > 0 && readable >= count(text, /\uFFFD/gu)
}

const controls = /(?![\t\n\r])\p{Cc}/u
const privateUse = /\p{Private_Use}/u

/** Full-width kana, Japanese punctuation and pairs of the 2,965 common kanji. Latin letters in Windows-1252 never read as these. */
const written = /[\u3041-\u30FF]|[、。「」・〜（）！？]|\p{Script=Han}{2}/gu
/** Half-width katakana or a single kanji beside a Latin letter: an accented letter in Windows-1252 reads as these. */
const besideLatin =
  /(?<=[a-z])[\uFF61-\uFF9F]|[\uFF61-\uFF9F](?=[a-z])|(?<=[a-z])\p{Script=Han}(?=[a-z ,.;:"\n\r])|(?<![\p{Script=Han}\u3041-\u30FF])\p{Script=Han}(?=[a-z])|[\u0400-\u04FF]/giu

function isJapanese(text: string): boolean {
  if (controls.test(text) || privateUse.test(text)) return false
  const common = count(text, written)
  return common > 0 && common > 2 * (count(text, besideLatin) + rareKanji(text))
}

/**
 * Kanji whose Shift_JIS lead bytes, E0 to EA, are accented letters in Windows-1252. They are one in a thousand characters
 * of normal text.
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
/** Signs that are not written inside words. Other encodings read as Windows-1252 are full of them. */
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
