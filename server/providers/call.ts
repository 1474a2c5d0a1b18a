import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { Transform } from 'node:stream'
import type { FailureReason } from '#contract/errors.ts'
import { ProviderFailure } from '#server/errors.ts'
import { boundJson } from '#server/load/json-bound.ts'
import { AddressRefused, isPublic, lookupPublicAddress } from './public-address.ts'

const timeLimit = 5_000 // milliseconds for the whole call
const usualLargest = 1_024 * 1_024 // bytes of a response

/** The most values of a response: GitHub's largest pages have half as many. Parsing so many takes 20 ms (E6.01). */
const valuesAtMost = 100_000

/** The cause of an `invalid_response` failure if the response exceeded a limit. */
export const tooLong = 'TOO_LONG'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: unknown }
type Call = {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  /** A Buffer is sent as it is, everything else as JSON. */
  body?: unknown
  /** Whether a member chose the address; then only HTTPS to public addresses is allowed. */
  guarded: boolean
  /** Whether repeating the request would do harm. If its outcome is then unknown, the reason is `unknown_outcome`. */
  once?: boolean
  /** Returns the reason for a response other than 2xx if the status is not enough. */
  reasonFor?: (answer: Answer) => FailureReason | undefined
  /** Whether 304 is a success, for a request with `If-None-Match`. */
  conditional?: boolean
  /** The byte limit of the response. Must be raised only for addresses that members cannot choose. */
  largest?: number
  /** Aborts the call before its own time limit. */
  signal?: AbortSignal
}

/**
 * Calls an external service and parses its JSON response: at most five seconds and 1 MiB, without redirects. Failures
 * contain neither the address nor the request, because both can contain secrets.
 * @param provider the service's display name
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
    throw fail(once && mayHaveArrived(error) ? 'unknown_outcome' : 'unavailable', { cause: codeOf(error) })
  }
  const { statusCode: status = 0, headers } = response
  const isDone = (status >= 200 && status < 300) || (conditional && status === 304)
  let body: unknown
  try {
    const text = await readAll(response.pipe(atMost(largest, response)))
    body = text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    if (isDone) throw fail(once ? 'unknown_outcome' : 'invalid_response', { cause: codeOf(error) })
  }
  if (isDone) return { status, headers, body }
  const reason =
    options.reasonFor?.({ status, headers, body }) ?? reasonOf(status, once ? 'unknown_outcome' : 'unavailable')
  const reset = reason === 'rate_limited' ? headers['x-ratelimit-reset']?.toString() : undefined
  const retryAfter = secondsOf(headers['retry-after']) ?? secondsUntil(reset)
  throw fail(reason, { retryAfter, cause: status })
}

/**
 * Sends the request. If a member chose the address, the address must be public.
 * @throws AddressRefused, and errors of the socket
 */
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
      ...(guarded ? { lookup: lookupPublicAddress } : {}),
      headers: {
        accept: 'application/json',
        'user-agent': 'Asakai',
        ...(content ? { 'content-type': 'application/json; charset=utf-8', 'content-length': content.length } : {}),
        ...headers,
      },
    })
    // Node reports neither a response nor an error if the service switches protocols (101), but closes the connection.
    const closed = () => reject(Object.assign(new Error('closed without a response'), { code: 'ECONNRESET' }))
    sent.once('response', resolve).once('error', reject).once('close', closed).end(content)
  })
}

/** Passes a response through. Fails if it has too many bytes or JSON values, or ends early. */
function atMost(bytes: number, response: IncomingMessage): Transform {
  let count = 0
  const excessOf = boundJson(valuesAtMost)
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length
      const isTooLong = count > bytes || excessOf(chunk) !== undefined
      done(isTooLong ? Object.assign(new Error('too long'), { code: tooLong }) : null, chunk)
    },
  })
  counted.once('error', () => response.destroy())
  response.once('error', (error) => counted.destroy(error))
  response.once('aborted', () => counted.destroy(new Error('ended too early')))
  return counted
}

/** Returns whether the request may have reached the service. False only for errors before sending. */
export const mayHaveArrived = (error: unknown) => !unsaid.has(codeOf(error))
const unsaid = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // error codes of name servers
  'EAI_AGAIN',
  'EBADNAME',
  'EBADRESP',
  'ENODATA',
  'ENOTFOUND',
  'EREFUSED',
  'ESERVFAIL',
  'ETIMEOUT',
])

/** Returns the error's code or name. Its message may contain the address. */
const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.name : 'unknown')

/**
 * Returns the reason for a status that is not a success.
 * @param lost the reason if a proxy may have answered instead of the service, so that the outcome is unknown
 */
export function reasonOf(status: number, lost: 'unavailable' | 'unknown_outcome'): FailureReason {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  if (status === 503 || status < 400) return 'unavailable'
  return status >= 500 ? lost : 'refused'
}

/** Parses `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
export const secondsOf = (header: string | undefined) =>
  header && /^\d+$/u.test(header) ? Math.max(1, Number(header)) : secondsUntil(header)

/** Parses `X-RateLimit-Reset` in epoch seconds (GitHub, Backlog) or as a date (Jira). */
function secondsUntil(moment: string | undefined): number | undefined {
  if (!moment) return undefined
  const at = /^\d+$/u.test(moment) ? Number(moment) * 1_000 : Date.parse(moment)
  return Number.isFinite(at) ? Math.max(1, Math.ceil((at - Date.now()) / 1_000)) : undefined
}
