import { expect, it } from 'vitest'
import { addressesIn } from './addresses.ts'

it.each([
  ['a@x.jp', ['a@x.jp']],
  [' a@x.jp\nb@x.jp\r\n\r\nc@x.jp\n', ['a@x.jp', 'b@x.jp', 'c@x.jp']],
  ['a@x.jp, b@x.jp; c@x.jp、d@x.jp；e@x.jp，', ['a@x.jp', 'b@x.jp', 'c@x.jp', 'd@x.jp', 'e@x.jp']],
  ['佐伯 美咲 <a@x.jp>, "Onodera, Toru" <b@x.jp>\nRen <c@x.jp>', ['a@x.jp', 'b@x.jp', 'c@x.jp']],
  ['<a@x.jp>;<b@x.jp>', ['a@x.jp', 'b@x.jp']],
  ['a@x.jp b@x.jp\tc@x.jp', ['a@x.jp', 'b@x.jp', 'c@x.jp']],
  ['a@x.jp b@x.jp bad　c@x.jp', ['a@x.jp', 'b@x.jp', 'bad', 'c@x.jp']],
  ['A@x.jp, a@X.jp, b@x.jp', ['A@x.jp', 'b@x.jp']],
  ['no address, a@x.jp', ['no address', 'a@x.jp']],
  ['chi hiro@x.jp', ['chi hiro@x.jp']],
  ['a@x.jp, bad b@x.jp', ['a@x.jp', 'bad', 'b@x.jp']],
  ['a@x.jp bad\nchi hiro@x.jp', ['a@x.jp', 'bad', 'chi', 'hiro@x.jp']],
  ['Ren <>, "open', ['Ren <>', '"open']],
  [' ,;\n', []],
])('finds in %j the addresses %j', (text, addresses) => expect(addressesIn(text)).toEqual(addresses))
