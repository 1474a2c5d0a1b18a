import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { pingDatabase } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'

/** Liveness without the database, readiness with it, and what Prometheus reads. */
export function answerHealth(app: FastifyInstance, { database }: Services) {
  app.get('/api/healthz', { schema: { summary: 'Whether the process lives' } }, async () => ({ status: 'ok' }))
  app.get('/api/readyz', { schema: { summary: 'Whether it can work: the database answers' } }, async () => {
    await pingDatabase(database)
    return { status: 'ok' }
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    durations.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1_000)
  })
  app.get(
    '/api/metrics',
    { schema: { summary: 'Figures for Prometheus', produces: ['text/plain'] } },
    async (_request, reply) => {
      reply.type(registry.contentType)
      return registry.metrics()
    },
  )
}
