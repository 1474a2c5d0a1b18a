import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '#server/errors.ts'
import { testDatabase } from '#server/testing/database.ts'
import { type Attempts, openAttempts } from './attempts.ts'

/**
 * All attempts that are limited by IP address. Each function returns whether the attempt was allowed. A new method that
 * takes an IP address must be added here.
 */
const counted: Record<string, (attempts: Attempts, address: string, n: number) => Promise<unknown>> = {
  'wrong passwords of one account': (attempts, address) =>
    attempts.password({ account: 'a', address }, async () => false),
  'wrong passwords of many accounts': (attempts, address, n) =>
    attempts.password({ account: `${n}`, address }, async () => false),
  'unknown passkeys': (attempts, address) => attempts.passkey({ address }, async () => false),
  'sign-ups': (attempts, address) => attempts.signUp(address),
  'new accounts': (attempts, address) => attempts.newAccount(address, async () => true),
  'accepted invitations': (attempts, address) => attempts.accept(address),
  'unknown invitations': (attempts, address) => attempts.acceptJunk(address),
  'guessed calendar addresses': (attempts, address) => attempts.guessCalendar(address),
  'registrations of programs': (attempts, address) => attempts.registerClient(address),
  'requests for consent': (attempts, address) => attempts.askForConsent(address),
  'fetched descriptions of programs': (attempts, address) => attempts.fetchClient(address),
  'requests for a password reset': (attempts, address) => attempts.askForReset(address),
  'password resets of one account': async (attempts, address) => {
    if (!(await attempts.mayMailReset({ account: 'a', address }))) throw new AppError('too_many_emails')
  },
  'emails of sign-ups to one mailbox': async (attempts, address) => {
    if (!(await attempts.maySignUpMail('a@example.com', address))) throw new AppError('too_many_emails')
  },
  'emails of newcomers to many mailboxes': (attempts, address, n) => {
    const sender = { by: `${n}`, sender: `${n}`, address, isNewcomer: true }
    return attempts.mail({ purpose: 'invitation', to: `${n}@example.com`, ...sender }, async () => true)
  },
  'emails of sign-ups to many mailboxes': (attempts, address, n) => attempts.maySignUpMail(`${n}@example.com`, address),
}

const most = 301

async function isAllowed(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

test.each(Object.entries(counted))(
  'the rate limit for %s counts all addresses of an IPv6 /64 together (E1.13)',
  async (_, attempt) => {
    for (const [addressOf, same, other] of [
      [
        (n: number) => `2001:db8:0:7:${n.toString(16)}::${n.toString(16)}`,
        '2001:db8:0:7:ffff:ffff:ffff:ffff',
        '2001:db8:0:8::1',
      ],
      [(n: number) => (n % 2 ? '::ffff:203.0.113.5' : '203.0.113.5'), '::ffff:cb00:7105', '203.0.113.6'],
    ] as const) {
      const attempts = openAttempts(await testDatabase(), randomBytes(32), () => {})
      let allowed = 0
      while (allowed < most && (await isAllowed(attempt(attempts, addressOf(allowed), allowed)))) allowed += 1
      expect(allowed).toBeLessThan(most)
      expect(await isAllowed(attempt(attempts, same, most))).toBe(false)
      expect(await isAllowed(attempt(attempts, other, most + 1))).toBe(true)
    }
  },
)

test('each rate limit by network address has a case in the table of this file', async () => {
  const attempts = openAttempts(await testDatabase(), randomBytes(32), () => {})
  // These methods are limited by team or account instead of address. The last method deletes counts.
  const byOthers = new Set([
    'testWebhook',
    'changePassword',
    'mayAlertOfNewcomer',
    'countTakenEmail',
    'mayNotify',
    'forget',
  ])
  const used = Object.values(counted).map(String).join()
  const missing = Object.keys(attempts).filter((name) => !byOthers.has(name) && !used.includes(`attempts.${name}(`))
  expect(missing).toEqual([])
})
