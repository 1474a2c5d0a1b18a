import { ProviderFailure } from '#server/errors.ts'
import { call } from '#server/providers/call.ts'
import { type Check, off, ok, wrong } from './check.ts'

export const tracesCheck: Check = {
  about: 'Traces',
  look: async ({ settings: { tracing } }) => {
    if (!tracing) return [off('None are sent: set OTEL_EXPORTER_OTLP_ENDPOINT where you collect them.')]
    const url = new URL(tracing.url)
    const headers = { ...tracing.headers, 'content-type': 'application/json' }
    try {
      await call('OpenTelemetry', url, { method: 'POST', headers, body: { resourceSpans: [] }, guarded: false })
      return [ok(`What collects them answers at ${url.origin}.`)]
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return [wrong(`None arrive at ${url.origin} (${String(error.cause)}): ${advice[error.reason] ?? otherwise}.`)]
    }
  },
}

const otherwise = 'it must take OTLP over HTTP as JSON, at the path of OTEL_EXPORTER_OTLP_ENDPOINT and /v1/traces'
const refused = 'check OTEL_EXPORTER_OTLP_HEADERS'
const advice: Partial<Record<ProviderFailure['reason'], string>> = {
  away: 'check OTEL_EXPORTER_OTLP_ENDPOINT, whether it runs, and the way out of this machine',
  unauthorized: refused,
  forbidden: refused,
}
