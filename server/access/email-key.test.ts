import { describe, expect, test } from 'vitest'
import { emailKey, mailboxOf } from './email-key.ts'
import { acceptsDomain } from './sign-up-domains.ts'

describe('the mailbox of an email', () => {
  test.each([
    ['VICTIM@Corp.Example'],
    ['victim+1@corp.example'],
    ['victim+a+b@corp.example'],
    ['victim@ｃｏｒｐ.example'],
    ['victim@corp。example'],
  ])('%s is the same as without the difference', (spelling) => {
    expect(mailboxOf(spelling)).toBe('victim@corp.example')
  })

  test('takes both spellings of an international domain for one mailbox', () => {
    expect(mailboxOf('a@Bücher.example')).toBe(mailboxOf('a@xn--bcher-kva.example'))
    expect(mailboxOf('a@bu\u0308cher.example')).toBe(mailboxOf('a@bücher.example'))
  })

  test('ignores dots at Gmail only', () => {
    expect(mailboxOf('v.i.c+x@gmail.com')).toBe('vic@gmail.com')
    expect(mailboxOf('v.i.c@corp.example')).toBe('v.i.c@corp.example')
  })

  test('keeps different mailboxes apart', () => {
    const addresses = ['a@corp.example', 'b@corp.example', 'a@other.example', '+a@corp.example', 'a@not a domain']
    expect(new Set(addresses.map(mailboxOf)).size).toBe(addresses.length)
  })
})

test('the key of an email stays as accounts were made with it', () => {
  expect(emailKey('A%b@Bücher.example')).toBe('a%b@bücher.example')
})

test('a domain of SIGNUP_DOMAINS admits both of its spellings', () => {
  expect(acceptsDomain(['bücher.example'], 'a@xn--bcher-kva.example')).toBe(true)
  expect(acceptsDomain(['xn--bcher-kva.example'], 'a@Bücher.example')).toBe(true)
  expect(acceptsDomain(['corp.example'], 'a@mail.corp.example')).toBe(false)
})
