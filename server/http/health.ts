import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { pingDatabase } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'

const readyMost = 2_000 // milliseconds; whoever asks for readiness waits no longer, as a rule

/** Liveness without the database, readiness with it, and what Prometheus reads. */
export function answerHealth(app: FastifyInstance, { database }: Services) {
  app.get('/api/healthz', { schema: { summary: 'Whether the process lives' } }, async () => ({ status: 'ok' }))
  app.get('/api/readyz', { schema: { summary: 'Whether it can work: the database answers' } }, async () => {
    await Promise.race([pingDatabase(database), tooLate()])
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

/** @throws AppError after a while */
async function tooLate() {
  await wait(readyMost, undefined, { ref: false })
  throw new AppError('database_away', { retryAfter: 2 })
}
