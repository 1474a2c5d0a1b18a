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
import { caller } from '#server/caller.ts'
import type { Tracing as Settings } from '#server/config-tracing.ts'
import { version } from '#server/version.ts'
import { followCalls } from './calls.ts'
import { followLetters } from './letters.ts'
import { type BeginBelow, fail } from './span.ts'
import { followStatements } from './statements.ts'

const longest = 2_000 // characters of a value, such as a statement's text
const lastMost = 1_000 // milliseconds for what is left when the server ends

/** What is asked all the time, or goes on for a quarter of an hour. */
const untraced: ReadonlySet<string> = new Set(['/api/healthz', '/api/readyz', '/api/metrics', '/api/events'])

export type Tracing = ReturnType<typeof openTracing>

/**
 * Spans of requests, jobs, statements and outgoing calls, sent by OTLP as JSON (docs/telemetry.md). Loaded only where the
 * operator asks for traces. What is under way is known by the `traceparent` of `caller`.
 * @param trusts whether a caller's own `traceparent` counts
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
  const below: BeginBelow = (name, options) => {
    const parent = caller.getStore()?.traceparent
    return parent ? tracer.startSpan(name, { kind: SpanKind.CLIENT, ...options }, contextOf(parent)) : undefined
  }
  const followed = [...followStatements(below), ...followCalls(below), ...followLetters(below)]
  for (const { channel, tell } of followed) subscribe(channel, tell)
  const requests = new WeakMap<FastifyRequest, Span>()

  return {
    /** @returns its `traceparent`; undefined where it is not followed */
    beginRequest(request: FastifyRequest): string | undefined {
      const { method, id, headers, routeOptions, socket } = request
      const route = routeOptions.url // without what a path has in it
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
    /** @param asked the `traceparent` of the request that asked for it. @param run is given the job's own */
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
      for (const { channel, tell } of followed) unsubscribe(channel, tell)
      const ended = provider.shutdown().catch(() => {}) // the exporter has said what failed
      await Promise.race([ended, wait(lastMost, undefined, { ref: false })])
    },
  }
}

/** Its own requests are nobody's. That nothing arrives is said once, until something does. */
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

/** W3C Trace Context, version 00. */
const traceparentOf = (span: Span) => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/u.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  // One of zeros alone is none, and counts as none.
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true })
}
