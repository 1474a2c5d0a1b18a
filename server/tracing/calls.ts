import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Span } from '@opentelemetry/api'
import { type StartChildSpan, fail } from './span.ts'

type Call = { method: string; host?: string; origin?: string | URL }
type Told = { request: Call & (ClientRequest | object); response?: Partial<IncomingMessage>; error?: unknown }

/**
 * Traces outgoing calls by Node's diagnostics channels of `http` and `fetch`: host, method and status. Never records
 * the path, which may contain a secret. Never sends the trace to outside services.
 */
export function followCalls(begin: StartChildSpan) {
  const spans = new WeakMap<object, Span>()
  const begun = (message: unknown) => {
    const { request } = message as Told
    const { method, host, origin } = request
    const address = origin ? new URL(origin).hostname : (host ?? '')
    const attributes = { 'http.request.method': method, 'server.address': address }
    const span = begin(`${method} ${address}`, { attributes })
    if (span) spans.set(request, span)
  }
  const answered = (message: unknown) => {
    const { request, response } = message as Told
    const status = response?.statusCode ?? 0
    const span = spans.get(request)?.setAttribute('http.response.status_code', status)
    if (span && status >= 400) fail(span, { code: status })
    span?.end()
  }
  const failed = (message: unknown) => {
    const { request, error } = message as Told
    const span = spans.get(request)
    if (span) fail(span, error)
    span?.end()
  }
  return [
    { channel: 'http.client.request.start', onMessage: begun },
    { channel: 'http.client.response.finish', onMessage: answered },
    { channel: 'http.client.request.error', onMessage: failed },
    { channel: 'undici:request:create', onMessage: begun },
    { channel: 'undici:request:headers', onMessage: answered },
    { channel: 'undici:request:error', onMessage: failed },
  ]
}
