import { ProviderFailure } from '#server/errors.ts'
import { call } from '#server/providers/call.ts'
import { type Check, off, ok, wrong } from './check.ts'

export const tracesCheck: Check = {
  about: 'Traces',
  look: async ({ settings: { tracing } }) => {
    if (!tracing) return [off('No traces are sent. To send them, set OTEL_EXPORTER_OTLP_ENDPOINT to your collector.')]
    const url = new URL(tracing.url)
    const headers = { ...tracing.headers, 'content-type': 'application/json' }
    try {
      await call('OpenTelemetry', url, { method: 'POST', headers, body: { resourceSpans: [] }, guarded: false })
      return [ok(`The collector answers at ${url.origin}.`)]
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return [
        wrong(`No traces arrive at ${url.origin} (${String(error.cause)}): ${advice[error.reason] ?? otherwise}.`),
      ]
    }
  },
}

const otherwise =
  'the collector must accept OTLP over HTTP as JSON at OTEL_EXPORTER_OTLP_ENDPOINT followed by /v1/traces'
const refused = 'check OTEL_EXPORTER_OTLP_HEADERS'
const advice: Partial<Record<ProviderFailure['reason'], string>> = {
  unavailable: 'check OTEL_EXPORTER_OTLP_ENDPOINT, whether the collector runs, and the firewall of this machine',
  unauthorized: refused,
  forbidden: refused,
}
