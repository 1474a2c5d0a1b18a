import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import inject from 'light-my-request'
import type { Provider } from 'oidc-provider'
import { basePath, type Config } from '#server/config/config.ts'
import { AppError } from '#server/errors.ts'

const maxFormBytes = 16 * 1_024 // enough for codes, tokens and addresses, the only contents of these forms

/** Reads forms as text, because the library must see repeated parameters. */
export const readRawForms = (app: FastifyInstance) =>
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, body),
  )

const hasNul = (encoded: string) => [...new URLSearchParams(encoded)].flat().some((text) => text.includes('\0'))

/** Refuses NUL in queries and forms. PostgreSQL cannot store it, and no parameter of OAuth may have it. */
export const refuseNul = (app: FastifyInstance) =>
  app.addHook('preHandler', async ({ url, body }) => {
    const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
    if (hasNul(query) || (typeof body === 'string' && hasNul(body)))
      throw Object.assign(new Error('a parameter has NUL'), { statusCode: 400 })
  })

/** The unexpected errors that the library caught, by request. */
const failures = new WeakMap<IncomingMessage, Error>()
const providersWithListener = new WeakSet<Provider>()

function listener(provider: Provider) {
  if (!providersWithListener.has(provider)) {
    providersWithListener.add(provider)
    provider.on('server_error', ({ req }, error) => failures.set(req, error))
  }
  return provider.callback()
}

/** `resumes`: the id of the program's request that continues, if it began in this browser. */
type ForwardedRequest = { url: string; payload?: string | undefined; resumes?: string | undefined }

/**
 * Returns a function that forwards a request to the library, prepares the reply and returns the payload to send. The
 * limits, headers, log and error handling of Fastify apply. The library gets the address of this deployment from
 * PUBLIC_URL, never from the request.
 * @param resumeCookie the only cookie that the library sees. Its value names the program's request that continues.
 * Browsers never get this cookie
 * @param open returns the library, which is loaded with the first request
 */
export function forwardTo(config: Pick<Config, 'publicUrl'>, resumeCookie: string, open: () => Promise<Provider>) {
  const { host, protocol } = new URL(config.publicUrl)
  const base = basePath(config)
  return async (request: FastifyRequest, reply: FastifyReply, { url, payload, resumes }: ForwardedRequest) => {
    const handle = listener(await open())
    let passed: IncomingMessage | undefined
    const dispatch = (raw: IncomingMessage, response: ServerResponse) => {
      passed = Object.assign(raw, { originalUrl: base + raw.url })
      void handle(raw, response)
    }
    const { authorization } = request.headers
    const answer = await inject(dispatch, {
      method: request.method as 'GET' | 'POST',
      url,
      remoteAddress: request.ip,
      headers: {
        host,
        'x-forwarded-proto': protocol.slice(0, -1),
        accept: 'application/json',
        ...(authorization && { authorization }),
        ...(resumes !== undefined && { cookie: `${resumeCookie}=${resumes}` }),
        ...(request.headers['content-type'] && { 'content-type': request.headers['content-type'] }),
      },
      ...(payload !== undefined && { payload }),
    })
    const failure = passed && failures.get(passed)
    if (failure) throw failure
    for (const name of ['cache-control', 'content-type', 'location', 'www-authenticate'] as const)
      if (answer.headers[name]) reply.header(name, answer.headers[name])
    reply.code(answer.statusCode)
    return answer.payload
  }
}

/**
 * Sends errors in the form of OAuth (RFC 6749, 5.2). Redirects a person in a browser to a page instead.
 * @param isBrowserRequest whether a person opened the address
 * @param errorPageOf returns the address of the page for an error
 */
export function answerOAuthErrors(
  app: FastifyInstance,
  {
    isBrowserRequest,
    errorPageOf,
  }: { isBrowserRequest: (request: FastifyRequest) => boolean; errorPageOf: (error: string) => string },
) {
  app.setErrorHandler((error, request, reply) => {
    const found = errorOf(error)
    if (!found) throw error // the server failed
    if (isBrowserRequest(request)) return reply.redirect(errorPageOf(found.error), 303)
    if (found.retryAfter !== undefined) reply.header('retry-after', found.retryAfter)
    return reply.code(found.status).header('cache-control', 'no-store').send({ error: found.error })
  })
}

function errorOf(error: unknown): { status: number; error: string; retryAfter?: number | undefined } | undefined {
  if (error instanceof AppError && error.code === 'too_many_attempts')
    return { status: 429, error: 'temporarily_unavailable', retryAfter: error.retryAfter }
  if (error instanceof AppError) return undefined
  if (hasZodFastifySchemaValidationErrors(error)) return { status: 400, error: 'invalid_client_metadata' }
  const { statusCode } = error as { statusCode?: number }
  return statusCode !== undefined && statusCode < 500 ? { status: statusCode, error: 'invalid_request' } : undefined
}
