import { createHmac, timingSafeEqual } from 'node:crypto'

const oldest = 5 * 60 // seconds

/**
 * Returns whether Slack sent the request within the last minutes (Slack, "Verifying requests from Slack").
 * @param sent.at the header `x-slack-request-timestamp`
 * @param sent.body the raw body
 */
export function isSigned(
  signingSecret: string,
  { at, signature, body }: { at: unknown; signature: unknown; body: Buffer },
  now: Date,
): boolean {
  if (typeof at !== 'string' || !/^\d{1,12}$/u.test(at) || typeof signature !== 'string') return false
  if (Math.abs(now.getTime() / 1_000 - Number(at)) > oldest) return false
  const expected = Buffer.from(signatureOf(signingSecret, at, body))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export const signatureOf = (signingSecret: string, at: string, body: Buffer | string): string =>
  `v0=${createHmac('sha256', signingSecret).update(`v0:${at}:`).update(body).digest('hex')}`
