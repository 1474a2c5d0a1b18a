import { uuid } from '#contract/fields.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookDraft,
  Webhooks,
} from '#contract/webhooks.ts'
import { answering, reauthenticationErrors, creating, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import {
  changeWebhook,
  deleteWebhook,
  isWebhookThere,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  testWebhook,
} from './operations.ts'

const params = z.object({ id: uuid })
const problems = ['admins_only'] as const

/**
 * Tokens cannot change webhooks: with a stolen token, a thief could otherwise receive the team's events for a long
 * time.
 */
export const webhookRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get('/webhooks', answering("My team's webhooks (administrators)", Webhooks, { problems }), async (request) =>
    listWebhooks(services, request.scope),
  )

  app.post(
    '/webhooks',
    creating('Create a webhook. Only this response has its secret (administrators)', NewWebhook, {
      body: WebhookDraft,
      isSecretAlive: isWebhookThere,
      byToken: 'never',
      problems: [...problems, ...reauthenticationErrors, 'too_many_webhooks'],
    }),
    async (request, reply) => {
      reply.code(201)
      return makeWebhook(services, request.scope, request.body)
    },
  )

  app.patch(
    '/webhooks/:id',
    answering('Change a webhook, or resume a stopped one (administrators)', Webhook, {
      params,
      body: WebhookChange,
      byToken: 'never',
      problems: [...problems, ...reauthenticationErrors, 'webhook_address_disowned'],
    }),
    async (request) => changeWebhook(services, request.scope, request.params.id, request.body),
  )

  app.delete(
    '/webhooks/:id',
    answeringNothing('Delete a webhook (administrators)', { params, byToken: 'never', problems }),
    async (request, reply) => noContent(reply, deleteWebhook(services, request.scope, request.params.id)),
  )

  app.post(
    '/webhooks/:id/test',
    answering('Send a delivery to a webhook once, immediately (administrators)', WebhookDelivery, {
      params,
      problems: [...problems, 'too_many_attempts'],
    }),
    async (request) => testWebhook(services, request.scope, request.params.id),
  )

  app.get(
    '/webhooks/:id/deliveries',
    answering('The last 50 deliveries to a webhook, with its answers (administrators)', WebhookDeliveries, {
      params,
      problems,
    }),
    async (request) => listDeliveries(services, request.scope, request.params.id),
  )
}
