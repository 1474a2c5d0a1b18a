import type { Socket } from 'node:net'
import type { ErrorCode } from '#contract/errors.ts'
import { defaultLanguage } from '#contract/languages.ts'
import { problemOf } from './problem.ts'

/** Node's parser errors that get a status other than 400. The caller's language is not known yet. */
const refusals: Record<string, { status: number; code: ErrorCode }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'invalid_json' },
}

/** Answers an unparsable request with problem+json, and closes its connection. */
export function refuseUnreadable({ code: cause = '' }: NodeJS.ErrnoException, socket: Socket) {
  if (cause === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, code } = refusals[cause] ?? { status: 400, code: 'invalid_json' }
  const problem = problemOf({ code, fields: [] }, defaultLanguage, status)
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${status} ${problem.title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  return void socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
