import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode } from './encoding.ts'

const textOf = (file: Uint8Array) => decode(file)?.text

/** Maps each character of an encoding to its bytes. Uses the platform's own decoder. */
function tableOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const table = new Map<string, number[]>()
  const add = (...code: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(code))
      if (Array.from(character).length === 1 && !table.has(character)) table.set(character, code)
    } catch {
      // these bytes are no character
    }
  }
  for (const byte of bytes) add(byte)
  if (encoding === 'shift_jis') for (const lead of bytes.slice(0x81)) for (const trail of bytes) add(lead, trail)
  return table
}
const tables = new Map(['shift_jis', 'windows-1252'].map((name) => [name, tableOf(name)]))

/** Returns undefined if the encoding lacks one of the characters. */
function encode(text: string, encoding: string): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-8 with its mark') return Buffer.from(`\uFEFF${text}`)
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
  if (encoding === 'utf-16le') return little
  if (encoding === 'utf-16be') return little.swap16()
  const codes = Array.from(text, (character) => tables.get(encoding)!.get(character))
  return codes.includes(undefined) ? undefined : Buffer.from(codes.flat() as number[])
}
const encodings = ['utf-8', 'utf-8 with its mark', 'utf-16le', 'utf-16be', 'shift_jis', 'windows-1252']

const words = {
  de: `Präsentation erstellt Lösung getestet Straße gesperrt für den Kunden geändert Übergabe Öffnung Äpfel größer müßig
    „Büro“ geräumt weiß heißt schließlich Maßnahme über Prüfung Schlüssel grün früh Größe ‚halb‘ – … 20 € § 5 Überprüft SPAß ÄÖÜ
    äöü Gespräch Überstunden können würde ß Rückfrage`,
  fr: `Réunion l’équipe aujourd’hui élève célèbre répété préféré déjà été créées où ça forêt cœur œuvre d’abord qu’a « bon »
    Noël naïve août à l’heure âge île ès lettres hôpital français État Écrit À Ça dépôt préparé intégré vérifiée problème règle
    échéance n’était jusqu’à thé réélue`,
  it: `perché più città è già così università lunedì martedì può però attività novità qualità verrà È “sì” l’ho finché cioè là
    virtù dell’attività caffè`,
  et: `Täna tööd alustatud jäääär töööö õueõunapuu öö üle ülesanne kõik või võib jõudsin lõpetatud ära käia süsteem šokolaad
    žanr garaaž Õhtul Ülevaade Öine Äri häälestus mõõtmine päev`,
  ja: `設計 実装 昨日は 今日の予定 困っていること なし テスト データベース 検証環境 レビュー 打ち合わせ API仕様 x軸 A社 PRを確認 日付
    メールアドレス 特になし 第1四半期 〜 （水） ﾃｽﾄ環境 サーバー 調査と相談 急ぎ ファイル 対応中 DBが遅い`,
} as const

const lists = Object.entries(words).map(([language, text]) => ({ language, list: text.split(/\s+/u) }))

/** Generates texts in one language, with the separators of a file between the words. */
const texts = fc.constantFrom(...lists).chain(({ language, list }) =>
  fc
    .array(fc.tuple(fc.constantFrom(...list), fc.constantFrom(' ', ', ', '. ', '\r\n', ';', ',', '\n', ' (', ': ')), {
      minLength: 1,
      maxLength: 25,
    })
    .map((parts) => ({ language, text: `date,today\r\n2026-11-18,${parts.flat().join('')}` })),
)

test('an import reads a text in any encoding unchanged or refuses the file (E4.02)', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(...encodings), ({ text }, encoding) => {
      const file = encode(text, encoding)
      if (file) expect([text, undefined]).toContain(textOf(file))
    }),
    { numRuns: 2_000 },
  )
})

test('an import reads a file of each language in every encoding that has the language’s letters', () => {
  for (const { language, list } of lists)
    for (const encoding of encodings) {
      const text = `date,today\r\n${list.join(' ')}\r\n`
      const file = encode(text, encoding)
      if (file) expect({ language, encoding, read: textOf(file) }).toEqual({ language, encoding, read: text })
    }
})

test.each([
  ['Präsentation erstellt;Lösung getestet;Straße gesperrt', 'windows-1252'],
  ['Täna tööd alustatud', 'windows-1252'],
  ['Büro geräumt', 'windows-1252'],
  ['Réunion avec l’équipe', 'windows-1252'],
  ['élève', 'windows-1252'],
  ['日付,today\n2026-11-18,時報', 'shift_jis'],
  ['日付,今日\n2026-11-18,A社', 'shift_jis'],
])('an import reads %j in the encoding %s', (text, encoding) => expect(textOf(encode(text, encoding)!)).toBe(text))

test.each([
  ['GBK', 'c8d5c6da2cbdf1ccec0a323032362d31312d31382cc9e8bcc6cec4b5b5'],
  ['EUC-JP', 'c6fcc9d52cbaa3c6fc0a323032362d31312d31382cc0dfb7d7a4aca4c7a4ad'],
  ['Big5', 'a4e9b4c12ca4b5a4d10a323032362d31312d31382cb35dadpa'.replace('p', '7')],
  ['UTF-16 without a byte order mark', '64006100740065000a00'],
  ['half-width katakana only', 'c3bdc40ab6c0b6c5'],
  ['control characters', '64813f01'],
])('an import refuses a file of uncertain encoding: %s', (_, hex) =>
  expect(decode(Buffer.from(hex, 'hex'))).toBeUndefined(),
)

test('the import of a truncated file loses at most the last character (E4.13)', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(...encodings), fc.nat(), ({ text }, encoding, at) => {
      const file = encode(text, encoding)
      if (!file) return
      const cut = file.subarray(0, 24 + (at % Math.max(1, file.length - 24)))
      const read = decode(cut)
      // The first byte of a cut character may be a letter of Windows-1252, as in "café".
      const known = read?.text.replace(/.$/su, '') ?? ''
      if (!read || !/[^\p{ASCII}]/u.test(known)) return
      // In Shift_JIS, a single kanji may also be letters of Windows-1252 (decision 58).
      if (encoding === 'shift_jis' && !/[\u3041-\u30FF]|\p{Script=Han}{2}/u.test(known)) return
      expect(text.startsWith(read.text.replace(/\uFFFD$/u, ''))).toBe(true)
      expect(read.unreadable).toBe(read.text.endsWith('\uFFFD') ? 1 : 0)
    }),
    { numRuns: 3_000 },
  )
})

test('an import reports the lost character of a file without its last one to three bytes', () => {
  for (const { language, list } of lists)
    for (const encoding of encodings)
      for (const bytes of [1, 2, 3]) {
        const text = `date,today\r\n${list.join(' ')} ${language === 'ja' ? '調査' : 'über'}`
        const file = encode(`${text}${language === 'ja' ? '設' : encoding.startsWith('utf-8') ? 'ü' : ''}`, encoding)
        const read = file && decode(file.subarray(0, file.length - bytes))
        if (file)
          expect({
            language,
            encoding,
            bytes,
            begins: text.startsWith(read!.text.replace('\uFFFD', '').slice(0, -2)),
          }).toEqual({ language, encoding, bytes, begins: true })
      }
})

test.each([
  ['two bytes of a kanji after another kanji', 'date,today\n2026-11-18,日本', 1],
  ['one byte of a four-byte character', 'date,today\n2026-11-18,すごい👍', 3],
  ['one byte of the only letter that is not ASCII', 'date,today\n2026-11-18,Gru\u00DF', 1],
  ['one byte of the only kanji', 'date,today\n2026-11-18,日', 2],
  ['two bytes of a kanji after a letter', 'date,today\n2026-11-18,A社', 1],
])('an import recognises UTF-8 that ends with %s', (_what, text, bytes) => {
  const file = Buffer.from(text)
  const read = decode(file.subarray(0, file.length - bytes))
  expect(read).toEqual({ text: `${Array.from(text).slice(0, -1).join('')}\uFFFD`, unreadable: 1 })
})

test.each(['utf-8', 'utf-8 with its mark'])(
  'an import shows one broken byte in a long file in %s as � (E4.13)',
  (encoding) => {
    for (const { list } of lists) {
      const text = `date,today\r\n${list.join(' ')}`
      const file = encode(text, encoding)!
      const at = file.length - 10
      const broken = Buffer.concat([file.subarray(0, at), Buffer.of(0xff), file.subarray(at)])
      const read = decode(broken)!
      expect(read.unreadable).toBeGreaterThan(0)
      expect(read.unreadable).toBeLessThanOrEqual(3)
      expect(read.text.slice(0, -12)).toBe(text.slice(0, read.text.slice(0, -12).length))
    }
  },
)

test('an import does not count a � that the file itself contains as unreadable', () => {
  expect(decode(Buffer.from('日付,今日\n2026-11-18,�'))).toMatchObject({ unreadable: 0 })
})

test.each([
  ['EUC-JP', 'c6fcc9d52cbaa3c6fc0a323032362d31312d31382cc0dfb7d7a4aca4c7a4'],
  ['UTF-16 without a byte order mark', '640061007400650000'],
])('an import refuses a truncated file in %s', (_, hex) => expect(decode(Buffer.from(hex, 'hex'))).toBeUndefined())
