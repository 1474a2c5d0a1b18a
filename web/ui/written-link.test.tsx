import { render } from '@testing-library/react'
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { CommentText } from '../features/comments/comment-text.tsx'
import { hostBehind } from '../platform/link-host.ts'
import { MarkdownTree } from './markdown-tree.tsx'
import { Line } from '../domain/report-text.tsx'

/** The components that render links in the text of members. */
const places: Record<string, (text: string) => ReactNode> = {
  report: (text) => <Line text={text} />,
  note: (text) => <MarkdownTree text={text} />,
  comment: (text) => <CommentText comment={{ body: text, mentions: [] } as never} members={[]} userId="" />,
}
const drawn = (place: string, text: string) => render(places[place]!(text)).container

describe.each(Object.keys(places))('an address in a %s', (place) => {
  test.each([
    'https://a@evil.example/',
    'https://asakai.example@evil.example/',
    'https://asakai.example:443@evil.example/',
    'https://@evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('an address with user information or another scheme is no link: %s', (address) => {
    const page = drawn(place, `x ${address} y`)
    expect([...page.querySelectorAll('a')].filter((link) => link.href.includes('@'))).toEqual([])
    expect([...page.querySelectorAll('a')].filter((link) => !/^https?:/u.test(link.href))).toEqual([])
    expect(page.textContent).toContain('x ')
  })

  test.each(['https://\u0430sakai.example/', 'https://xn--sakai-3ve.example/'])(
    'the link of an address shows the host in punycode: %s',
    (address) => {
      const link = drawn(place, `x ${address} y`).querySelector('a')!
      expect(link.textContent).toContain(new URL(address).host)
    },
  )

  test('a text direction character before an address does not reverse the address', () => {
    const link = drawn(place, '\u202e https://evil.example/moc.elgoog//:sptth').querySelector('a')!
    expect(link.firstElementChild!.tagName).toBe('BDI')
  })

  test('an address that hides nothing is shown unchanged', () => {
    expect(drawn(place, 'https://example.com/a').querySelector('a')!.textContent).toBe('https://example.com/a')
  })
})

describe.each(['report', 'note'])('a named link in a %s', (place) => {
  test.each([
    ['[https://asakai.example](https://evil.example/x)', 'evil.example'],
    ['[asakai.example](https://evil.example/x)', 'evil.example'],
    ['[asakai.example/login](http://evil.example:8080/)', 'evil.example:8080'],
    ['[the plan](https://example.com/x)', 'example.com'],
    ['[google\u200a.com](https://evil.example)', 'evil.example'],
    ['https://google.com[/login](https://evil.example)', 'evil.example'],
    ['https://google.[com](https://evil.example)', 'evil.example'],
    ['[google](https://evil.example).com', 'evil.example'],
  ])('a named link shows its host: %s', (text, host) => {
    const named = [...drawn(place, text).querySelectorAll('a')].find(({ href }) => new URL(href).host === host)!
    expect(named.textContent).toContain(`(${host})`)
  })

  test.each(['[https://example.com/a](https://example.com/x)', '[HTTPS://Example.com](https://example.com/x)'])(
    'a named link shows only its words if they are an address of its host: %s',
    (text) => expect(drawn(place, text).querySelector('a')!.textContent).not.toContain('('),
  )

  test.each(['[a\u202eb](https://evil.example/)', '[a](https://u:p@evil.example/)'])(
    'a named link is no link if it hides its target: %j',
    (text) => expect(drawn(place, text).querySelector('a')).toBeNull(),
  )
})

test('hostBehind returns the host of the address for words that name another host', () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.webUrl(), (address, words) => {
      const [real, claimed] = [new URL(address).host, new URL(words).host]
      expect(hostBehind(address, words)).toBe(real === claimed ? '' : real)
    }),
    { numRuns: 30 },
  )
})

const real = 'https://evil.example/login'

test.each([
  'bank\u200b.com',
  'bank.\u200bcom',
  'bank\u2060.com',
  'bank\u00ad.com',
  'bank\ufe0f.com',
  'https\u200b://bank',
  'https:/\u200b/bank',
  'bank。com',
  'bank｡com',
  'bank．com',
  'bank․com',
  'bank‧com',
  'bank·com',
  'ｂａｎｋ．ｃｏｍ',
  'bаnk.com',
  'see bank.com',
  '192.168.0.1',
  '192.168.0.1/admin',
  '127.0.0.1:8080',
  '0x7f.0.0.1',
  '[::1]',
  'localhost/admin',
  'https：//bank',
  'https://bank.com⁄login@evil.example',
  'https://bank.com∕login@evil.example',
  'https://bank.com@evil.example',
  'bank.com@evil.example',
  'user@bank.com',
])('hostBehind returns the host for words that people or browsers read as another address: %j', (words) =>
  expect(hostBehind(real, words)).toBe('evil.example'),
)

test.each(['https://evil.example', 'https://EVIL.example/login', 'http://evil.example'])(
  "hostBehind returns '' for words that are an address of the same host: %j",
  (words) => expect(hostBehind(real, words)).toBe(''),
)

test('hostBehind returns the host for words that are another address in any spelling', () => {
  const hidden = fc.constantFrom('', '', '\u200b', '\u2060', '\u00ad', '\ufe0f', '\u034f', '\u180e', '\u200d')
  const dot = fc.constantFrom('.', '。', '｡', '．', '․', '﹒', '·', '‧')
  const wide = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfe_e0)
  const spelling = fc.tuple(fc.domain(), fc.infiniteStream(fc.tuple(hidden, dot, fc.boolean()))).map(([host, ways]) =>
    Array.from(host, (sign) => {
      const [before, likeDot, isWide] = ways.next().value!
      return before + (sign === '.' ? likeDot : isWide ? wide(sign) : sign)
    }).join(''),
  )
  fc.assert(
    fc.property(spelling, fc.constantFrom('', 'https://', 'ＨＴＴＰＳ：／／'), (words, scheme) => {
      expect(hostBehind(real, scheme + words)).toBe('evil.example')
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['mailto:evil@example.net', 'boss＠example.com', 'evil@example.net'],
  ['mailto:boss@example.com', 'boss@example.com', ''],
  ['mailto:evil@example.net', 'boss@example.com', 'evil@example.net'],
  ['mailto:evil@example.net', 'Write to us', 'evil@example.net'],
])('hostBehind for the link %s with the words 「%s」 returns %j', (address, words, host) =>
  expect(hostBehind(address, words)).toBe(host),
)
