import fc from 'fast-check'
import tlds from 'tlds' with { type: 'json' }
import { expect, test } from 'vitest'
import { charactersIn } from '#contract/characters.ts'
import { plainName } from './plain-name.ts'

test.each([
  'St. Anna',
  'Node.js team',
  'Vue.js / D3.js',
  '山田.太郎',
  '佐伯 美咲',
  'Anne-Marie O’Neill',
  'Dr. J.P. Müller',
  'R&D/QA',
  'Release v2.10.3',
  '10:30 stand-up',
  'チーム：予約',
  '開発チーム（東京）',
  'Acme Co., Ltd.',
  '👩‍💻 Développeurs',
  'می‌خواهم',
  'C++ & C#',
  '<@U1>',
])('the name %j is unchanged in an email (E1.14)', (name) => expect(plainName(name)).toBe(name))

test.each([
  ['win money http://evil.example', 'win money http: evil. example'],
  ['evil.com', 'evil. com'],
  ['\u03b1\u0345@evil.com', '\u03b1\u0345@ evil. com'],
  ['evil.com\u01f1', 'evil. com\u01f1'],
  ['evil.comİ', 'evil. comİ'],
  ['EVIL.COM now', 'EVIL. COM now'],
  ['buy at shop.evil.co.uk/win?now', 'buy at shop.evil. co. uk/win?now'],
  ['www.evil.js', 'www. evil.js'],
  ['見てevil.comを見て', '見てevil. comを見て'],
  ['evil.com', 'evil. com'],
  ['\u03b1\u0345@evil.com', '\u03b1\u0345@ evil. com'],
  ['evil\u2024com', 'evil\u2024 com'],
  ['evil\ufe52com', 'evil\ufe52 com'],
  ['win＠evil', 'win＠ evil'],
  ['ｅｖｉｌ．ｃｏｍ', 'ｅｖｉｌ． ｃｏｍ'],
  ['evil.xn--p1ai', 'evil. xn--p1ai'],
  ['пример.рф', 'пример. рф'],
  ['例え.みんなで', '例え. みんなで'],
  ['evil\u200b.\u2060com', 'evil. com'],
  ['evil.\u200dcom', 'evil. \u200dcom'],
  ['evil.c\u00adom', 'evil. com'],
  ['\u202emoc.live', 'moc. live'],
  ['win@evil.example', 'win@ evil. example'],
  ['mailto:win@evil', 'mailto: win@ evil'],
  ['tel:+81312345678', 'tel: +81312345678'],
  ['\\\\evil\\share', 'evil share'],
  ['//evil', 'evil'],
  ['http://203.0.113.5/win', 'http: 203. 0.113.5/win'],
  ['hello\r\nBcc: all@evil.com', 'hello Bcc: all@ evil. com'],
  ['a\u2028b\u0085c\0d', 'a b c d'],
])('a name that mail clients would turn into a link is changed: %j (E1.14)', (name, plain) =>
  expect(plainName(name)).toBe(plain),
)

/**
 * The top-level domains of the DNS. `isLinked` finds what mail clients turn into a link: a scheme, www, an email or
 * IPv4 address, or a name in one of these domains.
 */
const known = new Set(tlds)
const isLinked = (text: string): boolean =>
  /[a-z]:\S|\/\/|www\.\S|[\p{L}\p{N}_+-]@\S|\d+\.\d+\.\d+\.\d+/iu.test(text) ||
  [...text.matchAll(/[\p{L}\p{N}]\.([a-z]+)/giu)].some(([, label]) => known.has(label!.toLowerCase()))

test('a name in emails is one line, at most sixty characters, without a link (E1.14)', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'http',
      'https',
      '://',
      '//',
      'www',
      '.',
      '。',
      '@',
      ':',
      'evil',
      '\n',
      '\t',
      '\u200b',
      '\\',
      '1',
      ' ',
    ),
    fc.constantFrom(...tlds),
    fc.string({ maxLength: 3, unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const plain = plainName(parts.join(''))
      expect(isLinked(plain), plain).toBe(false)
      expect(plain).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(charactersIn(plain)).toBeLessThanOrEqual(60)
    }),
    { numRuns: 2_000 },
  )
})
