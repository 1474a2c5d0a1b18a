import { expect, test } from 'vitest'
import { readTracing } from './tracing.ts'
import { type Environment, readerOf } from './environment.ts'

const tracing = (environment: Environment) => readTracing(readerOf(environment))
const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

test('tracing is off by default', () => {
  expect(tracing({})).toBeUndefined()
  expect(tracing({ OTEL_SERVICE_NAME: 'stand-ups' })).toBeUndefined()
  expect(tracing({ ...collector, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined()
  expect(tracing({ ...collector, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
})

test.each([
  [collector, 'http://collector:4318/v1/traces'],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'http://localhost:4318/v1/traces'],
  [{ ...collector, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in' }, 'https://traces.example/in'],
])('traces go to the collector that the environment names: %j gives %s', (environment, url) =>
  expect(tracing(environment)).toMatchObject({ url, share: 1, heedsParent: true }),
)

test('the tracing settings have a service name, headers and a sample rate', () => {
  const asked = {
    ...collector,
    OTEL_SERVICE_NAME: 'stand-ups',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key=, x-team = a',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  }
  expect(tracing(asked)).toMatchObject({
    serviceName: 'stand-ups',
    headers: { authorization: 'Bearer key=', 'x-team': 'a' },
    share: 0.1,
    heedsParent: false,
  })
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be otlp or none'],
  [
    { ...collector, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json or http/protobuf',
  ],
  [{ ...collector, OTEL_TRACES_SAMPLER_ARG: '10' }, 'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1'],
  [{ ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'key' }, 'OTEL_EXPORTER_OTLP_HEADERS must be a list'],
])('the tracing settings %j are refused with: %s', (environment, sentence) =>
  expect(() => tracing(environment)).toThrow(sentence),
)
