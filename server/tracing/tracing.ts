import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { caller } from '#server/process/caller.ts'
import type { Tracing as Settings } from '#server/config/tracing.ts'
import { version } from '#server/process/version.ts'
import { followCalls } from './calls.ts'
import { followMails } from './mails.ts'
import { type StartChildSpan, fail } from './span.ts'
import { followStatements } from './statements.ts'

const longest = 2_000 // characters of a value, such as a statement's text
const lastMost = 1_000 // milliseconds to send the remaining spans when the server stops

/** Requests that monitoring sends all the time, or that stay open for up to a quarter of an hour. */
const untraced: ReadonlySet<string> = new Set(['/api/healthz', '/api/readyz', '/api/metrics', '/api/events'])

export type Tracing = ReturnType<typeof openTracing>

/**
 * Traces requests, jobs, statements and outgoing calls, and exports them by OTLP as JSON (docs/telemetry.md). Must be
 * loaded only if the operator enables tracing. The `traceparent` of `caller` identifies the current span.
 * @param trusts whether to continue the `traceparent` of this address
 */
export function openTracing(
  settings: Settings,
  { trusts, log }: { trusts: (address: string | undefined) => boolean; log: Pick<FastifyBaseLogger, 'warn'> },
) {
  const sampler = new TraceIdRatioBasedSampler(settings.share)
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': version }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] })),
    sampler: settings.heedsParent ? new ParentBasedSampler({ root: sampler }) : sampler,
    spanLimits: { attributeValueLengthLimit: longest },
    spanProcessors: [new BatchSpanProcessor({ exporter: exporterOf(settings, log) })],
  })
  const tracer = provider.getTracer('asakai', version)
  const below: StartChildSpan = (name, options) => {
    const parent = caller.getStore()?.traceparent
    return parent ? tracer.startSpan(name, { kind: SpanKind.CLIENT, ...options }, contextOf(parent)) : undefined
  }
  const followed = [...followStatements(below), ...followCalls(below), ...followMails(below)]
  for (const { channel, onMessage } of followed) subscribe(channel, onMessage)
  const requests = new WeakMap<FastifyRequest, Span>()

  return {
    /** @returns the request's `traceparent`, or undefined if it is not traced */
    beginRequest(request: FastifyRequest): string | undefined {
      const { method, id, headers, routeOptions, socket } = request
      const route = routeOptions.url // the pattern, without the values in the path
      if (!route?.startsWith('/api/') || untraced.has(route)) return undefined
      const given = trusts(socket.remoteAddress) ? headers['traceparent']?.toString() : undefined
      const attributes = { 'http.request.method': method, 'http.route': route, 'asakai.request_id': id }
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, contextOf(given))
      requests.set(request, span)
      return traceparentOf(span)
    },
    endRequest(request: FastifyRequest, status: number) {
      const span = requests.get(request)
      span?.setAttribute('http.response.status_code', status)
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    },
    /**
     * @param asked the `traceparent` of the request that queued the job.
     * @param run is called with the `traceparent` of the job
     */
    async ofJob(task: string, asked: string | undefined, run: (traceparent: string) => Promise<void>) {
      const span = tracer.startSpan(`job ${task}`, { kind: SpanKind.CONSUMER }, contextOf(asked))
      try {
        await run(traceparentOf(span))
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    async stop() {
      for (const { channel, onMessage } of followed) unsubscribe(channel, onMessage)
      const ended = provider.shutdown().catch(() => {}) // the exporter logs failures
      await Promise.race([ended, wait(lastMost, undefined, { ref: false })])
    },
  }
}

/** Exports spans, without tracing the export itself. Logs a failure once, until an export succeeds again. */
function exporterOf({ url, headers }: Settings, log: Pick<FastifyBaseLogger, 'warn'>): SpanExporter {
  const exporter = new OTLPTraceExporter({ url, headers })
  let isLost = false
  return {
    export: (spans, done) =>
      caller.exit(() =>
        exporter.export(spans, (result) => {
          const failed = result.error !== undefined
          if (failed && !isLost) log.warn({ reason: result.error?.message }, 'traces cannot be sent')
          isLost = failed
          done(result)
        }),
      ),
    shutdown: () => exporter.shutdown(),
  }
}

/** Returns the `traceparent` of a span (W3C Trace Context, version 00). */
const traceparentOf = (span: Span) => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/u.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  // OpenTelemetry rejects an all-zero id.
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true })
}
