import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { Transform } from 'node:stream'
import type { FailureReason } from '#contract/errors.ts'
import { ProviderFailure } from '#server/errors.ts'
import { AddressRefused, isPublic, lookUpPublic } from './public-address.ts'

const timeLimit = 5_000 // milliseconds, for all of it
const usualLargest = 1_024 * 1_024 // bytes of an answer

/** The cause of a failure (`broken`): the answer was longer than is read. */
export const tooLong = 'TOO_LONG'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: unknown }
type Call = {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  /** Sent as JSON, bytes as they are. */
  body?: unknown
  /** Whether a member chose the address: then only https to a public one is called. */
  guarded: boolean
  /** Whether it must not be done twice: where nobody knows whether it was, the reason is `uncertain`. */
  once?: boolean
  /** What an answer other than 2xx means, where its status does not say it. */
  reasonFor?: (answer: Answer) => FailureReason | undefined
  /** Whether an answer of 304 is one, to an `If-None-Match` among the headers. */
  conditional?: boolean
  /** Bytes of an answer, where the service is known to say much and its address is no member's choice. */
  largest?: number
  /** Ends the call before its own time limit. */
  signal?: AbortSignal
}

/**
 * One question to an outside service, answered in JSON: within five seconds and 1 MiB, without following a redirect. A
 * failure names neither the address nor what was sent: both may hold a secret.
 * @param provider its name, as people write it
 * @throws ProviderFailure
 */
export async function call(
  provider: string,
  url: URL,
  { once = false, conditional = false, largest = usualLargest, ...options }: Call,
): Promise<Answer> {
  const fail = (reason: FailureReason, more?: { retryAfter?: number | undefined; cause?: unknown }) =>
    new ProviderFailure(provider, reason, more)
  let response: IncomingMessage
  try {
    response = await send(url, options)
  } catch (error) {
    if (error instanceof AddressRefused) throw fail('address_refused')
    throw fail(once && mayHaveArrived(error) ? 'uncertain' : 'away', { cause: codeOf(error) })
  }
  const { statusCode: status = 0, headers } = response
  const isDone = (status >= 200 && status < 300) || (conditional && status === 304)
  let body: unknown
  try {
    const text = await readAll(response.pipe(atMost(largest, response)))
    body = text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    if (isDone) throw fail(once ? 'uncertain' : 'broken', { cause: codeOf(error) })
  }
  if (isDone) return { status, headers, body }
  const reason = options.reasonFor?.({ status, headers, body }) ?? reasonOf(status, once ? 'uncertain' : 'away')
  const reset = reason === 'limited' ? headers['x-ratelimit-reset']?.toString() : undefined
  const retryAfter = secondsOf(headers['retry-after']) ?? secondsUntil(reset)
  throw fail(reason, { retryAfter, cause: status })
}

/** Of a member's address only what is public is asked. @throws AddressRefused, and what the socket says */
export function send(url: URL, { method = 'GET', headers, body, guarded, signal }: Call): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  if (guarded && (url.protocol !== 'https:' || (isIP(host) && !isPublic(host)))) throw new AddressRefused()
  const content = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const late = AbortSignal.timeout(timeLimit)
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent: false,
      signal: signal ? AbortSignal.any([late, signal]) : late,
      ...(guarded ? { lookup: lookUpPublic } : {}),
      headers: {
        accept: 'application/json',
        'user-agent': 'Asakai',
        ...(content ? { 'content-type': 'application/json; charset=utf-8', 'content-length': content.length } : {}),
        ...headers,
      },
    })
    sent.once('response', resolve).once('error', reject).end(content)
  })
}

/** Passes an answer on; one that goes on for too long or ends too early fails. */
function atMost(bytes: number, response: IncomingMessage): Transform {
  let count = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length
      done(count > bytes ? Object.assign(new Error('too long'), { code: tooLong }) : null, chunk)
    },
  })
  counted.once('error', () => response.destroy())
  response.once('error', (error) => counted.destroy(error))
  response.once('aborted', () => counted.destroy(new Error('ended too early')))
  return counted
}

/** All but what fails before anything is said. */
export const mayHaveArrived = (error: unknown) => !unsaid.has(codeOf(error))
const unsaid = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** An error's own message may name the address. */
const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.name : 'unknown')

/** @param lost what it is where whatever stands before a service may have answered in its place, after it was done */
export function reasonOf(status: number, lost: 'away' | 'uncertain'): FailureReason {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'absent'
  if (status === 429) return 'limited'
  if (status === 503 || status < 400) return 'away'
  return status >= 500 ? lost : 'refused'
}

/** `Retry-After` as seconds or as a date (RFC 9110, 10.2.3). */
export const secondsOf = (header: string | undefined) =>
  header && /^\d+$/u.test(header) ? Math.max(1, Number(header)) : secondsUntil(header)

/** `X-RateLimit-Reset` as seconds since 1970 (GitHub, Backlog) or as a date (Jira). */
function secondsUntil(moment: string | undefined): number | undefined {
  if (!moment) return undefined
  const at = /^\d+$/u.test(moment) ? Number(moment) * 1_000 : Date.parse(moment)
  return Number.isFinite(at) ? Math.max(1, Math.ceil((at - Date.now()) / 1_000)) : undefined
}
