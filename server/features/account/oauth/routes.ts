import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Page, text, uuid } from '#contract/fields.ts'
import { Consent, ConsentAnswer, ConsentGiven, Grants } from '#contract/grants.ts'
import { ClientRegistration } from '#contract/oauth.ts'
import { resourcePath } from '#server/access/tokens/grant-token.ts'
import { basePath } from '#server/config/config.ts'
import { answering, asksForOwner, doing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import { answerOAuthErrors, passTo, readRawForms } from '#server/http/auth/oauth.ts'
import type { Services } from '#server/services.ts'
import {
  allowProgram,
  asPublicClient,
  authorizationServer,
  cleanRequest,
  cookie,
  describeResource,
  errorPage,
  listGrants,
  readConsent,
  refuseProgram,
  revokeGrant,
  routes,
  takeAnswer,
} from './operations.ts'

type Routes = FastifyPluginAsyncZod<{ services: Services }>

/** A program cannot allow or end anything: a thief must not be able to keep a way in, or to end another. */
export const grantRoutes: Routes = async (app, { services }) => {
  const params = z.object({ request: text(100) })

  app.get(
    '/consents/:request',
    answering("A program's request to use Asakai as me", Consent, { params, byToken: 'never' }),
    async (request) => readConsent(services, request.params.request),
  )

  app.post(
    '/consents/:request',
    answering('Allow the program', ConsentGiven, {
      params,
      body: ConsentAnswer,
      byToken: 'never',
      problems: asksForOwner,
    }),
    async (request) => allowProgram(services, request.scope, request.params.request, request.body),
  )

  app.delete(
    '/consents/:request',
    answering('Refuse the program', ConsentGiven, { params, byToken: 'never' }),
    async (request) => refuseProgram(services, request.scope, request.params.request),
  )

  app.get('/grants', answering('The programs that I allowed', Grants, { querystring: Page }), async (request) =>
    listGrants(services, request.scope, request.query),
  )

  app.delete(
    '/grants/:id',
    doing('Revoke what I allowed a program', { params: z.object({ id: uuid }), byToken: 'never' }),
    async (request, reply) => noContent(reply, revokeGrant(services, request.scope, request.params.id)),
  )
}

/**
 * The authorization server (RFC 6749) and its descriptions (RFC 8414, 9728). The library answers; we give it the address
 * of this deployment, and only the parameters that we use.
 */
export const oauthRoutes: Routes = async (app, { services }) => {
  const { config, attempts } = services
  readRawForms(app)
  const pageOf = (error: string) => errorPage(config, error)
  answerOAuthErrors(app, { isOfBrowser: ({ url }) => url.startsWith(routes.authorization), pageOf })
  const pass = passTo(config, cookie, () => authorizationServer(services))
  const hidden = { schema: { hide: true } }

  // Of an address with a path, programs look for the description in front of that path, or behind it.
  for (const path of new Set(['', basePath(config)])) {
    app.get(`/.well-known/oauth-protected-resource${path}${resourcePath}`, hidden, async () =>
      describeResource(services),
    )
    for (const name of ['oauth-authorization-server', 'openid-configuration'])
      app.get(`/.well-known/${name}${path}`, hidden, (request, reply) => pass(request, reply, { url: routes.metadata }))
  }
  app.get('/.well-known/oauth-protected-resource', hidden, async () => describeResource(services))
  app.get(routes.jwks, hidden, (request, reply) => pass(request, reply, { url: routes.jwks }))

  app.post(routes.registration, { schema: { hide: true, body: ClientRegistration } }, async (request, reply) => {
    await attempts.registerClient(request.ip)
    return pass(request, reply, { url: routes.registration, payload: asPublicClient(request.body) })
  })

  app.get(routes.authorization, hidden, async (request, reply) => {
    await attempts.askForConsent(request.ip)
    const cleaned = cleanRequest(new URLSearchParams(request.url.split('?')[1]))
    return pass(request, reply, { url: `${routes.authorization}?${cleaned.toString()}` })
  })

  const params = z.object({ request: text(100) })
  const querystring = z.object({ answer: z.optional(text(4_000)) })
  app.get(
    `${routes.authorization}/:request`,
    { schema: { hide: true, params, querystring } },
    async ({ cookies, ...request }, reply) => {
      const [{ request: id }, { answer }] = [request.params, request.query]
      // Only the browser in which the request began has the cookie. The answer of another one must not be stored.
      if (answer && cookies[cookie] === id) await takeAnswer(services, id, answer)
      return pass(reply.request, reply, { url: `${routes.authorization}/${encodeURIComponent(id)}` })
    },
  )

  for (const url of [routes.token, routes.revocation])
    app.post(url, hidden, (request, reply) =>
      pass(request, reply, { url, payload: typeof request.body === 'string' ? request.body : '' }),
    )
}
