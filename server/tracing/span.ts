import { type Span, SpanStatusCode } from '@opentelemetry/api'

/** Begins a span below the one that is under way, or none where nothing is. */
export type BeginBelow = (
  name: string,
  options: { startTime?: number; attributes: Record<string, string | number> },
) => Span | undefined

/** An error's code alone: its message may have what somebody wrote. */
export function fail(span: Span, error: unknown) {
  const { code, name } = error as { code?: string | number; name?: string }
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(code ?? name ?? 'unknown'))
}
