import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Language } from '#contract/languages.ts'
import { providers, type TabProvider, tabProviders } from '#contract/providers.ts'
import { basePath } from '#server/config/config.ts'
import type { ProviderFailure } from '#server/errors.ts'
import { reauthenticationErrors, answeringNothing } from '#server/http/responses/answering.ts'
import { readForms } from '#server/http/requests/form-body.ts'
import { begin, end } from '#server/http/auth/oauth-state.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import { failureForPage } from '#server/http/errors/problem.ts'
import { clearCookie, sealedCookie, setSealedCookie } from '#server/http/auth/sealed-cookie.ts'
import { script, styles, writePage } from '#server/http/static/tab-page.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import {
  connectFromTab,
  issueTicket,
  tabAddress,
  type ConnectTicket,
  ticketLife,
  type PendingConnect,
  useTicket,
} from './operations.ts'

export const ticketRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/connections/:provider/ticket',
    answeringNothing('Let a new tab of this browser connect an account', {
      params: z.object({ provider: z.enum(tabProviders) }),
      byToken: 'never',
      problems: ['provider_not_set_up', ...reauthenticationErrors],
    }),
    async (request, reply) => {
      const language = languageFrom(request)
      const ticket = await issueTicket(services, request.scope, { provider: request.params.provider, language })
      await setSealedCookie(reply, services, 'ticket', ticket, ticketLife)
      return reply.code(204).send(null)
    },
  )
}

/** Reads the three fields that we use from a provider's callback. */
function readBack(sent: unknown): { code: string; state: string; error: string } {
  const text = (name: string) => {
    const value = (sent as Record<string, unknown> | undefined | null)?.[name]
    return typeof value === 'string' ? value : ''
  }
  return { code: text('code'), state: text('state'), error: text('error') }
}

/** The errors that mean that the person refused (RFC 6749, 4.1.2.1; the second one is Apple's). */
const cancelled = new Set(['access_denied', 'user_cancelled_authorize'])

/** Routes that a browser tab opens as pages. */
export const connectTabRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  await readForms(app)
  const base = basePath(services.config)
  const hidden = { schema: { hide: true } }
  app.get('/auth/tab.js', hidden, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  app.get('/auth/tab.css', hidden, (_request, reply) => reply.type('text/css; charset=utf-8').send(styles))

  for (const provider of tabProviders) {
    app.get(`/auth/${provider}`, hidden, (request, reply) =>
      asPage({ request, reply, provider, base }, async (setLanguage) => {
        const ticket = (await sealedCookie(request, services, 'ticket')) as ConnectTicket | undefined
        if (ticket) setLanguage(ticket.language)
        clearCookie(reply, services, 'ticket')
        const by = await useTicket(services, ticket, provider)
        return tabAddress(services, provider, await begin(reply, services, provider, { by }))
      }),
    )

    app.get(`/auth/${provider}/callback`, hidden, (request, reply) =>
      asPage({ request, reply, provider, base }, async (setLanguage) => {
        const { code, state, error } = readBack(request.query)
        const flow = await end<PendingConnect>(request, reply, services, { name: provider, state })
        setLanguage(flow.by.language)
        if (cancelled.has(error)) throw new Cancelled()
        const failure = await connectFromTab(services, provider, { ...flow, code, error })
        if (failure) throw new Silent(failure)
        return undefined
      }),
    )
  }

  // Apple posts a form from its own site, so the request has no cookie. After the redirect, the browser sends a GET
  // with the cookie.
  app.post('/auth/apple/callback', hidden, (request, reply) => {
    const back = Object.entries(readBack(request.body)).filter(([, value]) => value !== '')
    return reply.redirect(`${base}/api/auth/apple/callback?${new URLSearchParams(back).toString()}`, 303)
  })
}

class Cancelled extends Error {}

/** Thrown if the account is connected, but the service does not accept messages yet. */
class Silent extends Error {
  readonly failure: ProviderFailure
  constructor(failure: ProviderFailure) {
    super()
    this.failure = failure
  }
}

/**
 * Redirects the tab, or answers with its last page, also for an error.
 * @param work may change the language; returns the next address of the tab, undefined if it is finished
 */
async function asPage(
  {
    request,
    reply,
    provider,
    base,
  }: { request: FastifyRequest; reply: FastifyReply; provider: TabProvider; base: string },
  work: (setLanguage: (language: Language) => void) => Promise<URL | undefined>,
): Promise<FastifyReply> {
  let language = languageFrom(request)
  const { name } = providers[provider]
  const answer = (status: number, text: string | undefined) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(writePage(language, name, { text, isConnected: status === 200, base }))
  try {
    const next = await work((chosen) => (language = chosen))
    return next ? reply.redirect(next.href, 303) : answer(200, undefined)
  } catch (error) {
    const translate = texts(language)
    if (error instanceof Cancelled) return answer(400, translate('accountTab.cancelled', { provider: name }))
    if (error instanceof Silent) {
      const { reason, cause } = error.failure
      request.log.warn({ provider: name, reason, cause }, 'silent')
      return answer(
        200,
        translate('accountTab.silent', { reason: translate(`providerFailures.${reason}`, { provider: name }) }),
      )
    }
    const { status, message } = failureForPage(error as FastifyError, request, language)
    return answer(status, message)
  }
}
