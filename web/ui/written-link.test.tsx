import { render } from '@testing-library/react'
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { CommentWords } from '../features/answers/comment-words.tsx'
import { hostBehind } from '../lib/link-host.ts'
import { MarkdownTree } from './markdown-tree.tsx'
import { Line } from './report-words.tsx'

/** Each place that draws what somebody wrote. */
const places: Record<string, (text: string) => ReactNode> = {
  report: (text) => <Line text={text} />,
  note: (text) => <MarkdownTree text={text} />,
  comment: (text) => <CommentWords comment={{ body: text, mentions: [] } as never} members={[]} userId="" />,
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
  ])('is no link: %s', (address) => {
    const page = drawn(place, `x ${address} y`)
    expect([...page.querySelectorAll('a')].filter((link) => link.href.includes('@'))).toEqual([])
    expect([...page.querySelectorAll('a')].filter((link) => !/^https?:/u.test(link.href))).toEqual([])
    expect(page.textContent).toContain('x ')
  })

  test.each(['https://\u0430sakai.example/', 'https://xn--sakai-3ve.example/'])(
    'shows the host as the network has it: %s',
    (address) => {
      const link = drawn(place, `x ${address} y`).querySelector('a')!
      expect(link.textContent).toContain(new URL(address).host)
    },
  )

  test('is shown as it is without anything to hide', () => {
    expect(drawn(place, 'https://example.com/a').querySelector('a')!.textContent).toBe('https://example.com/a')
  })
})

describe.each(['report', 'note'])('a named link in a %s', (place) => {
  test.each([
    ['[https://asakai.example](https://evil.example/x)', 'evil.example'],
    ['[asakai.example](https://evil.example/x)', 'evil.example'],
    ['[asakai.example/login](http://evil.example:8080/)', 'evil.example:8080'],
  ])('shows where it leads if its words name another host: %s', (text, host) => {
    expect(drawn(place, text).querySelector('a')!.textContent).toContain(`(${host})`)
  })

  test.each(['[the plan](https://example.com/x)', '[example.com](https://example.com/x)'])(
    'has its words alone otherwise: %s',
    (text) => expect(drawn(place, text).querySelector('a')!.textContent).not.toContain('('),
  )

  test.each(['[a\u202eb](https://evil.example/)', '[a](https://u:p@evil.example/)'])(
    'is no link if it hides where it leads: %j',
    (text) => expect(drawn(place, text).querySelector('a')).toBeNull(),
  )
})

test('tells the host of whatever words claim another one', () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.webUrl(), (address, words) => {
      const [real, claimed] = [new URL(address).host, new URL(words).host]
      expect(hostBehind(address, words)).toBe(real === claimed ? '' : real)
    }),
    { numRuns: 30 },
  )
})

test.each([
  ['mailto:boss@example.com', 'boss@example.com', ''],
  ['mailto:evil@example.net', 'boss@example.com', 'evil@example.net'],
  ['mailto:evil@example.net', 'Write to us', ''],
])('shows the address of %s below %s: %j', (address, words, host) => expect(hostBehind(address, words)).toBe(host))
