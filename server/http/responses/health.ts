import { setTimeout as wait } from 'node:timers/promises'
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fingerprint } from '#server/access/keys/keys.ts'
import type { Config } from '#server/config/config.ts'
import { pingDatabase } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { prepareDraining } from './draining.ts'

const readyMost = 2_000 // milliseconds; readiness probes usually wait no longer

/** Serves liveness without the database, readiness with it, and metrics for Prometheus. */
export function answerHealth(app: FastifyInstance, services: Services) {
  const { database, metrics } = services
  const isDraining = prepareDraining(app)
  app.get('/api/healthz', { schema: { summary: 'Liveness: the process runs' } }, async () => ({ status: 'ok' }))
  app.get('/api/readyz', { schema: { summary: 'Readiness: the database answers' } }, async () => {
    if (isDraining()) throw new AppError('stopping', { retryAfter: 2 })
    await Promise.race([pingDatabase(database), tooLate()])
    return { status: 'ok' }
  })

  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    metrics.requests.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1_000)
  })
  app.get(
    '/api/metrics',
    {
      schema: { summary: 'Figures for Prometheus', problems: ['not_signed_in', 'not_found'], produces: ['text/plain'] },
    },
    async (request, reply) => {
      refuseStranger(request, services.config)
      reply.type(metrics.contentType)
      return metrics.text()
    },
  )
}

/**
 * Allows metrics to callers with `METRICS_TOKEN`. Without a token, allows only this machine, and only if the server is
 * not public: a proxy on this machine would otherwise expose the metrics.
 * @throws AppError not_signed_in, not_found
 */
function refuseStranger({ headers, ip }: FastifyRequest, { host, metricsToken, publicUrl }: Config) {
  if (metricsToken !== undefined) {
    const sent = fingerprint(Buffer.from(/^Bearer (.+)$/iu.exec(headers.authorization ?? '')?.[1] ?? ''))
    if (!timingSafeEqual(sent, fingerprint(Buffer.from(metricsToken)))) throw new AppError('not_signed_in')
  } else if (![ip, host, new URL(publicUrl).hostname].every(isThisMachine)) throw new AppError('not_found')
}

const isThisMachine = (host: string) => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|::ffff:127(?:\.\d+){3})$/u.test(host)

/** Rejects after the time limit. @throws AppError database_unavailable */
async function tooLate() {
  await wait(readyMost, undefined, { ref: false })
  throw new AppError('database_unavailable', { retryAfter: 2 })
}
