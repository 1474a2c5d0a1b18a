import { describe, expect, it } from 'vitest'
import { linesOf, piecesOf } from './lines.ts'

describe('the lines of a report', () => {
  it('lose the marks people type, empty lines and the ends of every system', () =>
    expect(linesOf('・設計\r\n- 実装\n* 試験\r• 公開\n\n  \n続き')).toEqual(['設計', '実装', '試験', '公開', '続き']))

  it('keep a minus and a star that belong to the words', () =>
    expect(linesOf('-3度でした\n*強調*\n--dry-run を追加')).toEqual(['-3度でした', '*強調*', '--dry-run を追加']))

  it('are none for blank text', () => expect(linesOf(' \n\t\n')).toEqual([]))
})

describe('the pieces of a line', () => {
  it('mark tickets', () =>
    expect(
      piecesOf('実装(PR #482)と#471、HIN-212')
        .map(({ kind, text }) => `${kind}: ${text}`)
        .join('|'),
    ).toBe('text: 実装(|ticket: PR #482|text: )と|ticket: #471|text: 、|ticket: HIN-212'))

  it('link http and https only, without the sentence around them', () => {
    expect(links('(https://example.com/a?b=1#c)を見ました。')).toEqual(['https://example.com/a?b=1#c'])
    expect(links('http://example.com/x_(y), と')).toEqual(['http://example.com/x_(y)'])
    expect(links('javascript:alert(1) data:text/html,x ftp://example.com //example.com')).toEqual([])
    expect(links('https://')).toEqual([])
  })

  it('leave out what closes a sentence, however much of it there is', () => {
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
  ])('put together are the line itself: %s', (line) =>
    expect(
      piecesOf(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line),
  )

  it('come of a very long line in time that grows with it: squared, this one would take minutes', () => {
    const line = 'https://#A-'.repeat(100_000)
    expect(
      piecesOf(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line)
  })
})

const links = (line: string) => piecesOf(line).flatMap(({ kind, text }) => (kind === 'link' ? [text] : []))
