import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { emailPattern, loginPattern } from './email-pattern.ts'
import {
  email,
  knownEmail,
  list,
  names,
  newPassword,
  password,
  requiredText,
  text,
  timeZone,
  trimmedText,
} from './fields.ts'
import { limits } from './limits.ts'

const codes = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message)

describe('a field that is too long', () => {
  const fields = {
    email,
    knownEmail,
    password,
    newPassword: newPassword(10),
    firstName: names.first_name,
    preferredName: names.preferred_name,
    timeZone,
    requiredText: requiredText(100),
    text: text(100),
    trimmedText: trimmedText(100),
  }

  test.each(Object.entries(fields))(
    'a text that is too long for the field %s gets only the error about its length (E6.01)',
    (_, schema) => {
      // Each of these texts also violates other checks, or would be trimmed to an empty text.
      for (const part of ['a.', ' ', '\0', '\ud800', '\u200b', '@', 'a@'])
        expect(codes(schema, part.repeat(2_000))).toEqual(['too_long'])
    },
  )

  test('a list that is too long is refused before any of its items is checked (E6.01)', () => {
    const seen: unknown[] = []
    const item = z.string().check(z.refine((value) => seen.push(value) > 0))
    expect(codes(list(z.array(item), 3), ['a', 'b', 'c', 'd'])).toEqual(['too_long'])
    expect(seen).toEqual([])
    expect(codes(list(z.array(item), 3), ['a', 'b', 'c'])).toBeUndefined()
    expect(seen).toEqual(['a', 'b', 'c'])
  })

  test('the validation of a long list stops after 50 errors (E6.01)', () => {
    const seen: unknown[] = []
    const item = z.string().check(z.refine((value) => seen.push(value) > 0 && value !== 'x'))
    const found = (items: string[]) => list(z.array(item), 10_000).safeParse(items)
    expect(found(Array<string>(10_000).fill('x')).error!.issues.length).toBeLessThanOrEqual(50)
    expect(seen.length).toBeLessThanOrEqual(100)
    const late = [...Array<string>(1_234).fill('a'), 'x', ...Array<string>(5_000).fill('a')]
    expect(found(late).error!.issues.map(({ path }) => path)).toEqual([[1_234]])
    const right = Array<string>(1_234).fill('a')
    expect(found(right).data).toEqual(right)
  })
})

describe('an email', () => {
  test.each([
    'a@b.c',
    'first.last+tag@mail.example.com',
    'o’brien@example.com',
    "o'brien@example.com",
    '美咲@例え.テスト',
    'a..b@example.com',
    '-@x-y.example',
    'a@1.2.3.4',
    'a/b=c@example.com',
    'ü@bücher.example',
    'a_b@ex_ample.com',
  ])('the address %s is accepted as a new email', (address) => expect(codes(email, address)).toBeUndefined())

  test.each([
    'a',
    'a@',
    '@b.c',
    'a@b',
    'a@.b.c',
    'a@b..c',
    'a@b.c.',
    'a@b@c.d',
    'a b@c.d',
    'a@b. c',
    ' a@b.c',
    'a@b.c\n',
    '<a@b.c>',
    'x<a@b.c>',
    '<<a@b.c>>',
    'a@b.c>',
    '"a"@b.c',
    'a(x)@b.c',
    'a@b.c(x)',
    'a@[1.2.3.4]',
    'a@[x].c',
    'a,b@c.d',
    'a;b@c.d',
    'a:b@c.d',
    String.raw`a\b@c.d`,
    'a%evil.example@b.c',
    'evil.example!a@b.c',
    'a@b\u200b.c',
    'a@b\u00ad.c',
    'a\u200d@b.c',
    'a@b.c\u2060',
    '\ufeffa@b.c',
    'a\u202e@b.c',
    'a@b.c\u034f',
    'a\u3164@b.c',
    'a@b.c\ufe0f',
    'a\u{e0061}@b.c',
    'a\u0007@b.c',
    'a@b.c\u007f',
  ])('the text %j is refused as a new email', (address) => expect(codes(email, address)).toEqual(['invalid_email']))

  test('a new email with an invisible character or the syntax of mail headers is refused', () => {
    const sign = fc.constantFrom(
      ...Array.from('<>()[]\\,;:"%! \t\r\n\u200b\u200e\u2066\u00ad\u061c\u180e\ufe00\u115f\u{1d173}'),
    )
    fc.assert(
      fc.property(sign, fc.nat(16), (bad, at) => {
        const address = 'victim@corp.example'
        return codes(email, address.slice(0, at) + bad + address.slice(at))?.[0] === 'invalid_email'
      }),
    )
  })

  test('the login accepts every email of the form something@something.something (S5.04)', () => {
    const typed = fc.string({ unit: fc.constantFrom(...Array.from('a@.. b<%ü')), maxLength: 12 })
    fc.assert(
      fc.property(typed, (address) => {
        expect(loginPattern.test(address)).toBe(/^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(address))
        expect(emailPattern.test(address) && !loginPattern.test(address)).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a required text', () => {
  const invisible = [
    '',
    ' ',
    '\u3000',
    '\u200b',
    '\u200b\u200d\u2060',
    '\u202e',
    '\u2800',
    '\u3164\uffa0',
    '\ufe0f',
    '\u{e0020}',
  ]

  test.each(invisible)('a required text without a visible character is refused: %j', (value) => {
    expect(codes(requiredText(100), value)).toEqual(['required'])
    expect(codes(trimmedText(100), value)).toEqual(['required'])
    expect(codes(names.first_name, value)).toEqual(['required'])
    expect(codes(email, value)).toEqual(['required'])
  })

  test.each(['a', '美', '👩‍👩‍👧', 'क्‍ष', '\u202eabc', '️☀️', '-', '٣'])(
    'a required text with a visible character is accepted: %j',
    (value) => expect(codes(requiredText(100), value)).toBeUndefined(),
  )
})

test('a preferred name can be blank, but not consist of invisible characters', () => {
  for (const blank of ['', ' ', '\u3000', null, undefined]) expect(codes(names.preferred_name, blank)).toBeUndefined()
  for (const invisible of ['\u200b', '\u202e', '\u3164', 'a'.repeat(limits.name + 1)])
    expect(codes(names.preferred_name, invisible)).toHaveLength(1)
})

test('a password of blanks can be set and used', () => {
  for (const blanks of [' '.repeat(10), '\u200b'.repeat(10)]) {
    expect(codes(newPassword(10), blanks)).toBeUndefined()
    expect(codes(password, blanks)).toBeUndefined()
  }
  expect(codes(newPassword(10), '')).toEqual(['required'])
  expect(codes(password, '')).toEqual(['required'])
})
