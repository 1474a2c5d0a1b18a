import { expect, test } from 'vitest'
import { markAddresses } from './marked-addresses.ts'

const marked = (text: string) =>
  markAddresses(
    text,
    (plain) => plain.toUpperCase(),
    (url) => `<${url}>`,
  )

test.each([
  ['see https://example.com/a, b', 'SEE <https://example.com/a>, B'],
  ['https://example.com/fooを見て', '<https://example.com/foo>を見て'],
  ['https://ja.wikipedia.org/wiki/朝会', '<https://ja.wikipedia.org/wiki/%E6%9C%9D%E4%BC%9A>'],
  ['https://日本語.jp/', '<https://xn--wgv71a119e.jp/>'],
  ['(https://example.com/a_(b))', '(<https://example.com/a_(b)>)'],
  ['https://example.com/cut…', 'HTTPS://EXAMPLE.COM/CUT…'],
  ['https://example.com:99999/朝', '<https://example.com:99999/朝>'],
  ['\u202ehttps://example.com/a', '<https://example.com/a>'],
])('web addresses in a chat message become links in ASCII: %s', (text, expected) => expect(marked(text)).toBe(expected))

test('a web address with a user name before the host does not become a link', () =>
  expect(marked('see https://bank.example@evil.example/')).toBe('SEE HTTPS://BANK.EXAMPLE@EVIL.EXAMPLE/'))
