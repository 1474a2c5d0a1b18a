import { describe, expect, test } from 'vitest'
import { emailKey, mailboxOf } from './email-key.ts'
import { acceptsDomain } from './sign-up-domains.ts'

describe('mailboxOf', () => {
  test.each([
    ['VICTIM@Corp.Example'],
    ['victim+1@corp.example'],
    ['victim+a+b@corp.example'],
    ['victim@ｃｏｒｐ.example'],
    ['victim@corp。example'],
  ])('the email address %s belongs to the mailbox victim@corp.example', (spelling) => {
    expect(mailboxOf(spelling)).toBe('victim@corp.example')
  })

  test('both spellings of an international domain belong to the same mailbox', () => {
    expect(mailboxOf('a@Bücher.example')).toBe(mailboxOf('a@xn--bcher-kva.example'))
    expect(mailboxOf('a@bu\u0308cher.example')).toBe(mailboxOf('a@bücher.example'))
  })

  test('dots before the @ of an email address are ignored for Gmail only', () => {
    expect(mailboxOf('v.i.c+x@gmail.com')).toBe('vic@gmail.com')
    expect(mailboxOf('v.i.c@corp.example')).toBe('v.i.c@corp.example')
  })

  test('different email addresses belong to different mailboxes', () => {
    const addresses = ['a@corp.example', 'b@corp.example', 'a@other.example', '+a@corp.example', 'a@not a domain']
    expect(new Set(addresses.map(mailboxOf)).size).toBe(addresses.length)
  })
})

test('the email key of an address never changes, because accounts store it', () => {
  expect(emailKey('A%b@Bücher.example')).toBe('a%b@bücher.example')
})

test('SIGNUP_DOMAINS accepts both spellings of an international domain', () => {
  expect(acceptsDomain(['bücher.example'], 'a@xn--bcher-kva.example')).toBe(true)
  expect(acceptsDomain(['xn--bcher-kva.example'], 'a@Bücher.example')).toBe(true)
  expect(acceptsDomain(['corp.example'], 'a@mail.corp.example')).toBe(false)
})
