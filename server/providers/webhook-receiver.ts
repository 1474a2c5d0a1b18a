import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { WebhookFailure } from '#contract/webhooks.ts'
import { secondsOf, send } from './call.ts'
import { AddressRefused, isPublicName } from './public-address.ts'

const answerRead = 2_048 // bytes of an answer
const answerKept = 300 // characters

/** What a receiver said to one message; `retryAfter`: seconds that it asks for. */
export type Said = {
  status: number | null
  answer: string | null
  failure: WebhookFailure | null
  retryAfter: number | undefined
}

/** Whether the operator allows this address whatever network it is in: its origin, and the beginning of its path if one is named. */
export function isAllowed({ origin, pathname }: URL, allowed: readonly string[]): boolean {
  return allowed.some((place) => {
    const named = new URL(place)
    if (named.origin !== origin) return false
    if (named.pathname === '/') return true
    const folder = named.pathname.endsWith('/') ? named.pathname : `${named.pathname}/`
    // A receiver may decode such signs, or cut what follows a semicolon ("/..;/"), and so leave the folder.
    return `${pathname}/`.startsWith(folder) && !/;|%(?:25|2e|2f|3b|5c)/iu.test(pathname)
  })
}

/** Whether messages may go there: https, to public addresses only, besides what the operator has named. */
export async function mayReceive(address: string, allowed: readonly string[]): Promise<boolean> {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const { protocol, hostname, username, password } = url
  if (username || password) return false
  return isAllowed(url, allowed) || (protocol === 'https:' && isPublicName(hostname.replace(/^\[|\]$/gu, '')))
}

/**
 * One message by the Standard Webhooks specification (1.0.0): signed with the secret's bytes over id, moment and body. Asked as every
 * address that a member has chosen (`call.ts`).
 * @param secret `whsec_` and base64
 */
export async function sendMessage(
  address: string,
  { id, body, secret, now }: { id: string; body: string; secret: string; now: Date },
  allowed: readonly string[],
): Promise<Said> {
  const url = new URL(address)
  const timestamp = Math.floor(now.getTime() / 1_000)
  const key = Buffer.from(secret.replace(/^whsec_/u, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
  try {
    const guarded = !isAllowed(url, allowed)
    const response = await send(url, { method: 'POST', headers, body: Buffer.from(body), guarded })
    const { statusCode: status = 0, headers: answered } = response
    const failure = status >= 200 && status < 300 ? null : 'refused'
    return { status, answer: await beginningOf(response), failure, retryAfter: secondsOf(answered['retry-after']) }
  } catch (error) {
    const failure = error instanceof AddressRefused ? 'address_refused' : 'away'
    return { status: null, answer: null, failure, retryAfter: undefined }
  }
}

/** The first characters of an answer, of those that PostgreSQL can keep; a longer one is not read to its end. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      if (Buffer.concat(parts).length >= answerRead) break
    }
  } catch {
    // It has said what it made of the message; the rest did not come.
  }
  const text = Buffer.concat(parts).subarray(0, answerRead).toString('utf8')
  return Array.from(text.replaceAll('\0', '')).slice(0, answerKept).join('')
}
