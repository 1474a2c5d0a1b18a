import fc from 'fast-check'
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
  ['a@x.jp, b@x.jp bad@@x "Müller, Jörg" <c@x.jp>', ['a@x.jp', 'b@x.jp', 'bad@@x', 'c@x.jp']],
  ['a@x.jp Jörg Müller <b@x.jp>', ['a@x.jp', 'b@x.jp']],
  ['a@x.jp… b@x.jp… <c@x.jp>', ['a@x.jp...', 'b@x.jp...', 'c@x.jp']],
  ['a@x.jp bad "Müller, Jörg" <b@x.jp>', ['a@x.jp', 'bad', 'b@x.jp']],
  ['Dr. "Jörg" Müller <a@x.jp>', ['a@x.jp']],
  [`'a@x.jp' <a@x.jp>; "a@x.jp" <a@x.jp>`, ['a@x.jp']],
  ['Ren <a@x.jp <b@x.jp>', ['Ren', '<a@x.jp', 'b@x.jp']],
  ['ａ１＠ｘ．ｊｐ，ｂ@x.jp', ['a1@x.jp', 'b@x.jp']],
  [' ,;\n', []],
])('the typed text %j contains the addresses %j', (text, addresses) => expect(addressesIn(text)).toEqual(addresses))

const oneOf = (...words: string[]) => fc.constantFrom(...words)
/** Generates an address in a form that people or mail programs write, or a malformed address. */
const written = fc.oneof(
  fc
    .nat(9)
    .chain((digit) => oneOf(`m${digit}@x.jp`, `Jörg Müller <m${digit}@x.jp>`, `"Müller, Jörg" <m${digit}@x.jp>`)),
  fc.nat(9).chain((digit) => oneOf(`bad${digit}@@x`, `<m${digit}@x.jp>`, `<m${digit}@x.jp`)),
)
const list = fc.array(fc.tuple(written, oneOf(' ', ', ', ';', '\n', '　', '、')), { maxLength: 8 })

it('every address of a list is found, and every word with an @ is kept', () => {
  fc.assert(
    fc.property(list, (parts) => {
      const text = parts.flat().join('')
      const read = addressesIn(text).join('\n')
      for (const address of text.match(/\w+@+[\w.]+/gu) ?? []) expect(read).toContain(address)
    }),
  )
})
