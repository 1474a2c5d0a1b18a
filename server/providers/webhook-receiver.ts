import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { WebhookFailure } from '#contract/webhooks.ts'
import { secondsOf, send } from './call.ts'
import { type AddressFault, AddressRefused, faultOfHost } from './public-address.ts'

const answerRead = 2_048 // bytes of a response
const answerKept = 300 // characters

/** A receiver's response to a message. `retryAfter`: the requested wait in seconds. */
export type ReceiverResponse = {
  status: number | null
  answer: string | null
  failure: WebhookFailure | null
  retryAfter: number | undefined
}

/**
 * Returns whether the operator allows this address on any network: by its origin, and by the path prefix if the setting
 * has one.
 */
export function isAllowed({ origin, pathname }: URL, allowed: readonly string[]): boolean {
  return allowed.some((place) => {
    const named = new URL(place)
    if (named.origin !== origin) return false
    if (named.pathname === '/') return true
    const folder = named.pathname.endsWith('/') ? named.pathname : `${named.pathname}/`
    // A receiver may decode these characters, or ignore text after a semicolon ("/..;/"). A path with them could thus
    // leave the prefix.
    return `${pathname}/`.startsWith(folder) && !/;|%(?:25|2e|2f|3b|5c)/iu.test(pathname)
  })
}

/**
 * Returns why messages may not be sent to an address, or undefined if they may be sent. Allows public https addresses,
 * and addresses that the operator has named.
 */
export async function faultOfAddress(address: string, allowed: readonly string[]): Promise<AddressFault | undefined> {
  if (!URL.canParse(address)) return 'not_public'
  const url = new URL(address)
  const { protocol, hostname, username, password } = url
  if (username || password) return 'not_public'
  if (isAllowed(url, allowed)) return undefined
  return protocol === 'https:' ? faultOfHost(hostname.replace(/^\[|\]$/gu, '')) : 'not_public'
}

/**
 * Sends a message by the Standard Webhooks specification (1.0.0): signed with the secret over id, timestamp and body.
 * The address is restricted like every address chosen by a member (`call.ts`).
 * @param secret `whsec_` and base64
 */
export async function sendMessage(
  address: string,
  { id, body, secret, now }: { id: string; body: string; secret: string; now: Date },
  allowed: readonly string[],
): Promise<ReceiverResponse> {
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
    const failure = error instanceof AddressRefused ? 'address_refused' : 'unavailable'
    return { status: null, answer: null, failure, retryAfter: undefined }
  }
}

/** Returns the first characters of a response that PostgreSQL can store. Does not read a longer response to its end. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      if (Buffer.concat(parts).length >= answerRead) break
    }
  } catch {
    // The status has arrived, so a truncated body is ignored.
  }
  const text = Buffer.concat(parts).subarray(0, answerRead).toString('utf8')
  return Array.from(text.replaceAll('\0', '')).slice(0, answerKept).join('')
}
