import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressesIn } from './addresses.ts'

const found = (text: string) => addressesIn(text).map(({ address }) => address)

it.each([
  ['https://ja.wikipedia.org/wiki/朝会', ['https://ja.wikipedia.org/wiki/朝会']],
  ['https://ja.wikipedia.org/wiki/朝会（ミーティング）', ['https://ja.wikipedia.org/wiki/朝会']],
  ['https://ja.wikipedia.org/wiki/東京2020年、参照', ['https://ja.wikipedia.org/wiki/東京2020年']],
  ['https://example.com/search?q=朝会&lang=ja', ['https://example.com/search?q=朝会&lang=ja']],
  ['https://example.com/a#第1章', ['https://example.com/a#第1章']],
  ['https://日本語.jp/メニュー', ['https://日本語.jp/メニュー']],
  ['https://de.wikipedia.org/wiki/Größe_(Mathematik)', ['https://de.wikipedia.org/wiki/Größe_(Mathematik)']],
  ['https://zh.wikipedia.org/wiki/站立会议。', ['https://zh.wikipedia.org/wiki/站立会议']],
  ['https://example.com/fooを見てください', ['https://example.com/foo']],
  ['https://example.com/fooです。', ['https://example.com/foo']],
  ['「https://example.com/a」と「https://example.com/b」', ['https://example.com/a', 'https://example.com/b']],
  ['(see https://en.wikipedia.org/wiki/Foo_(bar))', ['https://en.wikipedia.org/wiki/Foo_(bar)']],
  ['(https://example.com/a).', ['https://example.com/a']],
  ['[docs](https://example.com/a_(b)), then', ['https://example.com/a_(b)']],
  ['https://example.com/a)))', ['https://example.com/a']],
  ['HTTPS://EXAMPLE.COM/A and Http://example.com', ['HTTPS://EXAMPLE.COM/A', 'Http://example.com']],
  ['https://example.com/?a=1,2; https://example.com/b?!', ['https://example.com/?a=1,2', 'https://example.com/b']],
  ['**https://example.com/a**', ['https://example.com/a']],
  ['http://[::1]:4700/a', ['http://[::1]:4700/a']],
  ['https://', []],
  ['https://。', []],
  ['javascript:alert(1) ftp://example.com //example.com', []],
])('the finder of web addresses finds all addresses in the text: %s', (text, addresses) =>
  expect(found(text)).toEqual(addresses),
)

it('the finder of web addresses returns each address exactly as in the text, in order', () =>
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant('https://'), fc.string({ unit: 'grapheme' }))), (parts) => {
      const text = parts.join('')
      let from = 0
      for (const { index, address } of addressesIn(text)) {
        expect(index).toBeGreaterThanOrEqual(from)
        expect(text.slice(index, index + address.length)).toBe(address)
        from = index + address.length
      }
    }),
  ))
