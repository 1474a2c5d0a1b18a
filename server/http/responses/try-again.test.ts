import { describe, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { newAddress, team } from '#server/testing/team.ts'
import { texts } from '#server/text/texts.ts'
import { tryAgainAt } from './try-again.ts'

// Tests of the time of day at which an answer asks the caller to try again (E1.06).
const now = new Date('2026-11-26T12:05:10Z')
const from = (zone?: string) => ({ headers: zone === undefined ? {} : { 'x-time-zone': zone } })
const at = (zone: string | undefined, wait: number, language: (typeof languages)[number] = 'en') =>
  tryAgainAt(from(zone), language, { wait, now, defaultZone: 'Asia/Tokyo' })

test.each([
  ['Asia/Tokyo', 15 * 60, '21:21'],
  ['Asia/Tokyo', 15 * 60 - 10, '21:20'],
  ['America/New_York', 15 * 60 - 10, '07:20'],
  ['Asia/Kolkata', 50, '17:36'],
  ['Asia/Tokyo', 3 * 60 * 60, '27 November at 00:06'],
  [undefined, 15 * 60 - 10, '21:20 (GMT+9)'],
  ['not_connected', 15 * 60 - 10, '21:20 (GMT+9)'],
  ['x'.repeat(10_000), 15 * 60 - 10, '21:20 (GMT+9)'],
])('in the time zone %.20s, the time of a retry after %i seconds is the full minute %s', (zone, wait, words) => {
  expect(at(zone, wait)).toBe(words)
})

// The answer writes the time in the notation of the caller's region (E5.05).
test.each([
  ['en-US,en;q=0.9', '9:20 PM', 'November 27 at 12:06 AM'],
  ['en-GB', '21:20', '27 November at 00:06'],
  ['en-AU', '9:20 pm', '27 November at 12:06 am'],
  ['en', '21:20', '27 November at 00:06'],
  ['x'.repeat(10_000), '21:20', '27 November at 00:06'],
])('the time of a retry has the format of the English region in %.20s', (language, today, tomorrow) => {
  const request = { headers: { 'x-time-zone': 'Asia/Tokyo', 'accept-language': language } }
  const words = (wait: number) => tryAgainAt(request, 'en', { wait, now, defaultZone: 'Asia/Tokyo' })
  expect(words(890).replaceAll(/\s/gu, ' ')).toBe(today)
  expect(words(3 * 60 * 60).replaceAll(/\s/gu, ' ')).toBe(tomorrow)
})

describe.each(languages)('in %s', (language) => {
  test.each(['too_many_attempts', 'too_many_emails', 'too_many_calls'] as const)(
    'the error %s says when to try again',
    (code) => {
      const sentence = texts(language)(`refusedUntil.${code}`, { time: at('Asia/Tokyo', 890, language) })
      expect(sentence).toMatch(/21:20/u)
    },
  )
})

test('a rate limit’s refusal says in its header and its text when to try again', async () => {
  const { clock, member, visitor } = await team()
  const { user } = await member()
  const address = newAddress()
  const headers = { 'x-time-zone': 'America/New_York', 'accept-language': 'en' }
  const attempt = () => visitor(address).post('/auth/login', { username: user.email, password: 'wrong' }, headers)
  for (let count = 0; count < 5; count += 1) await attempt()
  clock.now = now
  const refused = await attempt()
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  const words = tryAgainAt({ headers }, 'en', { wait, now, defaultZone: 'Asia/Tokyo' })
  expect(refused.body.message).toBe(`Too many attempts. Try again at ${words}.`)
})
