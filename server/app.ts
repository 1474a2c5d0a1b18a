import { maxHeaderSize } from 'node:http'
import cookies from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { openAttempts } from './access/attempts.ts'
import { gatherMemberships } from './access/gathered-memberships.ts'
import { deriveKey } from './access/keys.ts'
import { openKeyring } from './access/sealed.ts'
import { traceOfCaller } from './caller.ts'
import { basePath, type Config } from './config.ts'
import type { Database } from './db/database.ts'
import { rememberCallers } from './http/caller.ts'
import { compressAnswers } from './http/compressed.ts'
import { cleanForwardedFor } from './http/forwarded-for.ts'
import { answerHealth } from './http/health.ts'
import { boundHeldBodies } from './http/held-bodies.ts'
import { answerInTurn, waitForTurn } from './http/in-turn.ts'
import { compileValidator, readJsonBodies } from './http/json-body.ts'
import { refuseUndecodable, refuseUnknown } from './http/not-found.ts'
import { describeApi } from './http/openapi.ts'
import { answerProblems } from './http/problem.ts'
import { requestIds } from './http/request-ids.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { answerSeen } from './http/seen.ts'
import { requireSession } from './http/session.ts'
import { serveFiles } from './http/static-files.ts'
import { trusting } from './http/trusted.ts'
import { refuseUnreadable } from './http/unreadable.ts'
import { storeAnswers, takeWriteKeys } from './http/write-keys.ts'
import { openChanges } from './live/changes.ts'
import { nameLastChange } from './live/last-change.ts'
import { eventRoutes } from './live/routes.ts'
import { openLogEvents } from './log-events.ts'
import { openMetrics } from './metrics.ts'
import { openMail } from './providers/mail/mail.ts'
import { publicRoutes, type Routes, signedInRoutes } from './routes.ts'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** For what runs beside the requests. */
    services: Services
  }
}

const bodyLargest = 512 * 1_024 // bytes; a report is three times 10,000 characters, at 12 bytes where a client escapes them

/**
 * The whole server but its socket and its database; tests build the same.
 * @param webRoot the folder of the built browser application; absent where only the API is wanted
 * @param demo the calls that only the demo has (demo/main.ts); the product is never given any
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
  const trusts = trusting(config)
  const app = Fastify({
    logger: logging(config),
    trustProxy: config.trustProxy,
    genReqId: requestIds(trusts),
    bodyLimit: bodyLargest,
    requestTimeout: 30_000, // milliseconds to receive a request
    connectionTimeout: 60_000, // milliseconds in which nothing is received, and nothing of an answer is taken
    // Milliseconds between two looks for slow requests. Node takes the longer limit of head and whole request for the whole.
    http: { connectionsCheckingInterval: 5_000, headersTimeout: 30_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what still arrives while the server ends is answered too
    // Fastify calls this before anything reads the sender's address.
    rewriteUrl: ({ url = '/', headers }) => {
      cleanForwardedFor(headers)
      return withoutBase(url, base).replace(/^\/api\/api(?=\/|$|\?)/u, '/api')
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize }, // Node reads no longer path
    frameworkErrors: (_error, request, reply) =>
      waitForTurn(request, reply, () => void refuseUndecodable(request, reply)),
    clientErrorHandler: refuseUnreadable,
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializerCompiler)
  answerInTurn(app)
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
    app.log.warn({ err: error }, 'the queue cannot be measured'),
  )
  const logEvent = openLogEvents(app.log, config, metrics.events)
  const mail = await openMail(config.mail, { logEvent, count: (outcome) => metrics.mails.inc({ outcome }) })
  app.addHook('onClose', mail.close)
  const changes = openChanges(database, app.log)
  app.addHook('onClose', changes.close)
  const attempts = openAttempts(database, deriveKey(config.secretKey, 'attempts'), (limit) => {
    metrics.refusals.inc({ limit })
    logEvent(limit.startsWith('login-') ? 'locked_out' : 'limit_refused', undefined, { limit })
  })
  const keyring = openKeyring(config.secretKey, config.previousSecretKey)
  const services: Services = {
    config,
    database,
    now,
    sendMail: mail.send,
    deliverMail: mail.deliver,
    attempts,
    keyring,
    logEvent,
    metrics,
    tracing,
  }
  app.decorate('services', services)
  storeAnswers(app, services)
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
      boundHeldBodies(members)
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
  await serveFiles(app, { root: webRoot, base }, refuseUnknown(app))
  return app
}

/** Where they carry no name, Fastify looks for one through every module that Node has loaded: a quarter of this whole start. */
const named = (routes: Routes) => Object.assign(routes, { [Symbol.for('fastify.display-name')]: routes.name })

/** A proxy may pass the path on that `PUBLIC_URL` has, or keep it. */
const withoutBase = (url: string, base: string) =>
  base !== '' && url.startsWith(base) && /^[/?]|^$/u.test(url.slice(base.length))
    ? url.slice(base.length).replace(/^(?!\/)/u, '/')
    : url

/** Paths without a secret, which stands in the query or at the end; no header and no body. */
function logging({ logLevel, tracing }: Config): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: logLevel,
    ...(tracing && { mixin: traceOfCaller }),
    serializers: {
      req: ({ method, url, ip }) => ({ method, path: withoutToken(url), ip }),
      // What Fastify says of `rewriteUrl` at `debug`.
      url: withoutToken,
      originalUrl: withoutToken,
    },
  }
}

/** The router decodes a path before it looks for its route: `%63alendar` is `calendar`. */
function withoutToken(url: string): string {
  const path = url.split('?')[0]!
  const decoded = decodedOrRaw(path)
  const shown = decoded.replace(/(?<=\/(?:invitations\/verify|calendar|week-mail)\/).+/u, '…')
  return shown === decoded ? path : shown
}

function decodedOrRaw(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
