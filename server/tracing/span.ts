import { type Span, SpanStatusCode } from '@opentelemetry/api'

/** Starts a child span of the current request or job. Returns undefined if there is none. */
export type StartChildSpan = (
  name: string,
  options: { startTime?: number; attributes: Record<string, string | number> },
) => Span | undefined

/** Records only an error's code: its message may contain text of a member. */
export function fail(span: Span, error: unknown) {
  const { code, name } = error as { code?: string | number; name?: string }
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(code ?? name ?? 'unknown'))
}
