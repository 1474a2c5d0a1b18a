import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Page, text, uuid } from '#contract/fields.ts'
import { Consent, ConsentAnswer, ConsentRedirect, Grants } from '#contract/grants.ts'
import { ClientRegistration } from '#contract/oauth.ts'
import { resourcePath } from '#server/access/tokens/grant-token.ts'
import { basePath } from '#server/config/config.ts'
import { answering, reauthenticationErrors, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import { browserOf, renewBrowser } from '#server/http/auth/browser-secret.ts'
import { answerOAuthErrors, forwardTo, readRawForms, refuseNul } from '#server/http/auth/oauth.ts'
import type { Services } from '#server/services.ts'
import {
  allowProgram,
  publicClientMetadata,
  authorizationServer,
  bindRequest,
  cleanRequest,
  describeResource,
  errorPage,
  isOfBrowser,
  lifetimes,
  mayRedirectTo,
  listGrants,
  maxQueryLength,
  readConsent,
  refuseProgram,
  resumeCookie,
  revokeGrant,
  routes,
  storeAnswer,
} from './operations.ts'

type Routes = FastifyPluginAsyncZod<{ services: Services }>

/**
 * Programs cannot call these routes: somebody who stole a token must not be able to make a grant, or end another one.
 */
export const grantRoutes: Routes = async (app, { services }) => {
  const params = z.object({ request: text(100) })

  app.get(
    '/consents/:request',
    answering("A program's request to use Asakai as me", Consent, { params, byToken: 'never' }),
    async (request) => readConsent(services, request.params.request),
  )

  app.post(
    '/consents/:request',
    answering('Allow the program', ConsentRedirect, {
      params,
      body: ConsentAnswer,
      byToken: 'never',
      problems: reauthenticationErrors,
    }),
    async (request) => allowProgram(services, request.scope, request.params.request, request.body),
  )

  app.delete(
    '/consents/:request',
    answering('Refuse the program', ConsentRedirect, { params, byToken: 'never' }),
    async (request) => refuseProgram(services, request.scope, request.params.request),
  )

  app.get('/grants', answering('The programs that I allowed', Grants, { querystring: Page }), async (request) =>
    listGrants(services, request.scope, request.query),
  )

  app.delete(
    '/grants/:id',
    answeringNothing('Revoke what I allowed a program', { params: z.object({ id: uuid }), byToken: 'never' }),
    async (request, reply) => noContent(reply, revokeGrant(services, request.scope, request.params.id)),
  )
}

/**
 * The routes of the authorization server (RFC 6749) and of its metadata (RFC 8414, 9728). They forward requests to the
 * library, with the address of this deployment and only the parameters that we use.
 */
export const oauthRoutes: Routes = async (app, { services }) => {
  const { config, attempts } = services
  readRawForms(app)
  refuseNul(app)
  const errorPageOf = (error: string) => errorPage(config, error)
  answerOAuthErrors(app, { isBrowserRequest: ({ url }) => url.startsWith(routes.authorization), errorPageOf })
  const forward = forwardTo(config, resumeCookie, () => authorizationServer(services))
  /** Forwards a browser's request, and binds a request that waits for the member to this browser. */
  async function authorize(request: FastifyRequest, reply: FastifyReply, forwarded: { url: string; resumes?: string }) {
    const payload = await forward(request, reply, forwarded)
    const browser = renewBrowser(request, reply, services, lifetimes.request)
    await bindRequest(services, String(reply.getHeader('location') ?? ''), browser)
    return payload
  }
  const hidden = { schema: { hide: true } }

  // If PUBLIC_URL has a path, some programs append it to `/.well-known/…`, and others put it in front.
  for (const path of new Set(['', basePath(config)])) {
    app.get(`/.well-known/oauth-protected-resource${path}${resourcePath}`, hidden, async () =>
      describeResource(services),
    )
    for (const name of ['oauth-authorization-server', 'openid-configuration'])
      app.get(`/.well-known/${name}${path}`, hidden, (request, reply) =>
        forward(request, reply, { url: routes.metadata }),
      )
  }
  app.get('/.well-known/oauth-protected-resource', hidden, async () => describeResource(services))
  app.get(routes.jwks, hidden, (request, reply) => forward(request, reply, { url: routes.jwks }))

  app.post(routes.registration, { schema: { hide: true, body: ClientRegistration } }, async (request, reply) => {
    await attempts.registerClient(request.ip)
    if (!request.body.redirect_uris.every(mayRedirectTo))
      return reply.code(400).header('cache-control', 'no-store').send({ error: 'invalid_redirect_uri' })
    return forward(request, reply, { url: routes.registration, payload: publicClientMetadata(request.body) })
  })

  app.get(routes.authorization, hidden, async (request, reply) => {
    await attempts.askForConsent(request.ip)
    const cleaned = cleanRequest(new URLSearchParams(request.url.split('?')[1])).toString()
    if (cleaned.length > maxQueryLength) return reply.redirect(errorPage(config, 'invalid_request'), 303)
    return authorize(request, reply, { url: `${routes.authorization}?${cleaned}` })
  })

  const params = z.object({ request: text(100) })
  const querystring = z.object({ answer: z.optional(text(4_000)) })
  app.get(
    `${routes.authorization}/:request`,
    { schema: { hide: true, params, querystring } },
    async (request, reply) => {
      const [{ request: id }, { answer }] = [request.params, request.query]
      const url = `${routes.authorization}/${encodeURIComponent(id)}`
      // Only the browser in which the request began may continue. An answer from another browser must not be stored.
      if (!(await isOfBrowser(services, id, browserOf(request, services)))) return forward(request, reply, { url })
      if (answer) await storeAnswer(services, id, answer)
      return authorize(request, reply, { url, resumes: id })
    },
  )

  for (const url of [routes.token, routes.revocation])
    app.post(url, hidden, (request, reply) =>
      forward(request, reply, { url, payload: typeof request.body === 'string' ? request.body : '' }),
    )
}
