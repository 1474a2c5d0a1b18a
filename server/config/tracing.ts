import { unescape } from 'node:querystring'
import * as z from 'zod/mini'
import { decimal } from './decimal.ts'
import type { Reader } from './environment.ts'

/** The destination of traces, from the standard variables of OpenTelemetry (docs/telemetry.md). */
export interface Tracing {
  url: string
  headers: Record<string, string>
  serviceName: string
  /** The share of new traces to record, from 0 to 1. */
  share: number
  /** Whether to follow the sampling decision of a trusted caller. */
  heedsParent: boolean
}

const HttpUrl = z.url({ protocol: /^https?$/u })
const Share = decimal.check(z.minimum(0), z.maximum(1))
const Pairs = z.string().check(z.regex(/^\s*[^\s=,]+\s*=[^,]*(?:,\s*[^\s=,]+\s*=[^,]*)*$/u))
/** We send JSON for both protocols, because receivers of one format also accept the other format. */
const protocols = ['http/json', 'http/protobuf'] as const
const samplers = ['always_on', 'traceidratio', 'parentbased_always_on', 'parentbased_traceidratio'] as const

/** @returns undefined if tracing is disabled. @throws ConfigError */
export function readTracing({ read, text }: Reader): Tracing | undefined {
  const isOff = read('OTEL_SDK_DISABLED', z.stringbool({ truthy: ['true'], falsy: ['false'] }), false, 'true or false')
  const exporter = read('OTEL_TRACES_EXPORTER', z.enum(['otlp', 'none']), undefined, 'otlp or none')
  const address = 'an http:// or https:// address such as http://localhost:4318'
  const base = read('OTEL_EXPORTER_OTLP_ENDPOINT', HttpUrl, undefined, address)
  const own = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', HttpUrl, undefined, address)
  const sampler = read('OTEL_TRACES_SAMPLER', z.enum(samplers), 'parentbased_always_on', samplers.join(', '))
  const share = read('OTEL_TRACES_SAMPLER_ARG', Share, 1, 'a share from 0 to 1')
  const pairs = read('OTEL_EXPORTER_OTLP_HEADERS', Pairs, '', 'a list such as name=value,name=value')
  if (isOff || exporter === 'none' || !(exporter ?? base ?? own)) return undefined
  read(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    z.enum(protocols),
    undefined,
    `${protocols.join(' or ')}: traces are sent by HTTP`,
  )
  return {
    url: own ?? `${(base ?? 'http://localhost:4318').replace(/(?<!\/)\/+$/u, '')}/v1/traces`,
    headers: Object.fromEntries(pairs.split(',').flatMap(pairOf)),
    serviceName: text('OTEL_SERVICE_NAME', 'asakai'),
    share: sampler.endsWith('traceidratio') ? share : 1,
    heedsParent: sampler.startsWith('parentbased'),
  }
}

/** Decodes the percent-encoded value, as OpenTelemetry specifies. */
function pairOf(pair: string): [string, string][] {
  const [name = '', ...value] = pair.split('=')
  return name.trim() ? [[name.trim(), unescape(value.join('=').trim())]] : []
}
