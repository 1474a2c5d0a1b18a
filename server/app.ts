import { maxHeaderSize } from 'node:http'
import cookies from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { openAttempts } from '#server/access/attempts/attempts.ts'
import { limitedMail } from '#server/access/attempts/limited-mail.ts'
import { gatherMemberships } from './access/gathered-memberships.ts'
import { deriveKey } from '#server/access/keys/keys.ts'
import { openKeyring } from '#server/access/keys/sealed.ts'
import { traceOfCaller } from '#server/process/caller.ts'
import { basePath, type Config } from '#server/config/config.ts'
import type { Database } from './db/database.ts'
import { rememberCallers } from '#server/http/requests/caller.ts'
import { compressAnswers } from '#server/http/responses/compressed.ts'
import { cleanForwardedFor } from '#server/http/requests/forwarded-for.ts'
import { answerHeads } from '#server/http/responses/heads.ts'
import { answerHealth } from '#server/http/responses/health.ts'
import { boundHeldBodies } from '#server/http/requests/held-bodies.ts'
import { answerInTurn, waitForTurn } from '#server/http/responses/in-turn.ts'
import { compileValidator, readJsonBodies } from '#server/http/requests/json-body.ts'
import { refuseUndecodable, refuseUnknown } from '#server/http/errors/not-found.ts'
import { describeApi } from '#server/http/openapi/openapi.ts'
import { answerProblems } from '#server/http/errors/problem.ts'
import { requestIds } from '#server/http/requests/request-ids.ts'
import { setSecurityHeaders } from '#server/http/responses/security-headers.ts'
import { answerSeen } from '#server/http/responses/seen.ts'
import { liveCaller, requireSession } from '#server/http/auth/session.ts'
import { serveFiles } from '#server/http/static/static-files.ts'
import { isTrustedProxyOf } from '#server/http/requests/trusted.ts'
import { boundUnfinishedBodies, closeBeforeRest } from '#server/http/requests/unfinished-bodies.ts'
import { refuseUnreadable } from '#server/http/errors/unreadable.ts'
import { storeAnswers, takeWriteKeys } from '#server/http/requests/idempotency.ts'
import { openChanges } from './live/changes.ts'
import { nameLastChange } from './live/last-change.ts'
import { eventRoutes } from './live/routes.ts'
import { openLogEvents } from '#server/process/log-events.ts'
import { openMetrics } from '#server/process/metrics.ts'
import { openMail } from './providers/mail/mail.ts'
import { programRoutes, publicRoutes, type Routes, signedInRoutes } from './routes.ts'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The services, for code outside of requests. */
    services: Services
  }
}

const bodyLargest = 512 * 1_024 // bytes: three texts of 10,000 characters, each up to 12 bytes if the client escapes it

/**
 * Builds the server without its socket and its database.
 * @param webRoot the folder of the built web application; omitted: API only
 * @param demo the extra routes of the demo (demo/main.ts); never set in the product
 */
export async function buildApp(parts: {
  config: Config
  database: Database
  now: () => Date
  webRoot?: string
  demo?: Routes
}): Promise<FastifyInstance> {
  const { config, database, now, webRoot, demo } = parts
  const base = basePath(config)
  const trusts = isTrustedProxyOf(config)
  const app = Fastify({
    logger: logging(config),
    trustProxy: config.trustProxy,
    genReqId: requestIds(trusts),
    bodyLimit: bodyLargest,
    requestTimeout: 30_000, // milliseconds to receive a request
    connectionTimeout: 60_000, // milliseconds without any received or sent data
    // The interval in ms between two checks for slow requests. Node allows a whole request the longer of its two
    // limits, so both must be equal.
    http: { connectionsCheckingInterval: 5_000, headersTimeout: 30_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // still answer requests that arrive during shutdown
    // Called by Fastify before anything reads the client's address.
    rewriteUrl: ({ url = '/', headers }) => {
      cleanForwardedFor(headers)
      return withoutBase(url, base).replace(/^\/api\/api(?=\/|$|\?)/u, '/api')
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize }, // Node rejects longer paths itself
    frameworkErrors: (_error, request, reply) =>
      waitForTurn(request, reply, () => void refuseUndecodable(request, reply)),
    clientErrorHandler: refuseUnreadable,
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializerCompiler)
  answerInTurn(app)
  closeBeforeRest(app)
  boundUnfinishedBodies(app)
  answerProblems(app, { database, defaultZone: config.timeZone, now })
  readJsonBodies(app)
  const tracing =
    config.tracing && (await import('./tracing/tracing.ts')).openTracing(config.tracing, { trusts, log: app.log })
  if (tracing) app.addHook('onClose', tracing.stop)
  rememberCallers(app, tracing)
  setSecurityHeaders(app, config)
  await describeApi(app, config)
  await app.register(cookies)

  const metrics = openMetrics(database, { backups: config.backups, now }, (error) =>
    app.log.warn({ err: error }, 'the job queue could not be measured'),
  )
  const logEvent = openLogEvents(app.log, config, metrics.events)
  const mail = await openMail(config.mail, { logEvent, count: (outcome) => metrics.mails.inc({ outcome }) })
  const changes = openChanges(database, app.log)
  app.addHook('onClose', changes.close)
  const attempts = openAttempts(database, deriveKey(config.secretKey, 'attempts'), (limit) => {
    metrics.refusals.inc({ limit })
    logEvent(limit.startsWith('login-') ? 'locked_out' : 'limit_refused', undefined, { limit })
  })
  const limited = limitedMail(mail, attempts)
  app.addHook('onClose', limited.close)
  const keyring = openKeyring(config.secretKey, config.previousSecretKey)
  const services: Services = {
    config,
    database,
    now,
    sendMail: limited.send,
    deliverMail: mail.deliver,
    attempts,
    keyring,
    logEvent,
    metrics,
    tracing,
  }
  app.decorate('services', services)
  storeAnswers(app, services)
  answerHeads(app)
  compressAnswers(app)
  answerHealth(app, services)
  answerSeen(app, config)

  await app.register(
    async (open) => {
      for (const routes of demo ? [...publicRoutes, demo] : publicRoutes)
        await open.register(named(routes), { services })
    },
    { prefix: '/api' },
  )
  await app.register(
    async (members) => {
      requireSession(members, services)
      boundHeldBodies(members, (claims) => liveCaller(claims, services))
      takeWriteKeys(members, services)
      nameLastChange(members, changes)
      for (const routes of signedInRoutes) await members.register(named(routes), { services })
    },
    { prefix: '/api' },
  )
  await app.register(
    async (listeners) => {
      const ask = gatherMemberships(database)
      requireSession(listeners, services, ask)
      await listeners.register(eventRoutes, { services, changes, ask })
    },
    { prefix: '/api' },
  )
  for (const routes of programRoutes) await app.register(named(routes), { services })
  await serveFiles(app, { root: webRoot, base }, refuseUnknown(app))
  return app
}

/**
 * Sets the plugin's name. For a plugin without a name, Fastify searches all loaded modules, which takes a quarter of
 * the startup time.
 */
const named = (routes: Routes) => Object.assign(routes, { [Symbol.for('fastify.display-name')]: routes.name })

/** Removes the base path if the proxy forwards it. Proxies can also remove it. */
const withoutBase = (url: string, base: string) =>
  base !== '' && url.startsWith(base) && /^[/?]|^$/u.test(url.slice(base.length))
    ? url.slice(base.length).replace(/^(?!\/)/u, '/')
    : url

/** Logs paths without their secrets, which are in the query or the last segment. Logs no headers and no bodies. */
function logging({ logLevel, tracing }: Config): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: logLevel,
    ...(tracing && { mixin: traceOfCaller }),
    serializers: {
      req: ({ method, url, ip }) => ({ method, path: withoutToken(url), ip }),
      // At the level `debug`, Fastify logs these two fields after `rewriteUrl`.
      url: withoutToken,
      originalUrl: withoutToken,
    },
  }
}

/** How often a path is decoded at most. Each round takes time. */
const decodingsMost = 5

/**
 * Returns the path without its secret. Decodes the path as the router does, so that `%63alendar` is recognised as
 * `calendar`. Also removes the secret of a path that the router refuses, or that a proxy has encoded again. Shows
 * nothing of a path that is encoded more often than `decodingsMost`.
 */
function withoutToken(url: string): string {
  const path = url.split('?')[0]!
  let decoded = path
  for (let times = 0, before = ''; decoded !== before; times += 1) {
    if (times > decodingsMost) return '/…'
    before = decoded
    // Unlike `decodeURIComponent`, this never fails.
    decoded = before.replace(/%([0-7][\da-f])/giu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  }
  const shown = decoded.replace(/(?<=\/(?:invitations\/verify|calendar|week-mail)\/).+/isu, '…')
  return shown === decoded ? path : shown
}
