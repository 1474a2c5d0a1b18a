import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Connected, WebhookConnection } from '#contract/connections.ts'
import { providers, webhookProviders } from '#contract/providers.ts'
import { answering, reauthenticationErrors } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { connectChatWebhook } from './operations.ts'

export const chatWebhookRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  for (const provider of webhookProviders) {
    app.post(
      `/connections/${provider}`,
      answering(
        `Connect ${providers[provider].name} by a webhook, for the whole team's notifications (administrators)`,
        Connected,
        {
          body: WebhookConnection,
          byToken: 'never',
          problems: ['connection_refused', 'admins_only', 'provider_unavailable', ...reauthenticationErrors],
        },
      ),
      async (request) => connectChatWebhook(services, request.scope, provider, request.body),
    )
  }
}
