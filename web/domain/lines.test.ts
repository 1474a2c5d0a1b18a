import { describe, expect, it } from 'vitest'
import { linesOf, piecesOf, spansOf, withoutMarks } from './lines.ts'

describe('linesOf', () => {
  it('linesOf removes list marks, empty lines and the line ends of every system', () =>
    expect(linesOf('・設計\r\n- 実装\n* 試験\r• 公開\n\n  \n続き')).toEqual(['設計', '実装', '試験', '公開', '続き']))

  it('linesOf keeps a minus or a star that belongs to the words', () =>
    expect(linesOf('-3度でした\n*強調*\n--dry-run を追加')).toEqual(['-3度でした', '*強調*', '--dry-run を追加']))

  it('linesOf returns no lines for blank text', () => expect(linesOf(' \n\t\n')).toEqual([]))
})

describe('piecesOf', () => {
  it('piecesOf finds the ticket references in a line', () =>
    expect(
      piecesOf('実装(PR #482)と#471、HIN-212')
        .map(({ kind, text }) => `${kind}: ${text}`)
        .join('|'),
    ).toBe('text: 実装(|ticket: PR #482|text: )と|ticket: #471|text: 、|ticket: HIN-212'))

  it('piecesOf links only http and https addresses, without the surrounding sentence', () => {
    expect(links('(https://example.com/a?b=1#c)を見ました。')).toEqual(['https://example.com/a?b=1#c'])
    expect(links('http://example.com/x_(y), と')).toEqual(['http://example.com/x_(y)'])
    expect(links('javascript:alert(1) data:text/html,x ftp://example.com //example.com')).toEqual([])
    expect(links('https://')).toEqual([])
  })

  it('piecesOf leaves any amount of closing punctuation out of an address', () => {
    const stops = '.'.repeat(9_000)
    expect(links(`https://example.com/a${stops}`)).toEqual(['https://example.com/a'])
    expect(links(`https://example.com/a${')'.repeat(9_000)}`)).toEqual(['https://example.com/a'])
    expect(links(`https://example.com/a${stops}b`)).toEqual([`https://example.com/a${stops}b`])
  })

  it.each([
    '',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)> #12 https://example.com/"onmouseover=alert(1)',
    '👩‍👩‍👧 PR #482 العربية',
  ])('the pieces from piecesOf add up to the line: %s', (line) =>
    expect(
      piecesOf(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line),
  )

  it('piecesOf splits a very long line in linear time (quadratic time would take minutes)', () => {
    const line = 'https://#A-'.repeat(100_000)
    expect(
      piecesOf(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line)
  })
})

const links = (line: string) => piecesOf(line).flatMap(({ kind, text }) => (kind === 'link' ? [text] : []))

describe('spansOf (E2.05)', () => {
  const drawn = (line: string) =>
    spansOf(line).map((span) => `${span.kind}: ${span.text}${span.kind === 'named' ? ` → ${span.address}` : ''}`)

  it.each([
    ['`npm ci`を**「必ず」**実行', ['code: npm ci', 'plain: を', 'bold: 「必ず」', 'plain: 実行']],
    ['**重要：**確認', ['bold: 重要：', 'plain: 確認']],
    ['[手順](https://example.com/a_(b))を見た', ['named: 手順 → https://example.com/a_(b)', 'plain: を見た']],
    ['`**a**`', ['code: **a**']],
  ])('spansOf finds bold text, code and links in %s', (line, spans) => expect(drawn(line)).toEqual(spans))

  it.each([
    '2 ** 3 ** 4',
    '**',
    '****',
    '`',
    '[a](javascript:alert(1))',
    '[a](//example.com)',
    '[x] 済',
    'a*b*c',
    '** a**',
  ])('spansOf does not change %s', (line) => expect(drawn(line)).toEqual([`plain: ${line}`]))

  it.each(['**a ', '`a', '[a](https://b', '**', '[', '(https://a(', '`**['])(
    'spansOf finds marks in linear time if a line repeats %s',
    (part) => expect(spansOf(part.repeat(40_000)).length).toBeGreaterThan(0),
  )
})

it('withoutMarks removes the marks of bold text and code, and keeps a mark between spaces', () =>
  expect(withoutMarks('**「重要」**な`npm ci`、2 ** 3')).toBe('「重要」なnpm ci、2 ** 3'))

it.each([
  ['fn(**kwargs)', 'fn(**kwargs)'],
  ['2**3 = 8', '2**3 = 8'],
  ['**重要** `npm test`', '重要 npm test'],
  ['**途中で切れ', '**途中で切れ'],
])('withoutMarks turns the line 「%s」 into 「%s」', (line, words) => expect(withoutMarks(line)).toBe(words))
